//! Tests with a back end's list, and well-behaved and malicious apps.

mod answers;
mod lists;

use serde_json::json;
use waybill_access::{Call, Route};
use waybill_base::error::code;
use waybill_base::http::RequestBody;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::*;

const KEY: &str = "canary-api-key-0123456789";

/// Returns the list of a shop's back end: flows of the platform, orders of the user's tenant, a search for the user's
/// seller.
fn list() -> AllowList {
    let list = json!({
        "tenant": {"claim": "tenant"}, "seller": {"claim": "seller"},
        "origins": ["https://app.example"],
        "limits": {"bodyBytes": 1000, "headerBytes": 400, "timeoutSeconds": 10, "concurrent": 3, "requestsPerMinute": 60},
        "operations": [
            {"name": "run-flow", "route": "platform", "method": "POST", "template": "/flows/{flowId}/execute",
             "path": {"flowId": {"pattern": "[a-z0-9-]{1,36}"}}, "query": {"mode": {"oneOf": ["test", "live"], "required": true}},
             "requestHeaders": ["Accept-Language"], "mediaTypes": ["application/json"], "bodyBytes": 100, "errorBodies": [409, 422]},
            {"name": "own-orders", "route": "commerce", "method": "GET", "template": "/users/{userId}/orders",
             "path": {"userId": {"claim": "sub"}}, "query": {"shop": {"claim": "shops"}, "page": {"pattern": "[0-9]+"}},
             "answerHeaders": ["content-type", "etag", "x-total"]},
            {"name": "latest-flow", "route": "platform", "method": "GET", "template": "/flows/latest"},
            {"name": "flow", "route": "platform", "method": "GET", "template": "/flows/{flowId}",
             "path": {"flowId": {"any": "the flows table says whose it is"}}},
            {"name": "search", "route": "commerce-proxy", "method": "GET", "template": "/search",
             "query": {"q": {"any": "a text of the user"}}}
        ]
    });
    AllowList::read(list.to_string().as_bytes()).unwrap()
}

fn session(claims: &str) -> Session {
    Session::read("user-1", claims.as_bytes()).unwrap()
}

