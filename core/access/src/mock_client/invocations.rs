//! The request log of a service.

use serde::Serialize;
use serde_json::Value;
use waybill_base::error::{Error, code};
use waybill_base::internal::ErrorExt as _;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, other_server, with_status};
use super::members;
use super::service_path::service_path;

/// Base path, followed by the service's name and version.
const PATH: &str = "/api/invocations";

/// A page of the request log of one service.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InvocationPage {
    /// Entries in the service's order; `waybill mock` returns the newest first.
    pub entries: Vec<Invocation>,
    /// Number of entries on all pages, if the service reports it.
    pub total: Option<u64>,
}

/// A logged request to a mocked service, and its response. Fields that a service does not report are `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    /// Time of the request, in milliseconds since the Unix epoch.
    pub timestamp: Option<i64>,
    /// The operation that the request named.
    pub operation: Option<String>,
    /// The request.
    pub request: Option<LoggedMessage>,
    /// The response.
    pub response: Option<LoggedMessage>,
    /// Milliseconds until the response.
    pub duration_ms: Option<f64>,
    /// True if a mocked response was served.
    pub valid: Option<bool>,
    /// Reason for which the request was rejected.
    pub reason: Option<String>,
    /// The entry's JSON.
    pub json: String,
}

/// A logged request or response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoggedMessage {
    /// Method of a request.
    pub method: Option<String>,
    /// Path of a request.
    pub path: Option<String>,
    /// Status of a response.
    pub status: Option<u16>,
    /// Names and values of the headers.
    pub headers: Vec<(String, Vec<String>)>,
    /// Body; of a long one only the beginning.
    pub body: Option<String>,
}

/// Returns the path of a service's log.
pub(super) fn path(service: &str, version: &str) -> Result<String, Error> {
    service_path(PATH, service, version)
}

pub(super) fn request(url: &str, path: &str, page: Option<u32>, size: Option<u32>) -> Result<MockRequest, Error> {
    if size == Some(0) {
        let error = Error::new(
            code::LOG_PAGE,
            "a page of the request log must have at least one entry; 0 were requested".to_owned(),
        );
        return Err(error.remedy("request pages of at least one entry"));
    }
    let parameters = [("page", page), ("size", size)];
    let given = parameters.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    let query = given.collect::<Vec<_>>().join("&");
    Ok(MockRequest::get(url, &if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }))
}

/// Parses a page: a list, or an object with a list in `content`, which is Spring's format.
pub(super) fn read(url: &str, path: &str, answer: &MockAnswer) -> Result<InvocationPage, Error> {
    if let (true, Some(reason)) = (answer.status().is_client_error(), answer.reason()) {
        return Err(with_status(
            Error::new(code::LOG_PAGE, format!("the request log is not available: {reason}")),
            answer,
        ));
    }
    answer.check_complete("a page of the request log")?;
    let counted = answer.header("x-total-count").and_then(|text| text.trim().parse().ok());
    let (entries, total) = match (answer.status().is_success(), members::read(&answer.body)) {
        (true, Value::Array(entries)) => (entries, counted),
        (true, Value::Object(mut page)) if page.get("content").is_some_and(Value::is_array) => {
            let total = page.get("totalElements").and_then(Value::as_u64).or(counted);
            (page.get_mut("content").and_then(Value::as_array_mut).map(std::mem::take).unwrap_or_default(), total)
        }
        _ => return Err(other_server(url, path, &describe_status(answer.status(), "a list of requests"))),
    };
    Ok(InvocationPage { entries: entries.iter().map(read_entry).collect(), total })
}

fn read_entry(entry: &Value) -> Invocation {
    let message = |name: &str| entry.get(name).filter(|message| message.is_object()).map(read_message);
    Invocation {
        timestamp: ["timestamp", "timestampEpoch", "invocationTimestamp"]
            .iter()
            .find_map(|name| entry.get(name)?.as_i64()),
        operation: ["operation", "operationName"].iter().find_map(|name| members::text(entry, name)),
        request: message("request"),
        response: message("response"),
        duration_ms: ["durationMs", "duration"].iter().find_map(|name| entry.get(name)?.as_f64()),
        valid: entry.get("valid").and_then(Value::as_bool),
        reason: members::text(entry, "reason"),
        json: entry.to_string(),
    }
}

fn read_message(message: &Value) -> LoggedMessage {
    let headers = message.get("headers").unwrap_or(&Value::Null);
    let names = headers.as_object().into_iter().flatten().map(|(name, _)| name);
    let headers = names.map(|name| (name.clone(), members::texts(headers, name))).collect();
    LoggedMessage {
        method: members::text(message, "method"),
        path: members::text(message, "path"),
        status: message.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok()),
        headers,
        body: members::text(message, "body"),
    }
}
