//! Decoding of header fields. Clients may send bytes beyond ASCII (RFC 9110 section 5.5): newer clients send UTF-8,
//! older ones ISO 8859-1. Every byte is valid in the latter, so no field is ignored because of its content.

use std::borrow::Cow;

use http::header::AsHeaderName;
use http::{HeaderMap, HeaderValue};

/// Decodes a field.
pub(crate) fn decode_field(value: &HeaderValue) -> Cow<'_, str> {
    match std::str::from_utf8(value.as_bytes()) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(value.as_bytes().iter().copied().map(char::from).collect()),
    }
}

/// Returns the first field of this name.
pub(crate) fn first_field(headers: &HeaderMap, name: impl AsHeaderName) -> Option<Cow<'_, str>> {
    headers.get(name).map(decode_field)
}

/// Joins all fields of this name with commas (RFC 9110 section 5.3). Returns `None` if there is no such field.
pub(crate) fn join_fields(headers: &HeaderMap, name: &str) -> Option<String> {
    let mut joined: Option<String> = None;
    for field in headers.get_all(name) {
        match &mut joined {
            Some(joined) => {
                joined.push(',');
                joined.push_str(&decode_field(field));
            }
            None => joined = Some(decode_field(field).into_owned()),
        }
    }
    joined
}
