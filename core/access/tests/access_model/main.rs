//! The engine's invariants, held over random orders of inputs: whatever a host does, in whatever order, ends well.
//!
//! A simulated host carries out every step, keeps its own account of what is in flight and what was sent, and checks each
//! step against it. Numbers in comments are those of the token machine's invariants.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod host;
mod ledger;
mod provider;

use host::{Host, Input};
use proptest::prelude::*;

fn input() -> impl Strategy<Value = Input> {
    // Mostly successes: what the second exchange of a token does depends on how the first one ended.
    let status = prop_oneof![
        8 => Just(200_u16),
        7 => prop::sample::select(vec![204_u16, 302, 400, 401, 403, 404, 429, 503, 600]),
    ];
    let pick = 0..4_usize;
    prop_oneof![
        4 => (0..3_u8, 0..4_u8, prop::option::of(0..90_000_i64))
            .prop_map(|(route, body, deadline)| Input::Begin { route, body, deadline }),
        6 => (pick.clone(), status).prop_map(|(pick, status)| Input::Head { pick, status }),
        8 => (pick.clone(), 0..18_usize, any::<bool>())
            .prop_map(|(pick, answer, complete)| Input::Body { pick, answer, complete: complete || answer < 9 }),
        2 => (pick.clone(), any::<bool>()).prop_map(|(pick, sent)| Input::Failure { pick, sent }),
        3 => prop_oneof![0..2_000_i64, 5_000..40_000_i64, 60_000..400_000_i64].prop_map(Input::Pass),
        1 => (1..100_000_i64).prop_map(Input::SetBack),
        1 => (0..6_u64).prop_map(Input::Cancel),
        1 => (0..3_u8).prop_map(Input::SetCredentials),
        2 => (0..40_u64, 0..3_u8).prop_map(|(exchange, kind)| Input::Stray { exchange, kind }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_order_of_inputs_keeps_every_invariant(
        inputs in prop::collection::vec(input(), 1..80),
        has_password in any::<bool>(),
        has_refresh in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut host = Host::new(has_password, has_refresh, seed);
        for input in inputs {
            host.perform(&input);
        }
        host.finish();
    }

    #[test]
    fn the_same_inputs_give_the_same_steps(inputs in prop::collection::vec(input(), 1..40), seed in any::<u64>()) {
        let run = || {
            let mut host = Host::new(true, true, seed);
            for input in &inputs {
                host.perform(input);
            }
            host.transcript()
        };
        prop_assert_eq!(run(), run());
    }
}
