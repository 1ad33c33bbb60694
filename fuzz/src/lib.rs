//! What the fuzz targets share: descriptions to start from, edits made of a fuzzer's bytes, and what always holds.
//!
//! A target panics where one of the promises is broken; that is how a fuzzer is told.

pub mod access;
mod edits;
pub mod mock;

pub use edits::edited;

use waybill_core::openapi::{Limits, Loader, ReadError};
use waybill_core::report::trace_differences;
use waybill_core::{CompareError, CompareOptions, Report};

/// Descriptions that the structured targets edit.
pub const SEEDS: &[&str] = &[
    include_str!("../../core/rules/base.json"),
    include_str!("../../core/rules/base-description.json"),
    include_str!("../../tests/vectors/compare/shared-component/old.json"),
    include_str!("../../tests/vectors/compare/response-type-in-a-cycle/old.json"),
    include_str!("../../tests/vectors/compare/webhooks-are-reversed/old.json"),
];

/// The description that the bytes of an input make of one of the seeds.
#[must_use]
pub fn single(data: &[u8]) -> String {
    let (seed, edits) = data.split_first().map_or((0, data), |(&seed, edits)| (seed, edits));
    shown(edited(SEEDS[usize::from(seed) % SEEDS.len()], edits).to_string())
}

/// Two descriptions: one with the first half of the edits, and one with all of them.
#[must_use]
pub fn pair(data: &[u8]) -> (String, String) {
    let (seed, edits) = data.split_first().map_or((0, data), |(&seed, edits)| (seed, edits));
    let seed = SEEDS[usize::from(seed) % SEEDS.len()];
    let before = &edits[..edits.len() / 12 * 6];
    (shown(edited(seed, before).to_string()), shown(edited(seed, edits).to_string()))
}

/// Prints a description where `WAYBILL_FUZZ_SHOW` asks for it: an input of edits says nothing to a reader.
fn shown(text: String) -> String {
    if std::env::var_os("WAYBILL_FUZZ_SHOW").is_some() {
        eprintln!("{text}");
    }
    text
}

/// Reads a description under limits that a fuzzer reaches, and holds every place that is named to the text.
///
/// # Errors
/// What the reader refuses, once its place is known to be one.
pub fn read(text: &[u8]) -> Result<(), ReadError> {
    let limits = Limits { alias_nodes: 20_000, ..Limits::default() };
    let reading = Loader::new("fuzzed", text, &limits).inspect_err(|error| {
        stands_in(error.place.line, error.place.column, text);
        assert!(!error.message.is_empty() && !error.message.ends_with('.'), "{error}");
    })?;
    let description = reading.finish();
    for problem in description.problems() {
        stands_in(problem.place.line, problem.place.column, text);
    }
    let stats = description.stats();
    assert_eq!(stats.operations, description.operation_count());
    Ok(())
}

/// A line and a column, counted from 1, that the text has.
fn stands_in(line: u32, column: u32, text: &[u8]) {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!(line >= 1 && column >= 1 && line as usize <= lines && column as usize <= text.len() + 1, "{line}:{column}");
}

/// Compares two texts and holds what is true of every pair.
///
/// # Errors
/// Where one of them is no description.
pub fn compare(old: &[u8], new: &[u8]) -> Result<Report, CompareError> {
    let report = waybill_core::compare(old, new, &CompareOptions::default())?;
    if old == new {
        let changes: Vec<_> = report.changes.iter().map(|change| (&change.rule, &change.message)).collect();
        assert!(changes.is_empty(), "a description differs from itself: {changes:?}");
    }
    Ok(report)
}

/// What is found out of two descriptions one way and not the other way round.
#[must_use]
pub fn unmirrored(old: &[u8], new: &[u8]) -> Vec<String> {
    let read = |text: &[u8]| Some(Loader::new("fuzzed", text.to_vec(), &Limits::default()).ok()?.finish());
    let both = read(old).zip(read(new));
    both.map(|(old, new)| trace_differences(&old, &new).unmirrored(&trace_differences(&new, &old))).unwrap_or_default()
}
