//! Releases of a large public description: the operations that came and went are those of an independent script.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use waybill_core::report::{AffectedOperation, Section};
use waybill_core::{CompareOptions, compare};

/// A path with the names of its parameters erased.
fn erased(path: &str) -> String {
    let parts = path.split('{').enumerate();
    let erase = |(at, part): (usize, &str)| match part.split_once('}') {
        Some((_, rest)) if at > 0 => format!("{{}}{rest}"),
        _ => part.to_owned(),
    };
    parts.map(erase).collect()
}

#[test]
fn added_and_removed_operations_match_the_set_difference() {
    let files = super::github();
    for (old, new) in files.iter().zip(files.iter().skip(1)) {
        check(old, new);
    }
}

fn check(old: &Path, new: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/operations.mjs");
    let output = Command::new("node").arg(script).args([old, new]).output().expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();

    let [left, right] = [old, new].map(|file| std::fs::read(file).unwrap());
    let report = compare(&left, &right, &CompareOptions::default()).unwrap();
    let name_of = |operation: &AffectedOperation| format!("{} {}", operation.method, erased(&operation.path));
    // The script knows no moves: to it, a moved operation was removed and another one added.
    let of_rule = |rule: &'static str| report.changes.iter().filter(move |change| change.rule == rule);
    let moved_alone = of_rule("operation-moved").filter_map(|change| change.operation.as_ref()?.successor.as_ref());
    let moved_together = of_rule("path-prefix-changed").flat_map(|change| change.operations.iter());
    let under_new_prefix: BTreeSet<String> = moved_together.map(name_of).collect();
    let moved_to = moved_alone.map(|successor| name_of(&successor.operation)).chain(under_new_prefix.iter().cloned());
    let moved_to: BTreeSet<String> = moved_to.collect();
    for (section, name) in [(Section::New, "added"), (Section::Removed, "removed")] {
        let changes = report.changes.iter().filter(|change| change.section == section);
        let found: BTreeSet<String> = changes
            .flat_map(|change| change.operations.iter())
            .map(name_of)
            .chain(moved_to.iter().filter(|_| section == Section::New).cloned())
            .collect();
        let expected: BTreeSet<String> =
            expected[name].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        let left: Vec<_> = expected.difference(&found).collect();
        let hidden = if section == Section::Removed { under_new_prefix.len() } else { 0 };
        assert!(found.is_subset(&expected) && left.len() == hidden, "{name} in {}: {left:?}", new.display());
    }
}

/// So many operations of the last release receive a `simple-user`, through deep nesting and circles, by a plain search
/// of its references.
const OPERATIONS: usize = 291;

#[test]
fn property_added_to_a_widely_shared_schema_is_one_entry() {
    if let Some(file) = super::github().last() {
        let old: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let mut new = old.clone();
        new["components"]["schemas"]["simple-user"]["properties"]["note"] = serde_json::json!({"type": "string"});
        let report =
            compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
        let said: Vec<_> = report.changes.iter().map(|change| change.rule).collect();
        assert_eq!(said, ["response-property-added"]);
        assert_eq!(report.changes[0].operations.len(), OPERATIONS);
    }
}
