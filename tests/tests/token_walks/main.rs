//! Random walks of an impolite host through the token machine, shrunk where one shows a fault. The engine does at each step
//! what a model does that was written from the machine's table alone; and whatever happens, one exchange is under way at
//! most, no expired token is handed out, no refresh token is sent twice while a password is held, no refused password is sent
//! again, every call ends once, and a provider that is well serves whoever comes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops where its expectation does"
)]

mod config;
mod ending;
#[cfg(feature = "deep")]
mod exhaustive;
mod pair;
mod provider;
mod replays;
mod world;

use ending::{ApiAnswer, Ending, OTHERS, Shape};
use proptest::prelude::*;
use waybill_tests::token_model::Body;
use world::World;

/// One thing a host, a provider or an API does.
#[derive(Debug, Clone)]
enum Happening {
    Call { within: Option<i64>, body: Body, is_held: bool },
    Wait(i64),
    Jump(i64),
    End(Ending),
    BeginAnswer(Ending),
    FinishAnswer,
    AnswerLate { has_head: bool },
    Misuse,
    AnswerCall(ApiAnswer),
    Cancel,
    SetEqual,
    SetPassword(&'static str),
    SetRefresh,
    SetBoth(&'static str),
    SetFirstAgain,
    Invalidate { tokens: bool },
    Lifetime(i64),
    SetSent(usize),
    Give(usize),
    RefuseInARow { age: i64, jump: i64 },
    Insist { wait: i64, jump: i64 },
    Renew,
    EndLogins,
    Close,
}

/// All that can happen, as often as it is likely, the plain first: a walk shrinks towards these. One list and no strategy for
/// each kind: those would take nine tenths of the time.
fn happenings() -> Vec<Happening> {
    let mut list = Vec::new();
    let mut add = |times: usize, happening: Happening| list.extend(vec![happening; times]);
    let plain = Happening::Call { within: None, body: Body::Empty, is_held: false };
    add(20, plain);
    add(60, Happening::End(Ending::Answered(Shape::Whole)));
    for wait in [0, 1, 400, 1_900, 5_001, 29_000, 30_000, 31_000, 61_000] {
        add(9, Happening::Wait(wait));
    }
    for within in [None, None, Some(1_i64), Some(900), Some(5_000), Some(30_000)] {
        for body in [Body::Empty, Body::Bytes, Body::Replayable, Body::Once] {
            add(3, Happening::Call { within, body, is_held: false });
            add(2, Happening::Call { within, body, is_held: true });
        }
    }
    add_endings(&mut add);
    for step in 0..40 {
        add(1, Happening::Wait(step * 1_733 + 17));
    }
    for jump in [600, 8_500, 40_000, -1, -1_000, -40_000] {
        add(6, Happening::Jump(jump));
    }
    add_rare(&mut add);
    list
}

fn add_endings(add: &mut impl FnMut(usize, Happening)) {
    let shapes = [
        Shape::Truncated,
        Shape::WithoutRefresh,
        Shape::WithoutAccess,
        Shape::OtherType,
        Shape::LowerCaseType,
        Shape::WithError,
        Shape::OtherIssuer,
        Shape::Lifetime("\"29\"", 29),
        Shape::Lifetime("30.9", 30),
        Shape::Lifetime("-5", -5),
        Shape::Lifetime("null", 300),
        Shape::Lifetime("\"soon\"", 300),
        Shape::RefreshLifetime(40),
        Shape::RefreshLifetime(0),
    ];
    let answers = shapes.map(Ending::Answered).into_iter().chain(OTHERS.iter().map(Ending::Instead));
    for ending in
        [Ending::Lost, Ending::Lost, Ending::Lost, Ending::NotSent, Ending::NotSent].into_iter().chain(answers)
    {
        add(2, Happening::End(ending));
        add(1, Happening::BeginAnswer(ending));
    }
    add(10, Happening::BeginAnswer(Ending::Answered(Shape::Whole)));
    add(40, Happening::FinishAnswer);
}

fn add_rare(add: &mut impl FnMut(usize, Happening)) {
    let answers = [ApiAnswer::Found, ApiAnswer::UnauthorizedForScope, ApiAnswer::Unavailable, ApiAnswer::Lost];
    for answer in answers.into_iter().chain([ApiAnswer::NotSent]) {
        add(6, Happening::AnswerCall(answer));
    }
    add(30, Happening::AnswerCall(ApiAnswer::Unauthorized));
    for has_head in [true, false] {
        add(5, Happening::AnswerLate { has_head });
    }
    add(10, Happening::Misuse);
    add(20, Happening::Cancel);
    add(30, Happening::SetEqual);
    for password in ["pass-1", "pass-2"] {
        add(10, Happening::SetPassword(password));
        add(5, Happening::SetBoth(password));
    }
    add(20, Happening::SetRefresh);
    add(10, Happening::SetFirstAgain);
    for tokens in [true, false] {
        add(10, Happening::Invalidate { tokens });
    }
    for seconds in [0, 1, 4, 29, 30, 31, 300] {
        add(3, Happening::Lifetime(seconds));
    }
    for ago in [1, 31, 32, 33] {
        add(2, Happening::SetSent(ago));
    }
    for age in [4_999, 5_001, 9_000, 14_000] {
        for jump in [0, -1_000] {
            add(2, Happening::RefuseInARow { age, jump });
        }
    }
    for (wait, jump) in [(59_999, 0), (60_000, 0), (30_000, 40_000), (70_000, -40_000)] {
        add(1, Happening::Insist { wait, jump });
    }
    for times in [31, 32, 33] {
        add(1, Happening::Give(times));
    }
    add(2, Happening::Renew);
    add(3, Happening::Close);
    add(20, Happening::EndLogins);
}

fn walk(has_password: bool, happenings: Vec<Happening>) {
    let mut world = World::new(has_password);
    let mut first = None;
    for happening in happenings {
        match happening {
            Happening::Call { within, body, is_held } => world.call(within, body, is_held),
            Happening::Wait(by) => world.wait(by),
            Happening::Jump(by) => world.jump(by),
            Happening::End(ending) => world.end(ending),
            Happening::BeginAnswer(ending) => world.begin_answer(ending),
            Happening::FinishAnswer => world.finish_answer(),
            Happening::AnswerLate { has_head } => world.answer_late(has_head),
            Happening::Misuse => world.misuse(),
            Happening::AnswerCall(answer) => world.answer_call(answer),
            Happening::Cancel => world.cancel(),
            Happening::SetEqual => world.set_equal_credentials(),
            Happening::SetPassword(password) => world.set_credentials(Some(password), None),
            Happening::SetRefresh => {
                let refresh = world.provider.log_in_elsewhere();
                world.set_credentials(None, Some(&refresh));
                first.get_or_insert(refresh);
            }
            Happening::SetBoth(password) => {
                let refresh = world.provider.log_in_elsewhere();
                world.set_credentials(Some(password), Some(&refresh));
            }
            Happening::SetFirstAgain => world.set_credentials(None, first.as_deref()),
            Happening::Invalidate { tokens } => world.invalidate(tokens),
            Happening::Lifetime(seconds) => world.provider.lifetime = seconds,
            Happening::SetSent(ago) => world.set_sent(ago),
            Happening::Give(times) => world.give(times),
            Happening::RefuseInARow { age, jump } => world.refuse_in_a_row(age, jump),
            Happening::Insist { wait, jump } => world.insist(wait, jump),
            Happening::Renew => world.renew(40),
            Happening::EndLogins => world.provider.end_all_logins(),
            Happening::Close => world.close(),
        }
    }
    if world.is_open() {
        world.provider.lifetime = 60;
        world.recover();
        world.call(None, Body::Empty, false);
        world.close();
    }
    world.end_closed();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: walks(), ..ProptestConfig::default() })]

    #[test]
    fn no_login_and_no_call_is_lost_with_a_password(happenings in some_of(happenings())) {
        walk(true, happenings);
    }

    #[test]
    fn no_login_and_no_call_is_lost_without_a_password(happenings in some_of(happenings())) {
        walk(false, happenings);
    }
}

fn some_of(list: Vec<Happening>) -> impl Strategy<Value = Vec<Happening>> {
    prop::collection::vec(prop::sample::select(list), 1..60)
}

/// How many walks each of the two takes: `WAYBILL_WALKS` where it is set.
fn walks() -> u32 {
    let usual = if cfg!(feature = "deep") { 50_000 } else { 500 };
    std::env::var("WAYBILL_WALKS").ok().and_then(|walks| walks.parse().ok()).unwrap_or(usual)
}
