//! Decodes UTF-8, the encoding of descriptions and JSON (RFC 8259 section 8.1).

use std::borrow::Cow;

use waybill_base::error::ErrorCode;

use super::error::{Fault, ReadError};

/// Decodes the file `name`. The error has this code and message, and points to the first byte that is not UTF-8.
pub(super) fn decode<'a>(
    name: &str,
    bytes: Cow<'a, [u8]>,
    (code, message): (ErrorCode, &str),
) -> Result<Cow<'a, str>, ReadError> {
    let wrong = |bytes: &[u8], at: usize| {
        let before = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default());
        Fault::new(code, at, message.to_owned()).locate(name, &before)
    };
    match bytes {
        Cow::Borrowed(bytes) => {
            std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| wrong(bytes, error.valid_up_to()))
        }
        Cow::Owned(bytes) => String::from_utf8(bytes)
            .map(Cow::Owned)
            .map_err(|error| wrong(error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}
