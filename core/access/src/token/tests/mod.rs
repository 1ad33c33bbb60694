//! Tests of the token machine, driven directly: cases that need a stale token request.

use waybill_base::http::FailureKind;

use super::*;

const SECOND: i64 = 1_000;

fn machine() -> Machine {
    let account = Account {
        environment: "sandbox".to_owned(),
        auth_url: "https://id.example".to_owned(),
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        issuers: crate::environment::Issuers::default(),
    };
    let mut machine = Machine::new(account, 1, Times { timeout: 30 * SECOND, retry_wait: 2 * SECOND }, None);
    machine.set_initial_credentials(Some(Secret::new("password".to_owned())), None);
    machine
}

fn need(machine: &mut Machine, id: u64, now: i64) -> Vec<Effect> {
    machine.pass_time(None, Timestamp::from_millis(now));
    machine.need(Waiter { id, deadline: None })
}

fn sent(effects: &[Effect]) -> TokenRequestId {
    match effects {
        [Effect::Send { request, .. }] => *request,
        other => panic!("expected one exchange, found {other:?}"),
    }
}

fn tokens(machine: &mut Machine, request: TokenRequestId) -> Vec<Effect> {
    let body = br#"{"access_token":"a","expires_in":60,"refresh_token":"r"}"#;
    machine.take_response(request, &Answer { status: 200, retry_after: None, body, complete: true })
}

// covers rows 7, 15
#[test]
fn an_answer_to_another_flight_changes_nothing() {
    let mut machine = machine();
    let first = sent(&need(&mut machine, 1, 0));
    machine.pass_time(None, Timestamp::from_millis(31 * SECOND));
    let second = sent(&need(&mut machine, 2, 60 * SECOND));
    assert!(second > first);
    assert!(matches!(&tokens(&mut machine, first)[..], [Effect::Note(note)] if note.code == "exchange.late"));
    let failure = TransportFailure { kind: FailureKind::Unknown, detail: "reset".to_owned() };
    assert!(matches!(&machine.fail(first, failure)[..], [Effect::Note(_)]));
    assert!(matches!(&tokens(&mut machine, second)[..], [Effect::Deliver { waiter: 2, generation: 1, .. }]));
}
