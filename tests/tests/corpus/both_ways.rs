//! Each break is about a place that changed, and each place that changed has one cause.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use waybill_core::compat::{Direction, Level};
use waybill_core::report::{Change, CompareOptions, Place, compare};

/// Larger files say no more kinds of things, and take long without optimisation.
const BYTES: u64 = 4_000_000;

/// The pairs at hand: neighbouring releases, and the two sides of each vector.
fn pairs() -> Vec<[Value; 2]> {
    // Some vectors are no JSON that other readers take.
    let read = |file: &Path| serde_json::from_slice::<Value>(&std::fs::read(file).unwrap()).ok();
    let is_small = |file: &Path| file.metadata().unwrap().len() < BYTES;
    let releases = super::neighbours::pairs().into_iter().filter(|(old, new)| is_small(old) && is_small(new));
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/compare");
    let folders = std::fs::read_dir(vectors).unwrap().map(|entry| entry.unwrap().path());
    let both = folders.map(|folder| (folder.join("old.json"), folder.join("new.json")));
    let both = both.filter(|(old, new)| old.is_file() && new.is_file());
    releases.chain(both).filter_map(|(old, new)| Some([read(&old)?, read(&new)?])).collect()
}

fn changes([old, new]: &[Value; 2]) -> Vec<Change> {
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default());
    report.map(|report| report.changes).unwrap_or_default()
}

/// The local references in a value and in what they lead to, with their targets.
fn targets<'v>(root: &'v Value, value: &'v Value) -> BTreeMap<&'v str, Option<&'v Value>> {
    let (mut found, mut waiting) = (BTreeMap::new(), vec![value]);
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) => waiting.extend(members.values()),
            Value::Array(elements) => waiting.extend(elements),
            _ => continue,
        }
        if let Some(pointer) = value.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#')) {
            let target = root.pointer(pointer);
            if found.insert(pointer, target).is_none() {
                waiting.extend(target);
            }
        }
    }
    found
}

/// Returns true if a place is on both sides with the same text, and so is all that it refers to.
fn is_unchanged(place: Option<&Place>, [old, new]: &[Value; 2]) -> bool {
    let Some(Place { file: None, pointer, .. }) = place else { return place.is_none() };
    // The same anchor may be set somewhere else.
    let names_anchor = |value: &Value| value.as_str().is_some_and(|text| text.starts_with('#') && !text.contains('/'));
    let (Some(before), Some(after)) = (old.pointer(pointer), new.pointer(pointer)) else { return false };
    before == after && !names_anchor(before) && targets(old, before) == targets(new, after)
}

#[test]
fn a_break_is_about_a_place_that_changed_in_one_file_at_least() {
    let mut defects = Vec::new();
    for pair in pairs() {
        // Under another version the same text may say something else.
        if pair[0].get("openapi") != pair[1].get("openapi") {
            continue;
        }
        for change in changes(&pair).into_iter().filter(|change| change.level == Level::Breaking) {
            if is_unchanged(change.old.as_ref(), &pair) && is_unchanged(change.new.as_ref(), &pair) {
                defects.push(format!("{} {}: {:?} {:?}", change.rule, change.message, change.old, change.new));
            }
        }
    }
    assert!(defects.is_empty(), "{}:\n{}", defects.len(), defects.join("\n"));
}

#[test]
fn a_place_has_one_cause() {
    let mut defects = Vec::new();
    for pair in pairs() {
        let mut causes: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
        for change in changes(&pair).into_iter().filter(|change| change.level >= Level::Risky) {
            // What came to be sent and what came to be received are told apart, and so are values of one list.
            let way = change.direction.map_or("", Direction::name);
            let place = format!("{:?} {:?}", change.old, change.new);
            if !is_of_list(&change) {
                causes.entry(format!("{way} {place}")).or_default().insert(change.rule);
            }
        }
        defects.extend(causes.into_iter().filter(|(_, rules)| rules.len() > 1).map(|found| format!("{found:?}")));
    }
    assert!(defects.is_empty(), "{}:\n{}", defects.len(), defects.join("\n"));
}

/// Whether it is about some of the values of a list, which stand at one place: names that are required, listed values,
/// and what has no place of its own.
fn is_of_list(change: &Change) -> bool {
    let places = [change.old.as_ref(), change.new.as_ref()];
    let mut words = places.into_iter().flatten().map(|place| place.pointer.rsplit('/').next().unwrap_or_default());
    words.any(|word| matches!(word, "required" | "enum" | "security" | "servers"))
}
