//! A failed call of a forwarded request.

use serde::Deserialize;
use waybill_base::error::{Error, ErrorResponse, Retry, code};
use waybill_base::time::span_of_millis;

use crate::http::{NameValue, ResponseHead};

/// A failed call, as the driver's error describes it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FailedCall {
    code: String,
    message: String,
    retry_after_ms: Option<i64>,
    status: Option<u16>,
    response: Option<FailedResponse>,
}

/// The error response of a failed call, without its body.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FailedResponse {
    headers: Vec<NameValue>,
    complete: bool,
}

impl FailedCall {
    /// Returns the error, with the body of its response. An unknown code becomes the code of a defect.
    #[must_use]
    pub fn with_body(self, body: Vec<u8>) -> Error {
        let FailedCall { code: name, message, retry_after_ms, status, response } = self;
        let code = code::find(&name).unwrap_or(code::CLIENT_CRASHED);
        let mut error = Error::new(code, message);
        error.retry = retry_after_ms.map_or(Retry::Never, |millis| Retry::After(span_of_millis(millis)));
        error.status = status;
        let response = status.zip(response).and_then(|(status, FailedResponse { headers, complete })| {
            let head = ResponseHead { status, headers }.try_into().ok()?;
            Some(Box::new(ErrorResponse { head, body, complete }))
        });
        error.response = response;
        error
    }
}
