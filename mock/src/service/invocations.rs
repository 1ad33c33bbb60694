//! `GET /api/invocations/<ServiceName>/<version>`: the request log of one service, in pages.

use http::{HeaderName, Request, Response, StatusCode};

use super::mock_service::MockService;
use super::{query, unknown};
use crate::catalogue::ServiceId;
use crate::log::Page;
use crate::response::{Problem, add_header, respond_json};

/// Header with the number of entries on all pages.
const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// Default number of entries on a page.
const SIZE: usize = 20;

pub(super) fn list_invocations(mock: &MockService, id: &ServiceId, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    if mock.catalogue.find(id).is_none() {
        return unknown::service_problem(&mock.catalogue, id).into_response();
    }
    match parameter(request, "page", 0, 0).and_then(|page| Ok((page, parameter(request, "size", SIZE, 1)?))) {
        Ok((page, size)) => {
            let Page { entries, total } = mock.log.page(id, page, size);
            add_header(respond_json(StatusCode::OK, &entries), TOTAL, &total.to_string())
        }
        Err(problem) => problem.into_response(),
    }
}

/// Returns a query parameter that is a whole number of at least `least`.
fn parameter(request: &Request<Vec<u8>>, name: &str, default: usize, least: usize) -> Result<usize, Problem> {
    let Some(text) = query::value(request.uri(), name) else { return Ok(default) };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number too large for `usize` exceeds any log, so the maximum is equivalent.
    let number = if digits { Some(text.parse().unwrap_or(usize::MAX)) } else { None };
    number.filter(|number| *number >= least).ok_or_else(|| {
        let sentence = format!("`{name}` is `{text}`; expected a whole number of at least {least}");
        Problem::new(StatusCode::BAD_REQUEST, "No such page of the log", sentence)
    })
}
