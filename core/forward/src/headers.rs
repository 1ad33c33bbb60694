//! Header fields that are never passed on, in either direction, and helpers for malformed fields.

/// Request fields about the client, its origin or the connection. The platform gets the back end's own values.
const NEVER_TO_PLATFORM: [&str; 34] = [
    "accept-encoding",
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "cookie2",
    "date",
    "dpop",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "max-forwards",
    "origin",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "referer",
    "te",
    "trailer",
    "transfer-encoding",
    "true-client-ip",
    "upgrade",
    "via",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
    "x-rewrite-url",
    "x-seller-id",
    "x-tenant",
];

/// Response fields that would redirect the app, set its cookies, or describe the connection.
const NEVER_TO_APP: [&str; 20] = [
    "alt-svc",
    "cache-control",
    "clear-site-data",
    "connection",
    "content-encoding",
    "content-length",
    "content-location",
    "keep-alive",
    "link",
    "location",
    "proxy-authenticate",
    "refresh",
    "set-cookie",
    "set-cookie2",
    "strict-transport-security",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "www-authenticate",
];

/// Returns true if a request field is never passed on. `name` is in lower case.
pub(super) fn is_withheld_from_platform(name: &str) -> bool {
    let families = ["x-forwarded-", "sec-", "proxy-", "access-control-", "x-real-", "cf-"];
    NEVER_TO_PLATFORM.contains(&name) || families.iter().any(|family| name.starts_with(family))
}

/// Returns true if a response field is never passed on. `name` is in lower case.
pub(super) fn is_withheld_from_app(name: &str) -> bool {
    NEVER_TO_APP.contains(&name) || name.starts_with("access-control-") || name.starts_with("sec-")
}

/// Returns true if a string is a token (RFC 9110 section 5.6.2).
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// Returns the value of a field, or `Err` if the field is repeated.
pub(super) fn only_value<'h>(headers: &'h [(String, String)], name: &str) -> Result<Option<&'h str>, ()> {
    let mut values = headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    let first = values.next();
    if values.next().is_some() { Err(()) } else { Ok(first) }
}

/// Returns the field names in `Connection`, in lower case. They apply to this connection only (RFC 9110 section 7.6.1).
pub(super) fn nominated(headers: &[(String, String)]) -> Vec<String> {
    let fields = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("connection"));
    let names = fields.flat_map(|(_, value)| value.split(','));
    names.map(|name| name.trim().to_ascii_lowercase()).filter(|name| !name.is_empty()).collect()
}
