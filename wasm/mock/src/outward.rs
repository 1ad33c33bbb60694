//! Output to JavaScript: the mock service's values as plain camelCase objects.
//!
//! Conversions destructure values completely (no `..`, no `_`), so that a new member does not compile here until it is
//! converted.

use std::time::Duration;

use http::Response;
use serde::Serialize;
use waybill_base::error::code;
use waybill_base::time::millis_of_span;
use waybill_mock::service::{ImportError, ServiceSummary};

/// An error, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `import.refused`.
    pub code: &'static str,
    /// A message that tells the cause, the location, and the next step.
    pub message: String,
}

impl Failure {
    /// Returns the error for a value that does not have its documented type. It does not contain the value.
    #[must_use]
    pub fn misshaped(what: &str) -> Failure {
        let message = format!("{what} not of the documented type; see the type declarations of the package");
        Failure { code: code::BOUNDARY_SHAPE.as_str(), message }
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Failure {
        let code = if error.needs_soap() { code::IMPORT_NEEDS_SOAP } else { code::IMPORT_REFUSED };
        Failure { code: code.as_str(), message: error.to_string() }
    }
}

/// An entry of the list of services.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServiceOut {
    id: String,
    path: String,
    operations: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unserved: Option<String>,
}

impl From<ServiceSummary> for ServiceOut {
    fn from(summary: ServiceSummary) -> ServiceOut {
        let ServiceSummary { id, path, operations, unserved } = summary;
        ServiceOut { id, path, operations, unserved }
    }
}

/// The head of a reply, and the time to wait before it is sent. Each character of a header value is a byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HeadOut {
    status: u16,
    headers: Vec<(String, String)>,
    after_ms: i64,
}

impl HeadOut {
    /// Creates the head of a reply that is sent after this time.
    #[must_use]
    pub fn new(response: &Response<Vec<u8>>, delay: Duration) -> HeadOut {
        let header = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
            (name.to_string(), value.as_bytes().iter().map(|byte| char::from(*byte)).collect())
        };
        let headers = response.headers().iter().map(header).collect();
        HeadOut { status: response.status().as_u16(), headers, after_ms: millis_of_span(delay) }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_byte_of_a_header_is_a_character() {
        let mut response = Response::new(Vec::new());
        response.headers_mut().insert("x-name", HeaderValue::from_bytes(&[0xe9]).unwrap());
        let HeadOut { status, headers, after_ms } = HeadOut::new(&response, Duration::from_millis(7));
        assert_eq!((status, after_ms), (200, 7));
        assert_eq!(headers, [("x-name".to_owned(), "é".to_owned())]);
    }
}
