//! Descriptions whose parts multiply: no search of the comparison takes for ever.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod costs;
mod descriptions;

use std::collections::BTreeSet;

use serde_json::Value;
use waybill_core::{CompareOptions, compare};

/// The levels and rules of what a comparison says, each once.
fn said([old, new]: &[Value; 2]) -> BTreeSet<String> {
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
    assert!(report.complete, "{:?}", report.problems);
    report.changes.iter().map(|change| format!("{} {}", change.level, change.rule)).collect()
}
