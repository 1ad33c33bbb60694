//! Random walks of several processes that share one login through a store, shrunk where one shows a fault: whoever is
//! killed, frozen or cut off, no refresh token is redeemed twice, every call ends once, and once all is well whoever comes
//! is served.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops where its expectation does"
)]

#[path = "../token_walks/config.rs"]
mod config;
#[path = "../token_walks/pair.rs"]
mod pair;
#[path = "../token_walks/provider.rs"]
mod provider;
mod store;
mod world;

use proptest::prelude::*;
use store::Store;
use waybill_core::Invalidate;
use world::{Ending, StoreEnding, World};

/// One thing that happens to the processes, the store or the provider.
#[derive(Debug, Clone)]
enum Happening {
    Call(usize, Option<i64>),
    Wait(i64),
    End(usize, Ending),
    Store(usize, StoreEnding),
    Freeze(usize, i64),
    Kill(usize),
    SetEqual(usize),
    SetRefresh(usize),
    SetSameRefresh(usize),
    Invalidate(usize, Invalidate),
    Lifetime(i64),
    Rewrite,
    EndLogins,
    RestoreDump,
    Empty,
    Export(usize),
}

fn process() -> impl Strategy<Value = usize> {
    0..world::PROCESSES
}

fn happening() -> impl Strategy<Value = Happening> {
    let times = vec![0, 1, 400, 1_001, 2_100, 9_000, 29_000, 31_000, 61_000];
    let endings = vec![
        Ending::Answered,
        Ending::Answered,
        Ending::Answered,
        Ending::Answered,
        Ending::Lost,
        Ending::NotSent,
        Ending::Unavailable,
        Ending::Redirected,
    ];
    let store_endings = vec![
        StoreEnding::Done,
        StoreEnding::Done,
        StoreEnding::Done,
        StoreEnding::Done,
        StoreEnding::Done,
        StoreEnding::Down,
        StoreEnding::AnswerLost,
        StoreEnding::Late,
    ];
    prop_oneof![
        6 => (process(), prop::option::of(prop::sample::select(vec![900_i64, 30_000])))
            .prop_map(|(process, within)| Happening::Call(process, within)),
        5 => prop::sample::select(times).prop_map(Happening::Wait),
        8 => (process(), prop::sample::select(endings)).prop_map(|(process, ending)| Happening::End(process, ending)),
        14 => (process(), prop::sample::select(store_endings))
            .prop_map(|(process, ending)| Happening::Store(process, ending)),
        1 => (process(), prop::sample::select(vec![600_i64, 8_500, 40_000]))
            .prop_map(|(process, by)| Happening::Freeze(process, by)),
        1 => process().prop_map(Happening::Kill),
        1 => process().prop_map(Happening::SetEqual),
        1 => process().prop_map(Happening::SetRefresh),
        1 => process().prop_map(Happening::SetSameRefresh),
        1 => (process(), prop::sample::select(vec![Invalidate::AccessToken, Invalidate::Tokens]))
            .prop_map(|(process, what)| Happening::Invalidate(process, what)),
        1 => prop::sample::select(vec![1_i64, 4, 29, 31, 60, 300]).prop_map(Happening::Lifetime),
        1 => Just(Happening::Rewrite),
        1 => Just(Happening::EndLogins),
        1 => process().prop_map(Happening::Export),
    ]
}

/// What loses records: a store that fails over, or a dump that is restored. Nothing can be promised of a login then.
fn loss() -> impl Strategy<Value = Happening> {
    prop_oneof![1 => Just(Happening::RestoreDump), 1 => Just(Happening::Empty)]
}

fn walk(mut world: World, happenings: Vec<Happening>) {
    for happening in happenings {
        match happening {
            Happening::Call(process, within) => world.call(process, within),
            Happening::Wait(by) => world.wait(by),
            Happening::End(process, ending) => world.end(process, ending),
            Happening::Store(process, ending) => world.answer_store(process, ending),
            Happening::Freeze(process, by) => world.freeze(process, by),
            Happening::Kill(process) => world.kill(process),
            Happening::SetEqual(process) => world.set_equal_credentials(process),
            Happening::SetRefresh(process) => world.set_refresh(process),
            Happening::SetSameRefresh(process) => world.set_same_refresh(process),
            Happening::Invalidate(process, what) => world.invalidate(process, what),
            Happening::Lifetime(seconds) => world.provider.lifetime = seconds,
            Happening::Rewrite => world.rewrite(),
            Happening::EndLogins => world.provider.end_all_logins(),
            Happening::RestoreDump => world.lose(Store::restore_dump),
            Happening::Empty => world.lose(Store::empty),
            Happening::Export(process) => world.export(process),
        }
    }
    world.provider.lifetime = 60;
    world.recover();
    world.close();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: walks(), ..ProptestConfig::default() })]

    #[test]
    fn a_shared_login_is_kept_with_a_password(
        login_while_down in any::<bool>(),
        happenings in prop::collection::vec(happening(), 1..80),
    ) {
        walk(World::new(true, login_while_down), happenings);
    }

    #[test]
    fn a_shared_login_is_kept_without_a_password(happenings in prop::collection::vec(happening(), 1..80)) {
        walk(World::new(false, false), happenings);
    }

    #[test]
    fn a_store_that_loses_records_costs_no_call_for_ever(
        happenings in prop::collection::vec(prop_oneof![9 => happening(), 1 => loss()], 1..80),
    ) {
        walk(World::new(true, false), happenings);
    }
}

/// Shrunk by a walk: its answer from the store was lost, and another process used the refresh token meanwhile.
#[test]
fn refresh_token_used_by_another_process_is_not_resent() {
    walk(
        World::new(true, false),
        vec![
            Happening::Call(1, None),
            Happening::Store(1, StoreEnding::Done),
            Happening::Store(1, StoreEnding::Done),
            Happening::Rewrite,
            Happening::End(1, Ending::Answered),
            Happening::Store(1, StoreEnding::Done),
            Happening::SetRefresh(1),
            Happening::Store(1, StoreEnding::Done),
            Happening::Store(1, StoreEnding::AnswerLost),
        ],
    );
}

/// Shrunk by a walk: the lock is asked for once more to save that the provider did not answer.
#[test]
fn export_includes_a_wait_that_is_not_saved_yet() {
    walk(
        World::new(true, false),
        vec![
            Happening::Call(0, None),
            Happening::Store(0, StoreEnding::Done),
            Happening::Store(0, StoreEnding::Done),
            Happening::End(0, Ending::Lost),
            Happening::Empty,
            Happening::Store(0, StoreEnding::Done),
            Happening::Export(0),
        ],
    );
}

/// How many walks each of the three takes: `WAYBILL_WALKS` where it is set.
fn walks() -> u32 {
    let usual = if cfg!(feature = "deep") { 3_000 } else { 100 };
    std::env::var("WAYBILL_WALKS").ok().and_then(|walks| walks.parse().ok()).unwrap_or(usual)
}
