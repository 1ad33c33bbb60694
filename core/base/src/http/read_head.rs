//! Builds a response head from the values of a client library.

use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::ResponseHead;
use crate::error::{Error, code};

impl ResponseHead {
    /// Builds a head from a status and header lines, in the order in which they arrived.
    ///
    /// Header lines that are invalid in HTTP are dropped, so that they do not make the response unusable.
    ///
    /// # Errors
    /// `response.status` if `status` does not have three digits (100 to 999).
    pub fn new<N, V>(status: u16, headers: impl IntoIterator<Item = (N, V)>) -> Result<Self, Error>
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let status = StatusCode::from_u16(status).map_err(|_| {
            let message = format!("the response's status {status} is not an HTTP status; expected three digits");
            Error::new(code::RESPONSE_STATUS, message)
        })?;
        let lines = headers.into_iter().filter_map(|(name, value)| {
            let name = HeaderName::from_bytes(name.as_ref()).ok()?;
            Some((name, HeaderValue::from_bytes(value.as_ref()).ok()?))
        });
        let mut held = HeaderMap::new();
        for (name, value) in lines {
            // A `HeaderMap` holds at most 32768 names. Further lines are dropped like invalid ones.
            let _ = held.try_append(name, value);
        }
        Ok(Self { status, headers: held })
    }
}
