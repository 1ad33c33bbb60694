//! Examples of what a change breaks: a request before and after it.

/// Why a comparison by itself has no example.
pub(crate) const NOT_LOOKED_FOR: &str = "no example was searched for";

/// Why there is no example where one was looked for.
pub(crate) const NOT_FOUND: &str = "the search tried a limited number of requests, and none of them shows this change";

/// A request that a change breaks, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The request as the previous description accepts it.
    pub before: ExampleRequest,
    /// The request in its place that the current description accepts.
    pub after: ExampleRequest,
    /// Why the current description refuses the first one, as a sentence without a full stop; `None` where it only sends what
    /// is no longer described, which servers may ignore.
    pub refusal: Option<String>,
}

/// A request as an example, without what authorises it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleRequest {
    /// The method in capitals.
    pub method: String,
    /// The absolute URL, percent-encoded.
    pub url: String,
    /// Header fields in the order they are sent in.
    pub headers: Vec<(String, String)>,
    /// The body: JSON without spaces, a form in one line or in parts, or a text.
    pub body: Option<String>,
}

impl ExampleRequest {
    /// Whether every client sends it as it is written: a method and header names of few characters, an address that none
    /// encodes again (RFC 3986 section 2), and values of printable ASCII.
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
