//! Descriptions edited anywhere, in any way and several times over: every difference is on the list of changed places, and
//! said or without meaning. What is found out one way is found out the other way round.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use waybill_tests::accounted::{lost, unmirrored};
use waybill_tests::edits::{Edit, KINDS, edited};

use super::base::Version;
use super::{base, swagger};

fn bases() -> Vec<Value> {
    let versions = [Version::V3_0, Version::V3_1, Version::V3_2];
    versions.into_iter().map(base::base_of).chain([swagger::base()]).collect()
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (0..KINDS, 0..100_000_usize, 0..100_000_usize);
    proptest::collection::vec(edit.prop_map(|(kind, place, other)| Edit { kind, place, other }), 1..5)
}

proptest! {
    // The same edits in every run: who looks for more sets another seed and more cases.
    #![proptest_config(ProptestConfig {
        cases: 120,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_edit_is_reported(which in 0..4_usize, edits in edits()) {
        let base = bases().swap_remove(which);
        let mut new = base.clone();
        for edit in edits {
            new = edited(&new, edit).unwrap_or(new);
        }
        for (old, new) in [(&base, &new), (&new, &base)] {
            let lost = lost(old, new).unwrap_or_default();
            prop_assert!(lost.is_empty(), "{}", lost.join("\n"));
        }
        let unmirrored = unmirrored(&base, &new).unwrap_or_default();
        prop_assert!(unmirrored.is_empty(), "{}", unmirrored.join("\n"));
    }
}
