//! Every place of a description changed alone: the change is found, placed right in both files, and nothing else is said.
//!
//! `base.json` holds each fixed field of the specifications, `everything.json` each keyword of schemas; the tables say
//! what each mutation means, forwards and backwards, by the truth table of levels in `docs/reference/levels.md`. All of it runs as
//! OpenAPI 3.0, 3.1 and 3.2, as far as a version has the field; Swagger 2.0 has a base and a table of fields of its own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod accounted;
mod base;
mod behind_references;
mod exact;
mod line;
mod pairs;
mod reversed;
mod schemas;
mod swagger;
mod table;
mod values;

use serde_json::Value;
use waybill_core::compat::Level;
use waybill_core::report::{Change, Place};
use waybill_core::{CompareOptions, compare};

use base::Version;
use table::{Expected, Kind, Operation};

#[test]
fn there_are_at_least_two_hundred_kinds() {
    assert!(kinds().len() >= 200, "{}", kinds().len());
}

#[test]
fn every_mutation_is_found_placed_and_levelled_as_openapi_3_0() {
    run(Version::V3_0);
}

#[test]
fn every_mutation_is_found_placed_and_levelled_as_openapi_3_1() {
    run(Version::V3_1);
}

#[test]
fn every_mutation_is_found_placed_and_levelled_as_openapi_3_2() {
    run(Version::V3_2);
}

#[test]
fn every_mutation_is_found_placed_and_levelled_as_swagger_2_0() {
    let base = swagger::base();
    let kinds = swagger::kinds(&base);
    try_all(&base, kinds, "Swagger 2.0");
}

fn kinds() -> Vec<Kind> {
    table::places().into_iter().chain(schemas::kinds()).collect()
}

fn run(version: Version) {
    let base = base::base_of(version);
    let kinds = kinds().into_iter().filter(|kind| version.has(&base, kind)).collect();
    try_all(&base, kinds, &format!("{version:?}"));
}

fn try_all(base: &Value, kinds: Vec<Kind>, version: &str) {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for kind in kinds {
        ran += 1;
        let mutant = values::mutated(base, &kind);
        wrong.extend(check(&kind, base, &mutant, kind.forwards, "forwards"));
        wrong.extend(check(&kind, &mutant, base, kind.backwards, "backwards"));
    }
    assert!(wrong.is_empty(), "{} of {ran} kinds twice as {version}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong about the report of one mutation.
fn check(kind: &Kind, old: &Value, new: &Value, expected: Expected, way: &str) -> Option<String> {
    let (before, after) = (pretty(old), pretty(new));
    let report = compare(before.as_bytes(), after.as_bytes(), &CompareOptions::default()).unwrap();
    let found: Vec<String> =
        report.changes.iter().map(|change| format!("{} ({}): {}", change.rule, change.level, change.message)).collect();
    let say = |what: String| Some(format!("{kind} {way}: {what}; found {found:?}"));
    if !report.complete {
        return say(format!("the report is not complete: {:?}", report.problems));
    }
    let worst = report.changes.iter().map(|change| change.level).max();
    let fits = match expected {
        Expected::Nothing => worst.is_none(),
        Expected::Level(level) => worst == Some(level),
        Expected::Found => worst.is_some_and(|level| level != Level::Unclassified),
    };
    if !fits {
        return say(format!("expected {expected:?}"));
    }
    let about =
        |change: &&Change| is_about(change.old.as_ref(), kind, &before) && is_about(change.new.as_ref(), kind, &after);
    let elsewhere = report.changes.iter().find(|change| !about(change));
    elsewhere.and_then(|change| say(format!("placed at {:?} and {:?}", change.old, change.new)))
}

/// Whether a place is the mutated one, or close to it where it is on one side only, and its line the one it stands in.
fn is_about(place: Option<&Place>, kind: &Kind, text: &str) -> bool {
    let Some(Place { pointer, line, .. }) = place else { return true };
    let steps = |pointer: &str| pointer.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (there, here) = (steps(pointer), steps(&kind.pointer));
    let common = there.iter().zip(&here).take_while(|(there, here)| there == here || *here == "-").count();
    let above = here.len() - common;
    let below = there.len() - common;
    // A new property stands beside its schema, two steps up; an element of a list beside the list.
    let is_near = below == 0 && above <= 3
        || above == 0
        || is_sibling(kind, above, below)
        || kind.also.is_some_and(|also| pointer.starts_with(also));
    (is_near || stands_for(kind, pointer)) && line::line_of(text, pointer) == Some(*line as usize)
}

/// What covers a status that is not named.
fn stands_for(kind: &Kind, pointer: &str) -> bool {
    kind.pointer.contains("/responses/") && pointer.starts_with("/components/responses/Failure")
}

/// Elements that are added or removed move those behind them; a keyword may be judged with its neighbour.
fn is_sibling(kind: &Kind, above: usize, below: usize) -> bool {
    above == 1 && below == 1 && !matches!(kind.operation, Operation::Set(_)) || above == 1 && below <= 1
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap()
}
