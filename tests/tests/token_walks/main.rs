//! Random walks of an impolite host through the token machine, shrunk where one shows a fault: whatever happens, one
//! exchange is under way at most, no expired token is handed out, no refresh token is sent twice while a password is held,
//! no refused password is sent again, every call ends once, and a provider that is well serves whoever comes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops where its expectation does"
)]

mod provider;
mod world;

use proptest::prelude::*;
use waybill_core::Invalidate;
use world::{Ending, World};

/// One thing a host or a provider does.
#[derive(Debug, Clone)]
enum Happening {
    Call(Option<i64>),
    Wait(i64),
    Jump(i64),
    End(Ending),
    AnswerLate,
    Cancel,
    SetEqual,
    SetPassword(&'static str),
    SetRefresh,
    Invalidate(Invalidate),
    Lifetime(i64),
    EndLogins,
}

fn happening() -> impl Strategy<Value = Happening> {
    let times = vec![0, 1, 400, 1_900, 5_001, 29_000, 30_000, 31_000, 61_000];
    let endings = vec![
        Ending::Answered,
        Ending::Answered,
        Ending::Answered,
        Ending::Lost,
        Ending::NotSent,
        Ending::Unavailable,
        Ending::RateLimited,
        Ending::Redirected,
        Ending::Truncated,
        Ending::Html,
    ];
    prop_oneof![
        6 => prop::option::of(prop::sample::select(vec![1_i64, 900, 30_000])).prop_map(Happening::Call),
        6 => prop::sample::select(times).prop_map(Happening::Wait),
        2 => prop::sample::select(vec![-40_000_i64, -1_000, 600, 8_500, 40_000]).prop_map(Happening::Jump),
        8 => prop::sample::select(endings).prop_map(Happening::End),
        1 => Just(Happening::AnswerLate),
        1 => Just(Happening::Cancel),
        2 => Just(Happening::SetEqual),
        1 => prop::sample::select(vec!["pass-1", "pass-2"]).prop_map(Happening::SetPassword),
        1 => Just(Happening::SetRefresh),
        1 => prop::sample::select(vec![Invalidate::AccessToken, Invalidate::Tokens]).prop_map(Happening::Invalidate),
        1 => prop::sample::select(vec![0_i64, 1, 4, 29, 30, 31, 300]).prop_map(Happening::Lifetime),
        1 => Just(Happening::EndLogins),
    ]
}

fn walk(has_password: bool, happenings: Vec<Happening>) {
    let mut world = World::new(has_password);
    for happening in happenings {
        match happening {
            Happening::Call(within) => world.call(within),
            Happening::Wait(by) => world.wait(by),
            Happening::Jump(by) => world.jump(by),
            Happening::End(ending) => world.end(ending),
            Happening::AnswerLate => world.answer_late(),
            Happening::Cancel => world.cancel(),
            Happening::SetEqual => world.set_equal_credentials(),
            Happening::SetPassword(password) => world.set_credentials(Some(password), None),
            Happening::SetRefresh => {
                let refresh = world.provider.log_in_elsewhere();
                world.set_credentials(None, Some(&refresh));
            }
            Happening::Invalidate(what) => world.invalidate(what),
            Happening::Lifetime(seconds) => world.provider.lifetime = seconds,
            Happening::EndLogins => world.provider.end_all_logins(),
        }
    }
    world.provider.lifetime = 60;
    world.recover();
    world.call(None);
    world.close();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: walks(), ..ProptestConfig::default() })]

    #[test]
    fn no_login_and_no_call_is_lost_with_a_password(happenings in prop::collection::vec(happening(), 1..60)) {
        walk(true, happenings);
    }

    #[test]
    fn no_login_and_no_call_is_lost_without_a_password(happenings in prop::collection::vec(happening(), 1..60)) {
        walk(false, happenings);
    }
}

/// How many walks each of the two takes: `WAYBILL_WALKS` where it is set.
fn walks() -> u32 {
    std::env::var("WAYBILL_WALKS").ok().and_then(|walks| walks.parse().ok()).unwrap_or(50_000)
}
