//! Examples of a breaking change: a request before and after it.

/// Reason for a missing example if no search was made.
pub(crate) const NOT_LOOKED_FOR: &str = "no example was searched for";

/// Reason for a missing example after a search.
pub(crate) const NOT_FOUND: &str = "the search tried a limited number of requests, and none of them shows this change";

/// A request that a change breaks, and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// A request that the previous description accepts.
    pub before: ExampleRequest,
    /// Its replacement, which the current description accepts.
    pub after: ExampleRequest,
    /// Reason why the current description rejects the first request, as a sentence without a full stop. `None` if the
    /// request only contains undescribed parts, which servers may ignore.
    pub refusal: Option<String>,
}

/// An example request, without authorisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleRequest {
    /// The method, in upper case.
    pub method: String,
    /// The absolute URL, percent-encoded.
    pub url: String,
    /// Header fields, in the order of sending.
    pub headers: Vec<(String, String)>,
    /// The body: JSON without spaces, a form in one line or in parts, or text.
    pub body: Option<String>,
}

impl ExampleRequest {
    /// Returns true if every client sends the request exactly as written. Method and header names are tokens, values
    /// are printable ASCII, and no client encodes the URL again (RFC 3986 section 2).
    pub(crate) fn is_plain(&self) -> bool {
        let ExampleRequest { method, url, headers, body: _ } = self;
        let is_token = |text: &str| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        let is_value = |text: &str| text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        let is_url_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?&=,;%+@!$*()".contains(&byte);
        is_token(method)
            && url.bytes().all(is_url_byte)
            && headers.iter().all(|(name, value)| is_token(name) && is_value(value))
    }
}
