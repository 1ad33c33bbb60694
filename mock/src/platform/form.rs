//! The fields of an `application/x-www-form-urlencoded` body, as the token endpoint reads them (RFC 6749 appendix B).

use std::collections::BTreeSet;

/// Fields in order of arrival.
#[derive(Default)]
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    pub(super) fn parse(body: &[u8]) -> Form {
        Form(form_urlencoded::parse(body).into_owned().collect())
    }

    /// Returns the first value of `name`. Empty values are returned too, as in Keycloak and contrary to RFC 6749
    /// section 3.2.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// True if a name is repeated, which RFC 6749 section 3.2 forbids.
    pub(super) fn has_duplicates(&self) -> bool {
        let mut names = BTreeSet::new();
        !self.0.iter().all(|(name, _)| names.insert(name))
    }
}
