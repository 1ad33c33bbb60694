//! A request to an imported operation: the first byte selects the service, then come the action, a zero byte, and the
//! body. The reply has to be small and repeatable, and the request has to be logged.
#![no_main]

use http::Request;
use libfuzzer_sys::fuzz_target;
use waybill_fuzz::access::split;
use waybill_fuzz::mock::{get, send, with_carriers};
use waybill_mock::service::MockService;

thread_local! {
    static MOCK: MockService = with_carriers();
}

fuzz_target!(|data: &[u8]| {
    let (service, rest) = data.split_first().map_or((0, data), |(first, rest)| (usize::from(*first), rest));
    let (action, body) = split(rest);
    MOCK.with(|mock| {
        let mut services = mock.services();
        services.retain(|service| service.path.starts_with("/soap/"));
        let Some(service) = services.get(service % services.len()) else { return };
        let request = Request::post(&service.path).header("soapaction", action).header("content-type", "text/xml");
        let Ok(request) = request.body(body.to_vec()) else { return };
        send(mock, &request);
        let path = service.path.replacen("/soap/", "/api/invocations/", 1);
        assert!(send(mock, &get(&format!("{path}?size=1"))).status().is_success());
    });
});
