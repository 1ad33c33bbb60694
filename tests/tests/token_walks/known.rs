//! Where the engine does otherwise than the table says, until it is mended: a walk that comes there is compared no further.
//! Each has a test that fails once the engine is mended, and then both go.

use waybill_core::Retry;
use waybill_tests::token_model::{Act, Body, Exchange, Input, Outcome};

use crate::pair::Pair;

/// Whether this difference is a known one; `is_set_back`: the clock was set back since the last input.
pub(crate) fn is_known(is_set_back: bool, predicted: &Outcome, actual: &Outcome) -> bool {
    let (Outcome::Step { acts: predicted, .. }, Outcome::Step { acts: actual, .. }) = (predicted, actual) else {
        return false;
    };
    let notes = |acts: &[Act], code: &str| acts.iter().filter(|act| **act == Act::Note(code.to_owned())).count();
    let is_no_grant = |act: &Act| matches!(act, Act::Failed { failure, .. } if failure.code == "token.no-grant");
    // A last try beside a password that was refused: none that is held, so that one is due.
    let is_last_try = notes(predicted, "token.last-try") > 0 && actual.iter().any(is_no_grant);
    // Row 2p where the clock went past T's end and back: patience is over, and T lasts again.
    let is_patience = is_set_back && notes(predicted, "token.kept") > notes(actual, "token.kept");
    // Row 19: refusals that led to no refresh are none of the two refreshes.
    let is_fresh = |acts: &[Act]| {
        acts.iter().any(|act| matches!(act, Act::Failed { failure, .. } if failure.code == "api.fresh-token-rejected"))
    };
    let is_counted = is_fresh(actual) && !is_fresh(predicted);
    // `Retry-After` with 5xx: a minute at most.
    let waits = |acts: &[Act]| {
        let wait = |act: &Act| match act {
            Act::Failed { failure, .. } if failure.code == "token.unavailable" => match failure.retry {
                Retry::After(wait) => Some(wait),
                _ => None,
            },
            _ => None,
        };
        acts.iter().filter_map(wait).max().unwrap_or_default()
    };
    let is_long_wait = waits(predicted) == 60_000 && waits(actual) > 60_000;
    is_last_try || is_patience || is_counted || is_long_wait
}

const BEGIN: Input = Input::Begin { idempotent: true, body: Body::Empty, deadline: None };

fn head(exchange: Exchange, status: u16, headers: &[(&str, &str)]) -> Input {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Input::Head { exchange, status, headers }
}

fn body(exchange: Exchange, body: &str) -> Input {
    Input::Body { exchange, body: body.to_owned(), complete: true }
}

fn tokens(number: u64, access: &str) -> [Input; 2] {
    let answer = format!(r#"{{"access_token":"{access}","expires_in":60,"refresh_token":"refresh-{number}"}}"#);
    [head(Exchange::Token(number), 200, &[]), body(Exchange::Token(number), &answer)]
}

/// Both do the same until the last input, and there a known difference shows.
fn assert_known(password: Option<&str>, refresh: Option<&str>, steps: &[(i64, Input)]) {
    let mut pair = Pair::new(password, refresh);
    let Some(((now, last), before)) = steps.split_last() else { return };
    for (now, input) in before {
        pair.step(input, *now);
        assert!(pair.is_compared(), "{input:?} differs already");
    }
    pair.step(last, *now);
    assert!(!pair.is_compared(), "it is mended: drop this test, and what `is_known` says of it");
}

#[test]
fn a_wait_of_more_than_a_minute_is_kept_after_5xx() {
    let answer = head(Exchange::Token(1), 503, &[("retry-after", "100")]);
    assert_known(Some("pass-1"), None, &[(0, BEGIN), (0, answer), (0, body(Exchange::Token(1), "{}"))]);
}

#[test]
fn a_refused_password_bars_the_last_try() {
    let refused = r#"{"error":"invalid_grant"}"#;
    let refresh = |text: &str| Input::SetCredentials { password: None, refresh: Some(text.to_owned()) };
    let lost = Input::Failure { exchange: Exchange::Token(2), not_sent: false };
    let steps = [
        (0, BEGIN),
        (0, head(Exchange::Token(1), 401, &[])),
        (0, body(Exchange::Token(1), refused)),
        (1, refresh("refresh-9")),
        (2, BEGIN),
        (3, lost),
        (10_000, BEGIN),
    ];
    assert_known(Some("pass-1"), None, &steps);
}

#[test]
fn patience_that_ended_behind_the_end_of_a_token_is_forgotten_when_the_clock_is_set_back() {
    let [first, second] = tokens(1, "access-1");
    let steps = [(0, BEGIN), (0, first), (0, second), (31_000, BEGIN), (71_000, Input::Time), (31_000, Input::Time)];
    assert_known(Some("pass-1"), None, &steps);
}

#[test]
fn a_refusal_that_led_to_no_refresh_is_counted_as_one() {
    let call = |call: u64| Exchange::Call { call, attempt: 1 };
    let [first, second] = tokens(1, "access-1");
    let mut steps = vec![(0, BEGIN), (0, BEGIN), (0, BEGIN), (0, first), (0, second)];
    let refuse = |number: u64| [head(call(number), 401, &[]), body(call(number), "{}")];
    steps.extend(refuse(1).map(|input| (6_000, input)));
    // Misconfigured: nothing is sent for a minute.
    steps.push((6_001, head(Exchange::Token(2), 302, &[])));
    steps.extend(refuse(2).map(|input| (6_002, input)));
    steps.extend(refuse(3).map(|input| (6_003, input)));
    assert_known(Some("pass-1"), None, &steps);
}
