//! The text of header fields. Clients may send bytes beyond ASCII (RFC 9110 section 5.5): newer ones send UTF-8, older ones
//! ISO 8859-1, of which every byte is a character, so that no field counts as absent for what it holds.

use std::borrow::Cow;

use http::header::AsHeaderName;
use http::{HeaderMap, HeaderValue};

/// The text of a field.
pub(crate) fn decode_field(value: &HeaderValue) -> Cow<'_, str> {
    match std::str::from_utf8(value.as_bytes()) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(value.as_bytes().iter().copied().map(char::from).collect()),
    }
}

/// The text of the first field of this name.
pub(crate) fn first_field(headers: &HeaderMap, name: impl AsHeaderName) -> Option<Cow<'_, str>> {
    headers.get(name).map(decode_field)
}

/// All fields of this name as one list, with commas between them (RFC 9110 section 5.3); None where there is none.
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
