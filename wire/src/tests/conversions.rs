//! Tests of conversions to core and back, and of redacted output.

use waybill_access as access;
use waybill_access::store as core_store;
use waybill_base::http as core_http;

use crate::config::*;
use crate::http::*;
use crate::store::*;

fn config() -> Config {
    let login = Login {
        realm: "shop".to_owned(),
        username: "ada".to_owned(),
        password: Some("canary-password".to_owned()),
        refresh_token: Some("canary-refresh".to_owned()),
    };
    let credentials =
        Credentials { environment: "test".to_owned(), api_key: Some("canary-key".to_owned()), login: Some(login) };
    let environment = Environment {
        name: "test".to_owned(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://api.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: None,
        auth_url: None,
        mock_url: None,
    };
    Config {
        environments: vec![environment],
        environment: "test".to_owned(),
        credentials: vec![credentials],
        seed: -1,
        token_timeout_ms: None,
        token_retry_wait_ms: None,
        shared_store: None,
    }
}

#[test]
fn no_text_of_a_configuration_holds_a_secret() {
    let config = config();
    let text = format!("{config} {config:?} {} {:?}", config.credentials[0], config.credentials[0].login);

    assert!(!text.contains("canary"), "{text}");
    assert!(text.contains("password: [redacted]") && text.contains("api_key: [redacted]"), "{text}");
}

#[test]
fn secrets_reach_the_core_whole_and_any_seed_does() {
    let core = access::Config::from(config());

    assert_eq!(core.seed, u64::MAX);
    assert_eq!(core.credentials[0].api_key.as_ref().unwrap().expose(), "canary-key");
    let login = core.credentials[0].login.as_ref().unwrap();
    assert_eq!(login.password.as_ref().unwrap().expose(), "canary-password");
    assert_eq!(login.refresh_token.as_ref().unwrap().expose(), "canary-refresh");
}

fn pair(name: &str, value: &str) -> NameValue {
    NameValue { name: name.to_owned(), value: value.to_owned() }
}

#[test]
fn a_response_head_keeps_repeated_headers_both_ways() {
    let head = ResponseHead { status: 207, headers: vec![pair("set-cookie", "a=1"), pair("set-cookie", "b=2")] };

    let there_and_back: ResponseHead = core_http::ResponseHead::try_from(head.clone()).unwrap().into();

    assert_eq!(there_and_back, head);
}

#[test]
fn invalid_status_is_an_error() {
    assert!(core_http::ResponseHead::try_from(ResponseHead { status: 7, headers: Vec::new() }).is_err());
}

#[test]
fn no_text_of_a_head_or_body_holds_a_value() {
    let headers = vec![pair("authorization", "Bearer canary")];
    let request = RequestHead {
        method: "GET".to_owned(),
        url: "https://api.example/api/v1/flows?token=canary".to_owned(),
        headers: headers.clone(),
    };
    let response =
        ErrorResponse { head: ResponseHead { status: 401, headers }, body: b"canary".to_vec(), complete: true };
    let body = RequestBody::Bytes { bytes: b"canary".to_vec() };

    let text = format!("{request} {request:?} {response} {response:?} {body} {body:?}");

    assert!(!text.contains("canary") && !text.contains("99, 97"), "{text}");
    assert!(text.contains("authorization: [redacted]"), "{text}");
}

#[test]
fn every_kind_of_body_comes_back_as_it_went() {
    let bodies =
        [RequestBody::Empty, RequestBody::Bytes { bytes: vec![1, 2] }, RequestBody::Caller { replayable: true }];
    for body in bodies {
        assert_eq!(RequestBody::from(core_http::RequestBody::from(body.clone())), body);
    }
}

#[test]
fn snapshot_text_is_redacted() {
    let snapshot = Snapshot { text: "canary-text".to_owned() };
    let locked = StoreResult::Locked { snapshot: Some(snapshot.clone()), store_time: 7 };
    let text = format!("{snapshot} {snapshot:?} {locked} {locked:?}");

    assert!(!text.contains("canary") && text.contains("[redacted]"), "{text}");
    let Ok(core_store::StoreResult::Locked { snapshot, .. }) = locked.try_into() else { panic!("it is locked") };
    assert_eq!(snapshot.unwrap().expose(), "canary-text");
}

#[test]
fn a_number_that_no_record_has_is_a_misuse() {
    assert!(core_store::StoreResult::try_from(StoreResult::Saved { seq: -1 }).is_err());
}
