//! Any request to the mock service. It must not cause a panic, and the decision before its body has to match the reply
//! after it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::mock::{request, send, with_carriers};
use waybill_mock::service::{Admission, MockService};

thread_local! {
    static MOCK: MockService = with_carriers();
}

fuzz_target!(|data: &[u8]| {
    let Some(request) = request(data) else { return };
    MOCK.with(|mock| {
        let (head, body) = request.into_parts();
        let admitted = mock.admit(&head);
        let _ = mock.effort(&head, body.len());
        let request = http::Request::from_parts(head, body);
        let answer = send(mock, &request);
        if let Admission::Reply(reply) = admitted {
            assert_eq!(reply.response.status(), answer.status());
        }
    });
});
