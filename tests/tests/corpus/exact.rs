//! Published descriptions edited in any one place: every change of the report is about that place, and names those it
//! concerns and nobody else.

use serde_json::Value;
use waybill_tests::edits::{Edit, KINDS, edited};
use waybill_tests::exact::strays;

/// Larger files say no more kinds of things, and take long without optimisation.
const BYTES: u64 = 100_000;
/// Edits of each file.
const EDITS: usize = 3;

#[test]
fn single_edit_of_a_published_description_reports_only_it() {
    let small = |file: &std::path::PathBuf| {
        file.metadata().is_ok_and(|data| data.len() < BYTES) && file.extension().is_some_and(|e| e == "json")
    };
    let mut found = Vec::new();
    for (number, file) in super::published().into_iter().filter(small).enumerate() {
        let base: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for at in 0..EDITS {
            // Any numbers will do, as long as they are the same in every run.
            let seed = (number * EDITS + at) * 6007;
            let edit = Edit { kind: seed % KINDS, place: seed * 29, other: seed * 19 };
            let Some(new) = edited(&base, edit) else { continue };
            for (old, new) in [(&base, &new), (&new, &base)] {
                let strays = strays(old, new).unwrap_or_default();
                found.extend(strays.into_iter().map(|stray| format!("{} {edit:?}: {stray}", super::file_name(&file))));
            }
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}
