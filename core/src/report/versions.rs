//! Descriptions of different versions compared by what they mean, and Swagger 2.0 reported by its own places.

use serde_json::{Value, json};

use super::{Options, Report, compare};

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &Options::default()).unwrap()
}

fn rich() -> Value {
    serde_json::from_str(include_str!("../openapi/swagger/rich.json")).unwrap()
}

fn translated() -> Value {
    serde_json::from_str(include_str!("../openapi/swagger/translated.json")).unwrap()
}

#[test]
fn the_view_is_what_a_translation_by_hand_is() {
    let report = report(&rich(), &translated());
    let found: Vec<(&str, &str)> = report.changes.iter().map(|change| (change.rule, change.message.as_str())).collect();
    assert_eq!(
        found.iter().filter(|(rule, _)| *rule != "specification-version-changed").collect::<Vec<_>>(),
        Vec::<&(&str, &str)>::new()
    );
    assert!(report.complete, "{:?}", report.problems);
}

#[test]
fn a_description_compared_with_itself_has_not_changed() {
    assert_eq!(report(&rich(), &rich()).changes, []);
}

#[test]
fn places_are_those_of_the_file() {
    let mut changed = rich();
    changed["paths"]["/parcels"]["post"]["parameters"][0]["schema"]["properties"]["weight"]["type"] = json!("string");
    let report = report(&rich(), &changed);
    let places: Vec<&str> = report.changes.iter().map(|change| change.new.as_ref().unwrap().pointer.as_str()).collect();
    assert_eq!(places, ["/paths/~1parcels/post/parameters/0/schema/properties/weight/type"]);
}

#[test]
fn a_change_of_the_media_types_of_the_description_is_one_entry() {
    let mut changed = rich();
    changed["produces"] = json!(["application/json", "text/csv"]);
    let report = report(&rich(), &changed);
    let entries: Vec<(&str, &str, usize)> = report
        .changes
        .iter()
        .map(|change| (change.rule, change.new.as_ref().unwrap().pointer.as_str(), change.operations.len()))
        .collect();
    assert_eq!(entries, [("response-media-type-added", "/produces/1", 3)], "{:?}", report.changes);
}
