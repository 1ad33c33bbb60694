//! How the mock service is, or that another server answers at its address.

use http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use waybill_base::error::Error;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, name_status, other_server};
use super::members;

/// Where it says how it is.
const PATH: &str = "/api/health";

/// How the mock service is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MockHealth {
    /// Whether it is `UP`; otherwise it still imports what it was started with.
    pub is_up: bool,
    /// The files that it was started with and could not import, where it says so.
    pub failed: Vec<FailedFile>,
}

/// A file that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FailedFile {
    /// Its path.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// What an answer says.
pub(super) enum HealthAnswer {
    Told(MockHealth),
    /// Whoever stands in front of it says that nothing is there yet.
    NotYet(String),
}

pub(super) fn request(url: &str) -> MockRequest {
    MockRequest::get(url, PATH)
}

/// Reads an answer.
///
/// # Errors
/// Where asking again changes nothing: another server answers.
pub(super) fn read(url: &str, answer: &MockAnswer) -> Result<HealthAnswer, Error> {
    let status = answer.status();
    if !answer.complete {
        return Ok(HealthAnswer::NotYet("its answer broke off".to_owned()));
    }
    let said = members::read(&answer.body);
    let failed = members::list(&said, "failed").iter().filter_map(read_failed).collect();
    match (status, said.get("status").and_then(Value::as_str)) {
        (StatusCode::OK, Some("UP")) => Ok(HealthAnswer::Told(MockHealth { is_up: true, failed })),
        // Microcks, which speaks the same paths, says so by the status alone.
        (StatusCode::OK, None) if answer.body.is_empty() => Ok(HealthAnswer::Told(MockHealth { is_up: true, failed })),
        (StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE, Some("DOWN")) => {
            Ok(HealthAnswer::Told(MockHealth { is_up: false, failed }))
        }
        (StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT, _) => {
            Ok(HealthAnswer::NotYet(format!("the answer is {}", name_status(status))))
        }
        _ => Err(other_server(url, PATH, &describe_status(status, "a status of UP or DOWN"))),
    }
}

fn read_failed(failed: &Value) -> Option<FailedFile> {
    Some(FailedFile { file: members::text(failed, "file")?, reason: members::text(failed, "reason")? })
}
