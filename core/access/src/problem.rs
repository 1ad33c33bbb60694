//! Reads the problem details (RFC 9457) and the request id of an API's error response.

use ::http::HeaderMap;
use ::http::header::CONTENT_TYPE;
use serde_json::{Map, Value};
use waybill_base::error::{ErrorResponse, ProblemDetails};
use waybill_base::secret::Secret;

use crate::foreign_text::clean_text;

/// Maximum number of characters kept of a member.
const MAX_CHARACTERS: usize = 200;

/// Headers with a request id, in order of preference. No standard defines one; these are in use.
const REQUEST_ID_HEADERS: [&str; 5] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-request-id"];

/// Returns the problem details of a response, if it has any. Members that repeat the credential are dropped.
pub(crate) fn read_problem(response: &ErrorResponse, sent: Option<&Secret>) -> Option<ProblemDetails> {
    let media_type = response.head.headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/problem+json") {
        return None;
    }
    let members: Map<String, Value> = serde_json::from_slice(&response.body).ok()?;
    let text = |name: &str| clean_text(members.get(name)?.as_str()?, MAX_CHARACTERS, sent);
    let problem =
        ProblemDetails { kind: text("type"), title: text("title"), detail: text("detail"), instance: text("instance") };
    (problem != ProblemDetails::default()).then_some(problem)
}

/// Returns the request id from the response's headers, else from the request's.
pub(crate) fn find_request_id(answered: &HeaderMap, sent: &HeaderMap) -> Option<String> {
    [answered, sent].into_iter().find_map(|headers| {
        REQUEST_ID_HEADERS.iter().find_map(|name| clean_text(headers.get(*name)?.to_str().ok()?, MAX_CHARACTERS, []))
    })
}
