//! Mutations of values behind misplaced references: the report has the same levels as for values in their usual place.

use serde_json::{Value, json};
use waybill_core::compat::Level;
use waybill_core::{CompareOptions, Report, compare};

use super::base::{self, Version};
use super::{kinds, swagger, values};

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// Returns the levels above docs, in order.
fn levels(report: &Report) -> Vec<Level> {
    let mut levels: Vec<Level> = report.changes.iter().map(|change| change.level).collect();
    levels.retain(|level| *level != Level::Docs);
    levels.sort();
    levels
}

/// Returns the description with the value at `pointer` behind a reference.
fn moved(description: &Value, pointer: &str) -> Option<Value> {
    let mut moved = description.clone();
    let place = moved.pointer_mut(pointer).filter(|value| value.is_object() || value.is_array())?;
    let target = std::mem::replace(place, json!({"$ref": "#/x-target"}));
    moved["x-target"] = target;
    Some(moved)
}

fn check(base: &Value, kinds: &[super::table::Kind]) {
    let mut wrong = Vec::new();
    let mut ran = 0;
    // Every third mutation covers all kinds of values. A short run takes a sample of them.
    let step = if cfg!(feature = "deep") { 3 } else { 12 };
    for kind in kinds.iter().step_by(step) {
        let mutant = values::mutated(base, kind);
        let mut pointer = kind.pointer.as_str();
        while let Some((around, _)) = pointer.rsplit_once('/').filter(|(around, _)| !around.is_empty()) {
            pointer = around;
            let (Some(old), Some(new)) = (moved(base, pointer), moved(&mutant, pointer)) else { continue };
            let found = report(&old, &new);
            let is_misplaced = |code: &str| code == "reference.misplaced";
            if !found.problems.iter().any(|problem| is_misplaced(problem.code)) {
                continue;
            }
            ran += 1;
            let expected = levels(&report(base, &mutant));
            if !found.complete || levels(&found) != expected {
                wrong.push(format!(
                    "{kind} behind {pointer}: {:?}, not {expected:?}; {:?}",
                    levels(&found),
                    found.problems
                ));
            }
            break;
        }
    }
    assert!(ran * step > 300, "{ran}");
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mutation_behind_a_reference_has_the_same_levels() {
    for version in [Version::V3_0, Version::V3_1] {
        let base = base::base_of(version);
        let kinds: Vec<_> = kinds().into_iter().filter(|kind| version.has(&base, kind)).collect();
        check(&base, &kinds);
    }
}

#[test]
fn swagger_mutation_behind_a_reference_has_the_same_levels() {
    let base = swagger::base();
    check(&base, &swagger::kinds(&base));
}
