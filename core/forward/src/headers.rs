//! Header fields: which never pass, in either direction, and what is wrong with how some come.

/// Fields that say who asks, where the request came from or how it is carried: the platform gets its own, from the back end.
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

/// Fields of an answer that would lead the app elsewhere, set its cookies, or speak for the connection.
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

/// Whether a field of the app's request never passes; its name is in lower case.
pub(super) fn is_withheld_from_platform(name: &str) -> bool {
    let families = ["x-forwarded-", "sec-", "proxy-", "access-control-", "x-real-", "cf-"];
    NEVER_TO_PLATFORM.contains(&name) || families.iter().any(|family| name.starts_with(family))
}

/// Whether a field of the platform's answer never passes; its name is in lower case.
pub(super) fn is_withheld_from_app(name: &str) -> bool {
    NEVER_TO_APP.contains(&name) || name.starts_with("access-control-") || name.starts_with("sec-")
}

/// Whether a text is a token (RFC 9110 section 5.6.2).
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// The one value of a field; `Err` where it comes more than once.
pub(super) fn only_value<'h>(headers: &'h [(String, String)], name: &str) -> Result<Option<&'h str>, ()> {
    let mut values = headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    let first = values.next();
    if values.next().is_some() { Err(()) } else { Ok(first) }
}

/// The names that `Connection` says are of this connection alone (RFC 9110 section 7.6.1), in lower case.
pub(super) fn nominated(headers: &[(String, String)]) -> Vec<String> {
    let fields = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("connection"));
    let names = fields.flat_map(|(_, value)| value.split(','));
    names.map(|name| name.trim().to_ascii_lowercase()).filter(|name| !name.is_empty()).collect()
}
