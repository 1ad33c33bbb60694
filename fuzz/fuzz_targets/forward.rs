//! Forwards any request of an app. Forwarded requests keep the path of their operation and contain only the session's
//! tenant, and no header that identifies the sender.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::forward::{AllowList, Forwarder, InboundRequest, Received, Session};
use waybill_core::{RequestHead, Timestamp};
use waybill_fuzz::access::{Host, Servers, engine, split};

const LIST: &str = r#"{"tenant": {"claim": "tenant"}, "operations": [
    {"name": "order", "route": "commerce", "method": "GET", "template": "/orders/{id}", "path": {"id": {"any": "fuzzed"}},
     "query": {"q": {"any": "fuzzed"}}, "requestHeaders": ["x-a"]}]}"#;

/// Headers that a forwarded request may have.
const HEADERS: [&str; 3] = ["authorization", "x-a", "x-tenant"];

/// Servers that accept every request.
struct Platform;

impl Servers for Platform {}

/// Checks that a request is of the listed operation and of the session's tenant.
fn check_forwarded(head: &RequestHead) {
    let path = head.url.strip_prefix("https://commerce.sandbox.example/api/orders/");
    let id = path.map(|rest| rest.split('?').next().unwrap_or_default());
    let is_segment = |id: &str| !id.is_empty() && !id.contains(['/', '\\', '#']) && !matches!(id, "." | "..");
    assert!(id.is_some_and(is_segment), "{}", head.url);
    let tenants: Vec<_> = head.headers.get_all("x-tenant").iter().collect();
    assert_eq!(tenants, ["acme"]);
    assert!(head.headers.keys().all(|name| HEADERS.contains(&name.as_str())), "{:?}", head.headers.keys());
}

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
    let mut engine = engine(None);
    let mut host = Host::new(&mut engine, &Platform, 0);
    host.send(permitted.call);
    assert_eq!(host.sent.len() + host.failures.len(), 1, "{:?} {:?}", host.sent, host.failures);
    // Only the request itself can be at fault.
    assert!(host.failures.iter().all(|error| error.code.as_str().starts_with("request.")), "{:?}", host.failures);
    for head in &host.sent {
        check_forwarded(head);
    }
});
