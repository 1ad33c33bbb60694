//! The engine against the development platform, without sockets and in virtual time: hours of token life in milliseconds.
//! The platform does what a measured Keycloak does, so that a refresh token sent twice costs the login here too.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where its expectation does")]

mod world;

use proptest::prelude::*;
use serde_json::json;
use waybill_core::Route;
use world::{Ended, World, commerce};

const MINUTE: i64 = 60_000;

#[test]
fn all_three_path_families_are_answered() {
    let mut world = World::new();
    let proxy = Route::CommerceProxy { seller: "s-1".to_owned() };
    for route in [Route::Platform, proxy, commerce()] {
        let call = world.begin(route.clone());
        world.settle();
        assert_eq!(world.end_of(call).word(), "200", "{route:?}");
    }
}

#[test]
fn a_hundred_calls_without_a_token_log_in_once() {
    let mut world = World::new();
    let calls: Vec<_> = (0..100).map(|_| world.begin(commerce())).collect();
    world.settle();
    for call in calls {
        assert_eq!(world.end_of(call).word(), "200");
    }
    assert_eq!(world.count("token_requests"), 1);
}

#[test]
fn a_day_of_calls_needs_the_password_once_a_session() {
    let mut world = World::new();
    for _ in 0..24 * 30 {
        assert_eq!(world.commerce().word(), "200");
        world.wait(2 * MINUTE);
    }
    // Keycloak's sessions last 10 hours: the third begins in the 20th.
    assert_eq!(world.count("password_grants"), 3);
    assert_eq!(world.count("refused_token_requests"), 0);
    assert_no_token_twice(&world);
}

#[test]
fn tokens_that_live_for_seconds_do_not_cost_a_request_a_call() {
    let mut world = World::new();
    world.control("tokens", r#"{"lifespan_s":4}"#);
    for _ in 0..100 {
        assert_eq!(world.commerce().word(), "200");
        world.wait(100);
    }
    assert!(world.count("token_requests") <= 6, "{}", world.count("token_requests"));
}

#[test]
fn rejected_token_is_renewed_once_and_the_call_succeeds() {
    let mut world = World::new();
    world.commerce();
    world.wait(MINUTE);
    world.control("tokens", r#"{"expire":"access"}"#);
    assert_eq!(world.commerce().word(), "200");
    assert_eq!(world.count("refresh_grants"), 1);
}

#[test]
fn login_ended_at_the_provider_is_renewed_with_the_password() {
    let mut world = World::new();
    world.commerce();
    world.wait(MINUTE);
    world.control("tokens", r#"{"expire":"sessions"}"#);
    assert_eq!(world.commerce().word(), "200");
    assert_eq!(world.count("password_grants"), 2);
}

#[test]
fn a_refresh_whose_answer_was_lost_is_never_sent_again() {
    let mut world = World::new();
    world.commerce();
    world.wait(6 * MINUTE);
    world.control("faults", r#"{"scope":"token","fault":"drop=after"}"#);
    // Who waits is served by the login that follows a moment later.
    assert_eq!(world.commerce().word(), "200");
    assert_eq!((world.count("password_grants"), world.count("refresh_grants")), (2, 1));
    assert_no_token_twice(&world);
}

#[test]
fn a_valid_token_serves_on_while_the_provider_is_down() {
    let mut world = World::new();
    world.commerce();
    world.wait(5 * MINUTE - 20_000);
    world.control("faults", r#"{"scope":"token","fault":"status=503"}"#);
    assert_eq!(world.commerce().word(), "200");
    assert_eq!(world.count("token_requests"), 2);
}

#[test]
fn wrong_password_is_sent_once_for_any_number_of_calls() {
    let mut world = World::with_password("wrong");
    for _ in 0..5 {
        let Ended::Failed(error) = world.commerce() else { panic!("a wrong password was taken") };
        assert!(error.code.as_str().starts_with("token."), "{error}");
        world.wait(10 * MINUTE);
    }
    assert_eq!(world.count("token_requests"), 1);
}

fn assert_no_token_twice(world: &World) {
    let mut sent = world.refresh_tokens_sent.clone();
    sent.sort_unstable();
    let all = sent.len();
    sent.dedup();
    assert_eq!(all, sent.len(), "a refresh token was sent twice");
}

/// Something that happens to the world.
#[derive(Debug, Clone)]
enum Happening {
    Calls(usize),
    Wait(i64),
    Fault(&'static str),
    Expire(&'static str),
    Lifespan(i64),
}

fn happening() -> impl Strategy<Value = Happening> {
    let faults = [
        "status=503",
        "status=500",
        "status=429; retry-after=2",
        "html",
        "redirect=/elsewhere",
        "drop=after",
        "drop=before",
        "delay=2000",
        "delay=40000",
        "delay=700; drop=after",
    ];
    prop_oneof![
        4 => (1_usize..4).prop_map(Happening::Calls),
        4 => prop::sample::select(vec![1, 700, 5_000, 28_000, 61_000, 280_000, 1_900_000]).prop_map(Happening::Wait),
        3 => prop::sample::select(faults.to_vec()).prop_map(Happening::Fault),
        1 => prop::sample::select(vec!["access", "sessions"]).prop_map(Happening::Expire),
        1 => prop::sample::select(vec![0, 1, 4, 20, 31, 60, 300]).prop_map(Happening::Lifespan),
    ]
}

proptest! {
    /// Whatever the provider does: every call ends once, one exchange at a time, and the refresh token of a login that
    /// may have been replaced is not sent again. (A 429 says it was not looked at; a redirect or a client error too.)
    #[test]
    fn calls_end_and_no_token_is_resent_under_any_fault(happenings in prop::collection::vec(happening(), 1..40)) {
        let mut world = World::new();
        let mut replayable = false;
        for happening in happenings {
            match happening {
                Happening::Calls(count) => {
                    let calls: Vec<_> = (0..count).map(|_| world.begin(commerce())).collect();
                    world.settle();
                    for call in calls {
                        world.end_of(call);
                    }
                }
                Happening::Wait(ms) => world.wait(ms),
                Happening::Fault(fault) => {
                    replayable |= fault.starts_with("status=429") || fault.starts_with("redirect");
                    world.control("faults", &json!({ "scope": "token", "fault": fault }).to_string());
                }
                Happening::Expire(what) => {
                    world.control("tokens", &json!({ "expire": what }).to_string());
                }
                Happening::Lifespan(seconds) => {
                    world.control("tokens", &json!({ "lifespan_s": seconds }).to_string());
                }
            }
        }
        prop_assert!(world.most_exchanges <= 1);
        if !replayable {
            assert_no_token_twice(&world);
        }
    }
}
