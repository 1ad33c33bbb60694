//! Tests of the JSON that JavaScript passes and gets.

use std::time::Duration;

use http::HeaderMap;
use serde_json::{json, to_value};
use waybill_access::{Action, Call, CallId, Config, ExchangeId, Outcome, Purpose, Route, Step};
use waybill_base::error::{Error, ErrorKind, ErrorResponse, Retry, code};
use waybill_base::http::{RequestBody, RequestHead, ResponseHead};
use waybill_base::time::Timestamp;
use waybill_wire_types::Declarations;

use crate::failure::Failure;
use crate::{config, forward, http as wire_http, javascript, mock, step, store};

#[test]
fn a_step_is_a_plain_object_with_its_one_timer() {
    let step = Step {
        actions: vec![
            Action::Send {
                exchange: ExchangeId::from_number(2),
                purpose: Purpose::Call(CallId::from_number(1)),
                head: RequestHead {
                    method: http::Method::PUT,
                    url: "https://a.example/x".into(),
                    headers: HeaderMap::new(),
                },
                body: RequestBody::Bytes(b"hi".to_vec()),
                deadline: None,
            },
            Action::Done {
                call: CallId::from_number(1),
                outcome: Outcome::Response { exchange: ExchangeId::from_number(2) },
            },
            Action::Closed,
        ],
        wake_at: Some(Timestamp::from_millis(i64::MAX)),
    };
    let expected = json!({"actions": [
        {"type": "send", "exchange": 2, "purpose": {"type": "call", "call": 1}, "method": "PUT", "url": "https://a.example/x", "headers": [],
         "body": {"type": "bytes", "bytes": [104, 105]}, "deadline": null},
        {"type": "done", "call": 1, "outcome": {"type": "response", "exchange": 2}},
        {"type": "closed"},
    ], "wakeAt": (1_i64 << 53) - 1});
    assert_eq!(to_value(step::Step::from(step)).unwrap(), expected);
}

#[test]
fn a_configuration_arrives_whole_and_prints_no_secret() {
    let config: config::Config = serde_json::from_str(
        r#"{"environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://a.example/api/v1"}], "environment": "sandbox",
            "credentials": [{"environment": "sandbox", "apiKey": "canary-1", "login": {"realm": "r", "username": "u", "password": "canary-2"}}], "seed": 7}"#,
    )
    .unwrap();
    assert!(!format!("{config:?}").contains("canary"));
    let config = Config::from(config);
    assert_eq!(config.environments[0].base_url.as_deref(), Some("https://a.example/api/v1"));
    assert_eq!(config.credentials[0].api_key.as_ref().unwrap().expose(), "canary-1");
    let login = config.credentials[0].login.as_ref().unwrap();
    assert_eq!(login.password.as_ref().unwrap().expose(), "canary-2");
    assert_eq!((config.seed, config.token_timeout), (7, None));
}

#[test]
fn a_call_arrives_whole() {
    let call: step::Call = serde_json::from_str(
        r#"{"route": {"type": "commerce-proxy", "seller": "s-1"}, "method": "POST", "template": "/orders/{id}", "parameters": [["id", "7"]],
            "query": [["a", "1"]], "headers": [["x-a", "b"]], "body": {"type": "bytes"}, "deadline": 1500}"#,
    )
    .unwrap();
    let call = Call::from(call);
    assert_eq!(call.route, Route::CommerceProxy { seller: "s-1".into() });
    assert_eq!(call.body, RequestBody::Bytes(Vec::new()));
    assert_eq!(call.deadline, Some(Timestamp::from_millis(1500)));
    assert_eq!(call.parameters, [("id".to_owned(), "7".to_owned())]);
}

#[test]
fn an_api_error_keeps_its_answer() {
    let error = Error {
        code: code::API_FORBIDDEN,
        message: "403".into(),
        retry: Retry::After(Duration::from_millis(500)),
        remedy: "ask".into(),
        status: Some(403),
        details: None,
        response: Some(Box::new(ErrorResponse {
            head: ResponseHead::new(403, [("X-A", "b")]).unwrap(),
            body: b"{}".to_vec(),
            complete: true,
        })),
    };
    let expected = json!({"code": "api.forbidden", "kind": "api", "message": "403", "retry": {"type": "after", "ms": 500}, "remedy": "ask",
        "help": "waybill explain api.forbidden", "status": 403, "stage": null, "pathFamily": null, "environment": null, "provider": null, "problem": null,
        "requestId": null, "evidence": [],
        "response": {"status": 403, "headers": [["x-a", "b"]], "body": [123, 125], "complete": true}});
    assert_eq!(to_value(Failure::from(error)).unwrap(), expected);
}

/// Checks that the names of error kinds in JSON are core's names.
#[test]
fn error_kinds_have_the_names_of_core() {
    for kind in ErrorKind::ALL {
        assert_eq!(to_value(crate::failure::ErrorKind::from(kind)).unwrap(), kind.as_str());
    }
}

#[test]
fn declarations_are_those_that_typescript_is_compared_with() {
    let inward = Declarations::default()
        .with::<config::Config>()
        .with::<step::Call>()
        .with::<wire_http::TransportFailure>()
        .with::<store::StoreResult>()
        .with::<store::StoreCommand>()
        .with::<forward::InboundRequest>()
        .with::<forward::Session>()
        .with::<javascript::FailedCall>()
        .with::<mock::MockOperation>();
    let outward = inward
        .with::<step::Begun>()
        .with::<javascript::DriverFailures>()
        .with::<forward::Received>()
        .with::<forward::Permitted>()
        .with::<forward::ForwardedAnswer>()
        .with::<forward::Searched>()
        .with::<javascript::MockStep>()
        .with::<config::Deployment>()
        .with::<store::SealedRecord>()
        .with::<store::OpenedRecord>()
        .with::<store::StoreLayout>()
        .with::<store::StoreKeys>();
    outward.hold("client.d.ts");
}
