//! Shared parts of the fuzz targets: seed descriptions, edits from a fuzzer's bytes, and common checks.
//!
//! A target panics if a check fails, which reports the input to the fuzzer.

pub mod access;
mod edits;
pub mod mock;
#[path = "../../tests/src/random_description.rs"]
mod random_description;

pub use edits::edited;

use waybill_core::openapi::{Limits, Loader, ReadError};
use waybill_core::report::trace_differences;
use waybill_core::{CompareError, CompareOptions, Report};

use random_description::{Choices, description};

/// Descriptions that the structured targets edit.
pub const SEEDS: &[&str] = &[
    include_str!("../../core/rules/base.json"),
    include_str!("../../core/rules/base-description.json"),
    include_str!("../../tests/vectors/compare/shared-component/old.json"),
    include_str!("../../tests/vectors/compare/response-type-in-a-cycle/old.json"),
    include_str!("../../tests/vectors/compare/webhooks-are-reversed/old.json"),
];

/// Number of bytes that choose what a random description holds.
const CHOICES: usize = 256;

/// Returns a description and the edits that an input encodes: one of the seeds, or a random one.
fn base(data: &[u8]) -> (String, &[u8]) {
    let (seed, rest) = data.split_first().map_or((0, data), |(&seed, rest)| (usize::from(seed), rest));
    if let Some(seed) = SEEDS.get(seed % (SEEDS.len() + 1)) {
        return ((*seed).to_owned(), rest);
    }
    let (choices, edits) = rest.split_at(rest.len().min(CHOICES));
    (description(&mut Choices::new(choices)).to_string(), edits)
}

/// Returns a description with the edits that an input encodes.
#[must_use]
pub fn single(data: &[u8]) -> String {
    let (seed, edits) = base(data);
    shown(edited(&seed, edits).to_string())
}

/// Returns two descriptions: one with the first half of the edits, and one with all of them.
#[must_use]
pub fn pair(data: &[u8]) -> (String, String) {
    let (seed, edits) = base(data);
    let before = &edits[..edits.len() / 12 * 6];
    (shown(edited(&seed, before).to_string()), shown(edited(&seed, edits).to_string()))
}

/// Prints a description if `WAYBILL_FUZZ_SHOW` is set, because the bytes of an input are unreadable.
fn shown(text: String) -> String {
    if std::env::var_os("WAYBILL_FUZZ_SHOW").is_some() {
        eprintln!("{text}");
    }
    text
}

/// Parses a description with limits that a fuzzer can reach, and checks that all reported locations exist.
///
/// # Errors
/// Returns the error of the parser, after checking its location.
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

/// Checks that the text has this line and column, which are counted from 1.
fn stands_in(line: u32, column: u32, text: &[u8]) {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!(line >= 1 && column >= 1 && line as usize <= lines && column as usize <= text.len() + 1, "{line}:{column}");
}

/// Compares two texts, and checks properties of every report.
///
/// # Errors
/// Returns the error if one of them is not a description.
pub fn compare(old: &[u8], new: &[u8]) -> Result<Report, CompareError> {
    let report = waybill_core::compare(old, new, &CompareOptions::default())?;
    if old == new {
        let changes: Vec<_> = report.changes.iter().map(|change| (&change.rule, &change.message)).collect();
        assert!(changes.is_empty(), "a description differs from itself: {changes:?}");
    }
    Ok(report)
}

/// Returns differences that a comparison finds in one direction only.
#[must_use]
pub fn unmirrored(old: &[u8], new: &[u8]) -> Vec<String> {
    let read = |text: &[u8]| Some(Loader::new("fuzzed", text.to_vec(), &Limits::default()).ok()?.finish());
    let both = read(old).zip(read(new));
    both.map(|(old, new)| trace_differences(&old, &new).unmirrored(&trace_differences(&new, &old))).unwrap_or_default()
}
