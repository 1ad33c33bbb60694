//! Reads what an API says of its error in a form that is a standard: problem details (RFC 9457), and the id of the request.

use ::http::HeaderMap;
use ::http::header::CONTENT_TYPE;
use serde_json::{Map, Value};
use waybill_base::error::{ErrorResponse, ProblemDetails};
use waybill_base::secret::Secret;

use crate::foreign_text::clean_text;

/// The characters of a member that are kept.
const MAX_CHARACTERS: usize = 200;

/// The headers that name a request, in the order they are asked for. No standard has one; these are in use.
const REQUEST_ID_HEADERS: [&str; 5] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-request-id"];

/// The problem details of an answer, where it has some: no member that repeats what was sent.
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

/// The id of a request, from the answer's headers, else from those that were sent.
pub(crate) fn find_request_id(answered: &HeaderMap, sent: &HeaderMap) -> Option<String> {
    [answered, sent].into_iter().find_map(|headers| {
        REQUEST_ID_HEADERS.iter().find_map(|name| clean_text(headers.get(*name)?.to_str().ok()?, MAX_CHARACTERS, []))
    })
}
