//! `/rest/<ServiceName>/<version>/...`.

use http::Request;
use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use super::mocked::{self, Answered};
use super::unknown;
use crate::catalogue::ServiceId;
use crate::rest::RestRequest;

pub(super) fn serve_rest(
    mock: &MockService,
    id: &ServiceId,
    path: &str,
    request: &Request<Vec<u8>>,
    now: Timestamp,
) -> Answered {
    let service = mock.catalogue.find(id);
    let Some(rest) = service.as_ref().and_then(|service| service.rest()) else {
        return unknown::service_problem(&mock.catalogue, id).into_response().into();
    };
    let call = RestRequest {
        method: request.method(),
        path,
        query: request.uri().query().unwrap_or_default(),
        headers: request.headers(),
        body: request.body(),
        options: mock.sample_options(now),
    };
    mocked::record(mock, id, rest.serve(&call, mock.settings.validates(id)), request, now)
}
