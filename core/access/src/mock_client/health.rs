//! The health of the mock service. Detects another server at its address.

use http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use waybill_base::error::Error;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, name_status, other_server};
use super::members;

/// Path of the health endpoint.
const PATH: &str = "/api/health";

/// The health of the mock service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MockHealth {
    /// True if its status is `UP`. Otherwise it is still importing the files it was started with.
    pub is_up: bool,
    /// Files that it was started with and could not import, if it lists them.
    pub failed: Vec<FailedFile>,
}

/// A file that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FailedFile {
    /// Path of the file.
    pub file: String,
    /// Reason of the failure.
    pub reason: String,
}

/// The meaning of a health response.
pub(super) enum HealthAnswer {
    Told(MockHealth),
    /// A proxy in front of the service responded that there is no service yet.
    NotYet(String),
}

pub(super) fn request(url: &str) -> MockRequest {
    MockRequest::get(url, PATH)
}

/// Parses a health response.
///
/// # Errors
/// If another server responds, so that a retry cannot succeed.
pub(super) fn read(url: &str, answer: &MockAnswer) -> Result<HealthAnswer, Error> {
    let status = answer.status();
    if !answer.complete {
        return Ok(HealthAnswer::NotYet("its reply is incomplete".to_owned()));
    }
    let said = members::read(&answer.body);
    let failed = members::list(&said, "failed").iter().filter_map(read_failed).collect();
    match (status, said.get("status").and_then(Value::as_str)) {
        (StatusCode::OK, Some("UP")) => Ok(HealthAnswer::Told(MockHealth { is_up: true, failed })),
        // Microcks, which has the same endpoints, reports its health by the status alone.
        (StatusCode::OK, None) if answer.body.is_empty() => Ok(HealthAnswer::Told(MockHealth { is_up: true, failed })),
        (StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE, Some("DOWN")) => {
            Ok(HealthAnswer::Told(MockHealth { is_up: false, failed }))
        }
        (StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT, _) => {
            Ok(HealthAnswer::NotYet(format!("the reply is {}", name_status(status))))
        }
        _ => Err(other_server(url, PATH, &describe_status(status, "a status of UP or DOWN"))),
    }
}

fn read_failed(failed: &Value) -> Option<FailedFile> {
    Some(FailedFile { file: members::text(failed, "file")?, reason: members::text(failed, "reason")? })
}
