//! `/rest/<ServiceName>/<version>/...`.

use http::Request;
use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use crate::catalogue::ServiceId;
use crate::response::Exchange;
use crate::rest::{RestRequest, RestService};

pub(super) fn serve_rest(
    mock: &MockService,
    id: &ServiceId,
    rest: &RestService,
    path: &str,
    request: &Request<Vec<u8>>,
    now: Timestamp,
) -> Exchange {
    let call = RestRequest {
        method: request.method(),
        path,
        query: request.uri().query().unwrap_or_default(),
        headers: request.headers(),
        body: request.body(),
        options: mock.sample_options(now),
    };
    rest.serve(&call, mock.settings.validates(id))
}
