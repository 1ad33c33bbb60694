//! Tests of the engine: single inputs and their effects.

use std::time::Duration;

use waybill_base::error::{ErrorKind, Retry};
use waybill_base::http::{FailureKind, RequestBody, ResponseHead, TransportFailure};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::*;
use crate::environment::{Credentials, Environment, EnvironmentKind};

const KEY: &str = "key-canary";

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn engine() -> Engine {
    let environment = Environment {
        name: "sandbox".to_owned(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://a.example/api/v1".to_owned()),
        proxy_url: Some("https://a.example/api/commerce".to_owned()),
        commerce_url: Some("https://c.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        mock_url: None,
    };
    let credentials = vec![Credentials {
        environment: "sandbox".to_owned(),
        api_key: Some(Secret::new(KEY.to_owned())),
        login: None,
    }];
    let environments = vec![environment];
    Engine::new(Config {
        environments,
        environment: "sandbox".to_owned(),
        credentials,
        seed: 1,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: None,
    })
    .unwrap()
}

fn call() -> Call {
    Call {
        route: Route::Platform,
        method: "POST".to_owned(),
        template: "/flows/{flowId}/execute".to_owned(),
        parameters: vec![("flowId".to_owned(), "f 1".to_owned())],
        allow_encoded_slashes: false,
        scopes: Vec::new(),
        query: Vec::new(),
        headers: Vec::new(),
        body: RequestBody::Caller { replayable: false },
        deadline: Some(at(5_000)),
    }
}

/// Returns an engine of production whose key was issued at time 0.
fn production_engine() -> Engine {
    let environment = Environment {
        name: "production".to_owned(),
        kind: EnvironmentKind::Production,
        base_url: Some("https://a.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: None,
        auth_url: None,
        mock_url: None,
    };
    // Header `{"alg":"none"}`, claims `{"iat":0}`.
    let key = Secret::new("eyJhbGciOiJub25lIn0.eyJpYXQiOjB9.c2lnbmF0dXJl".to_owned());
    let credentials = vec![Credentials { environment: "production".to_owned(), api_key: Some(key), login: None }];
    let (environments, environment) = (vec![environment], "production".to_owned());
    let (token_timeout, token_retry_wait, shared_store) = (None, None, None);
    Engine::new(Config {
        environments,
        environment,
        credentials,
        seed: 1,
        token_timeout,
        token_retry_wait,
        shared_store,
    })
    .unwrap()
}

#[test]
fn key_is_noted_once_when_it_becomes_too_old() {
    const DAY: i64 = 86_400_000;
    let mut engine = production_engine();
    let mut notes = |day: i64, millis: i64| {
        let now = at(day * DAY + millis);
        let begun = engine.begin(Call { deadline: None, ..call() }, now);
        let is_note = |action: &&Action| matches!(action, Action::Note { note } if note.code == "key.old");
        begun.step.actions.iter().filter(is_note).count()
    };
    assert_eq!(
        [notes(1, 0), notes(30, 0), notes(90, 0), notes(90, 1), notes(91, 0), notes(400, 0)],
        [0, 0, 0, 1, 0, 0]
    );
}

fn head(status: u16) -> ResponseHead {
    ResponseHead::new(status, [("content-type", "text/plain")]).unwrap()
}

fn only_failure(step: &Step) -> waybill_base::error::Error {
    match step.actions.last() {
        Some(Action::Done { outcome: Outcome::Failed(error), .. }) => error.clone(),
        other => panic!("expected a failed call, found {other:?}"),
    }
}

fn first_exchange() -> ExchangeId {
    ExchangeId::from_number(1)
}

#[test]
fn platform_call_is_sent_with_key_and_returns_the_response() {
    let mut engine = engine();
    let begun = engine.begin(call(), at(0));
    assert_eq!(begun.call, CallId::from_number(1));
    assert_eq!(begun.step.wake_at, Some(at(5_000)));
    let [Action::Send { exchange, purpose, head: sent, body, deadline }] = &begun.step.actions[..] else {
        panic!("{:?}", begun.step)
    };
    assert_eq!((*exchange, *purpose), (first_exchange(), Purpose::Call(begun.call)));
    assert_eq!(sent.url, "https://a.example/api/v1/flows/f%201/execute");
    assert_eq!(sent.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!((body, *deadline), (&RequestBody::Caller { replayable: false }, Some(at(5_000))));
    let step = engine.on_head(*exchange, head(302), at(10)).unwrap();
    let outcome = Outcome::Response { exchange: *exchange };
    assert_eq!(step, Step { actions: vec![Action::Done { call: begun.call, outcome }], wake_at: None });
}

#[test]
fn an_api_error_is_read_and_passed_on_untouched_with_the_remedy() {
    let mut engine = engine();
    engine.begin(call(), at(0));
    let step = engine.on_head(first_exchange(), head(403), at(1)).unwrap();
    assert_eq!(step.actions, [Action::Read { exchange: first_exchange(), limit: 65_536 }]);
    let step = engine.on_body(first_exchange(), b"\xff\x00raw", false, at(2)).unwrap();
    assert_eq!(step.actions[0], Action::Abort { exchange: first_exchange() });
    let error = only_failure(&step);
    assert_eq!((error.code.as_str(), error.kind(), error.status), ("api.forbidden", ErrorKind::Api, Some(403)));
    assert_eq!(error.retry, Retry::Never);
    assert!(error.remedy.contains("check that `/flows/f%201/execute` exists"), "{}", error.remedy);
    let response = error.response.unwrap();
    assert_eq!((&response.body[..], response.complete), (&b"\xff\x00raw"[..], false));
}

#[test]
fn deadline_aborts_the_call_and_a_late_response_is_noted() {
    let mut engine = engine();
    engine.begin(call(), at(0));
    assert_eq!(engine.on_time(at(4_999)).actions, []);
    let step = engine.on_time(at(5_000));
    assert_eq!(step.actions[0], Action::Abort { exchange: first_exchange() });
    assert_eq!(only_failure(&step).code, "call.deadline");
    assert_eq!(step.wake_at, None);
    let late = engine.on_head(first_exchange(), head(200), at(5_001)).unwrap();
    assert!(matches!(&late.actions[..], [Action::Note { note }] if note.code == "exchange.late"));
}

#[test]
fn lost_exchange_is_retryable_if_unsent_or_idempotent() {
    for (method, kind, retry) in [
        ("POST", FailureKind::NotSent, Retry::After(Duration::from_secs(1))),
        ("POST", FailureKind::Unknown, Retry::Never),
        ("PUT", FailureKind::Unknown, Retry::After(Duration::from_secs(1))),
    ] {
        let mut engine = engine();
        engine.begin(Call { method: method.to_owned(), ..call() }, at(0));
        let failure = TransportFailure { kind, detail: "connection reset".to_owned() };
        let error = only_failure(&engine.on_failure(first_exchange(), failure, at(1)).unwrap());
        assert_eq!((error.kind(), error.retry), (ErrorKind::Transport, retry), "{method} {kind:?}");
    }
}

#[test]
fn cancel_and_close_end_each_call_exactly_once() {
    let mut engine = engine();
    let first = engine.begin(call(), at(0)).call;
    engine.begin(call(), at(0));
    let step = engine.cancel(first, at(1));
    assert_eq!(only_failure(&step).code, "call.cancelled");
    let again = engine.cancel(first, at(1));
    assert!(matches!(&again.actions[..], [Action::Note { note }] if note.code == "call.late"));
    let step = engine.close(at(2));
    let codes: Vec<bool> = step.actions.iter().map(|action| matches!(action, Action::Closed)).collect();
    assert_eq!(codes, [false, false, true]);
    assert_eq!(only_failure(&engine.begin(call(), at(3)).step).code, "client.closed");
    assert_eq!(engine.close(at(4)).actions, []);
}

#[test]
fn unexpected_input_is_a_misuse_and_changes_nothing() {
    let mut engine = engine();
    engine.begin(call(), at(0));
    for unknown in [0, 2, u64::MAX] {
        let misuse = engine.on_head(ExchangeId::from_number(unknown), head(200), at(1)).unwrap_err();
        assert!(misuse.message.contains("never issued"), "{misuse}");
    }
    assert!(engine.on_body(first_exchange(), b"", true, at(1)).is_err());
    engine.on_head(first_exchange(), head(500), at(1)).unwrap();
    assert!(engine.on_head(first_exchange(), head(200), at(1)).is_err());
    assert!(engine.on_body(first_exchange(), &vec![0; 65_537], false, at(1)).is_err());
    assert!(engine.on_body(first_exchange(), &vec![0; 65_536], false, at(1)).is_ok());
}

#[test]
fn a_status_that_http_does_not_have_is_a_failure_of_the_server() {
    let mut engine = engine();
    engine.begin(call(), at(0));
    let step = engine.on_head(first_exchange(), head(999), at(1)).unwrap();
    assert_eq!(step.actions, [Action::Read { exchange: first_exchange(), limit: 65_536 }]);
    let error = only_failure(&engine.on_body(first_exchange(), b"", true, at(2)).unwrap());
    assert_eq!((error.code.as_str(), error.status), ("api.unavailable", Some(999)));
}

#[test]
fn problem_title_is_shown_unless_it_contains_the_key() {
    let cut_short = format!("{} {KEY}", "x".repeat(195));
    let titles = [
        ("Quota used up", true),
        ("invalid token key-canary", false),
        // A long title that is cut must not show half of a key.
        (cut_short.as_str(), false),
        (r"invalid key-\u0007canary", false),
    ];
    for (title, shown) in titles {
        let mut engine = engine();
        engine.begin(call(), at(0));
        let problem = ResponseHead::new(403, [("content-type", "application/problem+json")]).unwrap();
        engine.on_head(first_exchange(), problem, at(1)).unwrap();
        let body = format!(r#"{{"title":"{title}"}}"#);
        let error = only_failure(&engine.on_body(first_exchange(), body.as_bytes(), true, at(2)).unwrap());
        assert_eq!(error.message.contains(title), shown, "{error}");
        assert!(!format!("{error} {error:?}").contains("key-"), "{error}");
    }
}

#[test]
fn problem_title_with_part_of_a_long_key_is_hidden() {
    let key = format!("key-of-{}.signature-{}", "k".repeat(1_000), "s".repeat(100));
    let credentials = |key: &str| Credentials {
        environment: "sandbox".to_owned(),
        api_key: Some(Secret::new(key.to_owned())),
        login: None,
    };
    for told in [&key[..300], &key[..16], &key[key.len() - 100..], "signature-ssssss"] {
        let mut engine = engine();
        engine.set_credentials(credentials(&key), at(0)).unwrap();
        engine.begin(call(), at(0));
        let problem = ResponseHead::new(403, [("content-type", "application/problem+json")]).unwrap();
        engine.on_head(first_exchange(), problem, at(1)).unwrap();
        let body = format!(r#"{{"title":"invalid token {told}..."}}"#);
        let error = only_failure(&engine.on_body(first_exchange(), body.as_bytes(), true, at(2)).unwrap());
        assert!(!error.message.contains("invalid token"), "{error}");
    }
}

#[test]
fn a_deadline_may_be_past_now_or_at_the_end_of_time() {
    for past in [i64::MIN, -1, 0] {
        let begun = engine().begin(Call { deadline: Some(at(past)), ..call() }, at(0));
        assert_eq!(only_failure(&begun.step).code, "call.deadline", "{past}");
        assert_eq!(begun.step.actions.len(), 1, "nothing is sent: {:?}", begun.step);
    }
    let mut engine = engine();
    let begun = engine.begin(Call { deadline: Some(at(i64::MAX)), ..call() }, at(1));
    assert_eq!(begun.step.wake_at, Some(at(i64::MAX)));
    assert_eq!(engine.on_time(at(i64::MAX - 1)).actions, []);
    // A clock that jumps back moves the deadline back too, but not beyond the range of times.
    assert_eq!(engine.on_time(at(i64::MIN)).wake_at, Some(at(0)));
}

#[test]
fn a_call_can_be_cancelled_or_closed_at_every_moment() {
    let moments: [fn(&mut Engine); 3] = [
        |_| {},
        |engine| drop(engine.on_head(first_exchange(), head(401), at(1)).unwrap()),
        |engine| drop(engine.on_head(first_exchange(), head(200), at(1)).unwrap()),
    ];
    for (reach, is_open) in moments.into_iter().zip([true, true, false]) {
        let ends: [fn(&mut Engine, CallId) -> Step; 2] =
            [|engine, call| engine.cancel(call, at(2)), |engine, _| engine.close(at(2))];
        for end in ends {
            let mut engine = engine();
            let call = engine.begin(call(), at(0)).call;
            reach(&mut engine);
            let step = end(&mut engine, call);
            let done = step.actions.iter().filter(|action| matches!(action, Action::Done { .. })).count();
            let aborted = step.actions.contains(&Action::Abort { exchange: first_exchange() });
            assert_eq!((done, aborted), (usize::from(is_open), is_open), "{step:?}");
            assert_eq!(step.wake_at, None);
        }
    }
}
