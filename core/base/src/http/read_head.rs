//! The head of an answer, from what a client library gives.

use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::ResponseHead;
use crate::error::{Error, code};

impl ResponseHead {
    /// Builds a head from what a client library gives: a status and header lines, in the order they came.
    ///
    /// Header lines that HTTP cannot hold are dropped: no reader needs them, and no answer is lost for them.
    ///
    /// # Errors
    /// `response.status` where `status` is not of three digits (100 to 999).
    pub fn new<N, V>(status: u16, headers: impl IntoIterator<Item = (N, V)>) -> Result<Self, Error>
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let status = StatusCode::from_u16(status).map_err(|_| {
            let message = format!("the answer's status {status} is no HTTP status; expected three digits");
            Error::new(code::RESPONSE_STATUS, message)
        })?;
        let lines = headers.into_iter().filter_map(|(name, value)| {
            let name = HeaderName::from_bytes(name.as_ref()).ok()?;
            Some((name, HeaderValue::from_bytes(value.as_ref()).ok()?))
        });
        let mut held = HeaderMap::new();
        for (name, value) in lines {
            // More than 32768 names fit in no `HeaderMap`; what is over is dropped like any other unusable line.
            let _ = held.try_append(name, value);
        }
        Ok(Self { status, headers: held })
    }
}
