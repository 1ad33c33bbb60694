//! The fields of an `application/x-www-form-urlencoded` body, as the token endpoint reads them (RFC 6749 appendix B).

/// Fields in the order they came.
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    pub(super) fn parse(body: &[u8]) -> Form {
        Form(form_urlencoded::parse(body).into_owned().collect())
    }

    /// The first value of `name`; an empty one counts as missing (RFC 6749 section 3.2).
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.0.iter().find(|(given, _)| given == name);
        field.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}
