//! Descriptions edited in any one place: every change of the report is about that place, names those it concerns and
//! nobody else, and is said once.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};
use waybill_core::report::{AffectedOperation, Report};
use waybill_core::{CompareOptions, compare};
use waybill_tests::edits::{Edit, KINDS, edited};
use waybill_tests::exact::{strays, strays_of};

use super::base::Version;
use super::{base, swagger};

fn bases() -> Vec<Value> {
    let versions = [Version::V3_0, Version::V3_1, Version::V3_2];
    versions.into_iter().map(base::base_of).chain([swagger::base()]).collect()
}

proptest! {
    // The same edits in every run: who looks for more sets another seed and more cases.
    #![proptest_config(ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn single_edit_reports_only_that_edit(
        which in 0..4_usize, kind in 0..KINDS, place in 0..100_000_usize, other in 0..100_000_usize,
    ) {
        let base = bases().swap_remove(which);
        let Some(new) = edited(&base, Edit { kind, place, other }) else { return Ok(()) };
        for (old, new) in [(&base, &new), (&new, &base)] {
            let strays = strays(old, new).unwrap_or_default();
            prop_assert!(strays.is_empty(), "{}", strays.join("\n"));
        }
    }
}

/// A description with a property of another type after the edit, and the true report.
fn example() -> (Value, Value, Report) {
    let of = |kind: &str| {
        let body = json!({"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Size"}}}});
        let operation = json!({"responses": {"200": body}});
        json!({
            "openapi": "3.0.3", "info": {"title": "a", "version": "1"},
            "paths": {"/a": {"get": operation, "put": operation}, "/b": {"get": {"responses": {}}}},
            "components": {"schemas": {"Size": {"type": "object", "properties": {
                "height": {"type": kind}, "width": {"type": "integer"},
            }}}},
        })
    };
    let (old, new) = (of("integer"), of("boolean"));
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
    assert_eq!(report.changes.len(), 1);
    (old, new, report)
}

/// What is found wrong with the report once it says something else.
fn found(falsify: impl FnOnce(&mut Report)) -> Vec<String> {
    let (old, new, mut report) = example();
    assert_eq!(strays_of(&report, &old, &new), Vec::<String>::new());
    falsify(&mut report);
    strays_of(&report, &old, &new)
}

#[test]
fn a_change_that_is_placed_elsewhere_is_found() {
    for elsewhere in ["/components/schemas/Size/properties/width/type", "/paths/~1b/get", "/info/title"] {
        let found = found(|report| {
            if let Some(place) = &mut report.changes[0].new {
                place.pointer = elsewhere.to_owned();
            }
        });
        assert!(found.iter().any(|stray| stray.starts_with("elsewhere")), "{elsewhere}: {found:?}");
    }
}

#[test]
fn change_with_a_wrong_operation_list_is_found() {
    let b = AffectedOperation { path: "/b".to_owned(), method: "GET".to_owned() };
    let many = found(|report| {
        let changed = &mut report.changes[0];
        changed.operations = changed.operations.iter().cloned().chain([b]).collect();
    });
    assert!(many.iter().any(|stray| stray.starts_with(r#"names ["GET /b"] that it does not concern"#)), "{many:?}");
    let few = found(|report| {
        let changed = &mut report.changes[0];
        changed.operations = changed.operations.split_last().map(|(_, others)| others.into()).unwrap_or_default();
    });
    assert!(few.iter().any(|stray| stray.contains(r#"leaves out ["PUT /a"]"#)), "{few:?}");
}

#[test]
fn change_reported_twice_is_found() {
    let twice = found(|report| report.changes.push(report.changes[0].clone()));
    assert!(twice.iter().any(|stray| stray.starts_with("twice")), "{twice:?}");
    let other = found(|report| {
        let mut other = report.changes[0].clone();
        "another sentence".clone_into(&mut other.message);
        report.changes.push(other);
    });
    assert!(other.iter().any(|stray| stray.starts_with("several of one keyword")), "{other:?}");
}
