//! Forwards any request of an app. Forwarded requests keep the path of their operation and contain only the session's
//! tenant, and no header that identifies the sender.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::forward::{AllowList, Forwarder, InboundRequest, Received, Session};
use waybill_core::{Action, Timestamp};
use waybill_fuzz::access::{engine, split};

const LIST: &str = r#"{"tenant": {"claim": "tenant"}, "operations": [
    {"name": "order", "route": "commerce", "method": "GET", "template": "/orders/{id}", "path": {"id": {"any": "fuzzed"}},
     "query": {"q": {"any": "fuzzed"}}, "requestHeaders": ["x-a"]}]}"#;

fuzz_target!(|data: &[u8]| {
    let (target, rest) = split(data);
    let (name, value) = split(rest);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let request = InboundRequest {
        request_id: "r".to_owned(),
        method: "GET".to_owned(),
        target: format!("/orders/{}", text(target)),
        headers: vec![(text(name), text(value)), ("x-a".to_owned(), text(value))],
        has_body: false,
    };
    let Ok(list) = AllowList::read(LIST.as_bytes()) else { panic!("the list is read") };
    let Ok(session) = Session::read("user", br#"{"tenant": "acme"}"#) else { panic!("the session is read") };
    let mut forwarder = Forwarder::new(list);
    let now = Timestamp::from_millis(0);
    let Received::Authorize(authorization) = forwarder.receive(&request, Some(&session), now) else { return };
    let Ok(permitted) = forwarder.permit(authorization.id) else { panic!("it waits for the decision") };
    let mut call = permitted.call;
    call.route = waybill_core::Route::Commerce { tenant: "acme".to_owned() };
    // Without a token, the engine sends a token request first. The call's own headers are checked when it begins.
    let mut engine = engine(None);
    let begun = engine.begin(call, now);
    for action in begun.step.actions {
        if let Action::Send { head, .. } = action {
            assert!(head.headers.get("x-tenant").is_none_or(|tenant| tenant == "acme"));
            assert!(head.headers.get("x-seller-id").is_none());
        }
    }
});