fn usual() -> Session {
    session(r#"{"sub": "user-1", "tenant": "acme", "seller": "s-9", "shops": ["north"]}"#)
}

fn request(method: &str, target: &str, headers: &[(&str, &str)]) -> InboundRequest {
    InboundRequest {
        request_id: "r-1".to_owned(),
        method: method.to_owned(),
        target: target.to_owned(),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        has_body: headers.iter().any(|(name, _)| matches!(*name, "content-length" | "transfer-encoding")),
    }
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Returns the call for a permitted request.
fn forwarded(request: &InboundRequest, session: &Session) -> Result<Call, RefusedRequest> {
    let mut forwarder = Forwarder::new(list());
    match forwarder.receive(request, Some(session), at(0)) {
        Received::Authorize(Authorization { id, .. }) => Ok(forwarder.permit(id).unwrap().call),
        Received::Refused(refusal) => Err(refusal),
        Received::Answered(head) => panic!("{head:?}"),
    }
}

fn status(request: &InboundRequest) -> u16 {
    forwarded(request, &usual()).map_or_else(|refusal| refusal.head.status, |_| 200)
}

const JSON_BODY: [(&str, &str); 2] = [("content-type", "application/json; charset=utf-8"), ("content-length", "2")];

#[test]
fn listed_request_is_rebuilt_from_listed_parts_only() {
    let mut headers = JSON_BODY.to_vec();
    headers.extend([("Accept-Language", "de"), ("x-other", "1"), ("cookie", "a=b"), ("authorization", "Bearer app")]);
    let mut forwarder = Forwarder::new(list());
    let received =
        forwarder.receive(&request("POST", "/fl%6Fws/f-1/execute?mode=test", &headers), Some(&usual()), at(0));
    let Received::Authorize(authorization) = received else { panic!("{received:?}") };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!((authorization.user.as_str(), authorization.operation.as_str()), ("user-1", "run-flow"));
    assert_eq!(authorization.parameters, [pair("flowId", "f-1"), pair("mode", "test")]);
    let Permitted { call, body_bytes } = forwarder.permit(authorization.id).unwrap();
    assert_eq!((call.route, call.template.as_str(), body_bytes), (Route::Platform, "/flows/{flowId}/execute", 100));
    assert_eq!(call.headers, [pair("accept-language", "de"), pair("content-type", "application/json; charset=utf-8")]);
    assert_eq!((call.body, call.deadline), (RequestBody::Caller { replayable: false }, Some(at(10_000))));
}

#[test]
fn tenant_and_seller_come_from_the_session() {
    let headers = [("x-tenant", "other"), ("x-seller-id", "other")];
    let call = forwarded(&request("GET", "/users/user-1/orders", &headers), &usual()).unwrap();
    assert_eq!((call.route, call.headers.len()), (Route::Commerce { tenant: "acme".to_owned() }, 0));
    let call = forwarded(&request("GET", "/search?q=a%26b", &headers), &usual()).unwrap();
    assert_eq!(call.route, Route::CommerceProxy { seller: "s-9".to_owned() });
    for claims in [r#"{"sub": "user-1", "shops": "n"}"#, r#"{"sub": "user-1", "shops": "n", "tenant": ["a", "b"]}"#] {
        let refused = forwarded(&request("GET", "/users/user-1/orders", &[]), &session(claims)).unwrap_err();
        assert_eq!(refused.head.status, 404);
        assert!(refused.log.contains("no single value of the claim `tenant`"), "{}", refused.log);
    }
}

#[test]
fn bound_parameters_must_match_the_claims_of_the_user() {
    assert_eq!(status(&request("GET", "/users/user-2/orders", &[])), 404, "another user's object");
    assert_eq!(status(&request("GET", "/users/user-1/orders?shop=south", &[])), 404);
    let call = forwarded(&request("GET", "/users/user-1/orders", &[]), &usual()).unwrap();
    assert_eq!(call.query, [("shop".to_owned(), "north".to_owned())]);
    let many = session(r#"{"sub": "user-1", "tenant": "acme", "shops": ["north", "south"]}"#);
    assert!(forwarded(&request("GET", "/users/user-1/orders", &[]), &many).is_err());
    assert!(forwarded(&request("GET", "/users/user-1/orders?shop=south", &[]), &many).is_ok());
}

#[test]
fn unlisted_request_is_not_found() {
    for target in [
        "/",
        "/flows",
        "/flows/f-1/execute",
        "/flows/f-1/execute?mode=other",
        "/flows/f-1/execute?mode=test&x=1",
        "/flows/f-1/execute?mode=test&mode=live",
        "/flows/F-1/execute?mode=test",
        "/flows/f-1%0a/execute?mode=test",
        "/flows/../keys",
        "/flows/%2e%2e/execute?mode=test",
        "//flows/f-1/execute?mode=test",
        "/flows/f-1/execute/?mode=test",
        "/flows;a/f-1/execute?mode=test",
        "http://other.example/flows/f-1/execute?mode=test",
        "/flows/a%2f..%2fb/execute?mode=test",
        "/flows/%252e/execute?mode=test",
    ] {
        assert_eq!(status(&request("POST", target, &JSON_BODY)), 404, "{target}");
    }
    assert_eq!(status(&request("DELETE", "/flows/f-1", &[])), 404);
    assert_eq!(status(&request("get", "/flows/f-1", &[])), 404, "methods have one spelling");
    let overridden = [("x-http-method-override", "DELETE"), ("x-original-url", "/keys")];
    let call = forwarded(&request("GET", "/flows/f-1", &overridden), &usual()).unwrap();
    assert_eq!((call.method.as_str(), call.headers.len()), ("GET", 0));
}

#[test]
fn a_literal_path_comes_before_one_with_parameters() {
    let name = |target: &str| match Forwarder::new(list()).receive(&request("GET", target, &[]), Some(&usual()), at(0))
    {
        Received::Authorize(authorization) => authorization.operation,
        other => panic!("{other:?}"),
    };
    assert_eq!((name("/flows/latest").as_str(), name("/flows/other").as_str()), ("latest-flow", "flow"));
}

#[test]
fn ambiguous_request_is_malformed() {
    let target = "/flows/f-1/execute?mode=test";
    for headers in [
        &[("content-length", "2"), ("transfer-encoding", "chunked")][..],
        &[("content-length", "2"), ("content-length", "3")],
        &[("content-length", "2"), ("Content-Length", "2")],
        &[("content-length", "+2")],
        &[("content-length", "")],
        &[("transfer-encoding", "gzip, chunked")],
        &[("transfer-encoding", "xchunked")],
        &[("transfer-encoding", "chunked"), ("transfer-encoding", "identity")],
        &[("accept-language", "de\r\nx-tenant: other")],
        &[("accept\r\n-language", "de")],
        &[("bad name", "x")],
        &[("content-type", "application/json"), ("content-type", "text/plain")],
    ] {
        assert_eq!(status(&request("POST", target, headers)), 400, "{headers:?}");
    }
    assert_eq!(status(&request("PO ST", target, &[])), 400);
}

#[test]
fn headers_named_by_connection_are_dropped() {
    let mut headers = JSON_BODY.to_vec();
    headers.extend([("accept-language", "de"), ("connection", "close, Accept-Language")]);
    let call = forwarded(&request("POST", "/flows/f/execute?mode=test", &headers), &usual()).unwrap();
    assert!(call.headers.iter().all(|(name, _)| name == "content-type"), "{:?}", call.headers);
}

#[test]
fn limits_have_statuses_of_their_own() {
    let target = "/flows/f/execute?mode=test";
    let body = |media_type, length| [("content-type", media_type), ("content-length", length)];
    assert_eq!(status(&request("POST", target, &body("application/json", "100"))), 200);
    assert_eq!(status(&request("POST", target, &body("application/json", "101"))), 413);
    assert_eq!(status(&request("POST", target, &body("application/json", "99999999999999999999999"))), 413);
    assert_eq!(status(&request("POST", target, &body("text/plain", "2"))), 415);
    assert_eq!(status(&request("POST", target, &[("content-length", "2")])), 415);
    assert_eq!(status(&request("GET", "/flows/f", &JSON_BODY)), 415, "the list names no body");
    let long = "a".repeat(400);
    assert_eq!(status(&request("GET", "/flows/f", &[("x", &long)])), 431);
    let mut forwarder = Forwarder::new(list());
    let mut ask = |millis| forwarder.receive(&request("GET", "/nothing", &[]), Some(&usual()), at(millis));
    for _ in 0..60 {
        assert!(matches!(ask(0), Received::Refused(refusal) if refusal.head.status == 404));
    }
    let Received::Refused(refusal) = ask(0) else { panic!("too many") };
    assert!(refusal.head.status == 429 && refusal.head.headers.contains(&("retry-after".to_owned(), "1".to_owned())));
    assert!(matches!(ask(1000), Received::Refused(refusal) if refusal.head.status == 404));
}

#[test]
fn so_many_are_under_way_and_no_more() {
    let mut forwarder = Forwarder::new(list());
    let mut ids = Vec::new();
    for _ in 0..3 {
        let Received::Authorize(authorization) =
            forwarder.receive(&request("GET", "/flows/f", &[]), Some(&usual()), at(0))
        else {
            panic!("under the limit")
        };
        ids.push(authorization.id);
    }
    let over = forwarder.receive(&request("GET", "/flows/f", &[]), Some(&usual()), at(0));
    assert!(matches!(over, Received::Refused(refusal) if refusal.head.status == 429));
    assert_eq!(forwarder.deny(ids[0]).unwrap().head.status, 404);
    assert_eq!(forwarder.live_count(), 2);
    assert_eq!(forwarder.permit(ids[0]).unwrap_err().code, code::FORWARD_REQUEST);
    forwarder.permit(ids[1]).unwrap();
    assert_eq!(forwarder.permit(ids[1]).unwrap_err().code, code::FORWARD_REQUEST, "each is decided once");
    assert_eq!(forwarder.refuse_body(ids[1]).unwrap().head.status, 413);
    forwarder.end(ids[2]);
    forwarder.end(ids[2]);
    assert_eq!(forwarder.live_count(), 0);
}

#[test]
fn request_without_session_is_always_401() {
    let mut forwarder = Forwarder::new(list());
    for target in ["/flows/f", "/nothing", "/../x"] {
        let Received::Refused(refusal) = forwarder.receive(&request("GET", target, &[]), None, at(0)) else {
            panic!("no session")
        };
        assert_eq!(refusal.head.status, 401);
        let body: serde_json::Value = serde_json::from_slice(&refusal.body).unwrap();
        assert_eq!(body, json!({"type": "about:blank", "title": "sign in first", "status": 401, "requestId": "r-1"}));
    }
}

#[test]
fn pages_of_listed_origins_may_ask_and_no_others() {
    let mut forwarder = Forwarder::new(list());
    let question = |origin, method| {
        request("OPTIONS", "/flows/f/execute", &[("origin", origin), ("access-control-request-method", method)])
    };
    let Received::Answered(head) = forwarder.receive(&question("https://app.example", "POST"), None, at(0)) else {
        panic!("a listed origin")
    };
    let field = |name: &str| head.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str());
    assert_eq!((head.status, field("access-control-allow-origin")), (204, Some("https://app.example")));
    assert_eq!(field("access-control-allow-headers"), Some("accept-language, authorization, content-type"));
    for (origin, method) in [("https://app.example.evil", "POST"), ("null", "POST"), ("https://app.example", "DELETE")]
    {
        let received = forwarder.receive(&question(origin, method), None, at(0));
        assert!(matches!(received, Received::Refused(_)), "{origin} {method}");
    }
    let refused = forwarded(&request("GET", "/nothing", &[("origin", "https://app.example")]), &usual()).unwrap_err();
    assert!(
        refused.head.headers.contains(&("access-control-allow-origin".to_owned(), "https://app.example".to_owned()))
    );
    let refused = forwarded(&request("GET", "/nothing", &[("origin", "https://other.example")]), &usual()).unwrap_err();
    assert!(refused.head.headers.iter().all(|(name, _)| !name.starts_with("access-control")));
}

#[test]
fn a_pattern_matches_the_whole_value() {
    assert_eq!(status(&request("GET", "/users/user-1/orders?page=12", &[])), 200);
    for page in ["x12", "12x", "", "12%0a", "1%202"] {
        assert_eq!(status(&request("GET", &format!("/users/user-1/orders?page={page}"), &[])), 404, "{page}");
    }
}

#[test]
fn nothing_of_a_request_or_a_session_is_printed() {
    let asked = request("GET", "/flows/canary", &[("authorization", "canary")]);
    let session = session(r#"{"email": "canary@example.org"}"#);
    let mut forwarder = Forwarder::new(list());
    let received = forwarder.receive(&asked, Some(&session), at(0));
    let Received::Authorize(authorization) = received else { panic!("{received:?}") };
    let permitted = forwarder.permit(authorization.id).unwrap();
    let shown = format!(
        "{asked:?} {session:?} {forwarder:?} {permitted:?} {:?}",
        BodySearch::new([Secret::new("canary-key".to_owned())])
    );
    assert!(!shown.contains("canary"), "{shown}");
}

#[test]
fn undecided_requests_expire_seconds_after_their_deadline() {
    let mut forwarder = Forwarder::new(list());
    let mut is_taken = |millis: i64| {
        let received = forwarder.receive(&request("GET", "/flows/latest", &[]), Some(&usual()), at(millis));
        matches!(received, Received::Authorize(_))
    };
    assert!(is_taken(0) && is_taken(0) && is_taken(0));
    assert!(!is_taken(19_999), "three are under way");
    assert!(is_taken(20_001), "a host that failed while it decided does not come back");
}
