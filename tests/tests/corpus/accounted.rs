//! Published descriptions against their next releases and against edits of themselves: whatever a plain comparison of the
//! two files finds is on the list of changed places, and said or without meaning. What is found out one way is found out
//! the other way round.

use serde_json::Value;
use waybill_tests::accounted::{lost, unmirrored};
use waybill_tests::edits::{Edit, KINDS, edited};

/// Larger files say no more kinds of things, and take long without optimisation.
const BYTES: u64 = 100_000;
const RELEASE_BYTES: u64 = 600_000;
/// Edits of each file.
const EDITS: usize = 4;

fn value(file: &std::path::Path) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

#[test]
fn every_difference_between_releases_is_reported() {
    for (old, new) in super::neighbours::pairs() {
        if [&old, &new].iter().any(|file| file.metadata().unwrap().len() > RELEASE_BYTES) {
            continue;
        }
        let (before, after) = (value(&old), value(&new));
        let mut found = lost(&before, &after).unwrap();
        found.extend(unmirrored(&before, &after).unwrap());
        assert!(found.is_empty(), "{} and {}: {}", old.display(), new.display(), found.join("\n"));
    }
}

#[test]
fn every_edit_of_a_published_description_is_reported() {
    let small = |file: &std::path::PathBuf| {
        file.metadata().is_ok_and(|data| data.len() < BYTES) && file.extension().is_some_and(|e| e == "json")
    };
    let mut holes = Vec::new();
    for (number, file) in super::published().into_iter().filter(small).enumerate() {
        let base = value(&file);
        for at in 0..EDITS {
            // Any numbers will do, as long as they are the same in every run.
            let seed = (number * EDITS + at) * 7919;
            let edit = Edit { kind: seed % KINDS, place: seed * 31, other: seed * 17 };
            let Some(new) = edited(&base, edit) else { continue };
            let both = [lost(&base, &new), lost(&new, &base), unmirrored(&base, &new)];
            for found in both.into_iter().flatten() {
                holes.extend(found.into_iter().map(|hole| format!("{} {edit:?}: {hole}", super::file_name(&file))));
            }
        }
    }
    assert!(holes.is_empty(), "{}:\n{}", holes.len(), holes.join("\n"));
}
