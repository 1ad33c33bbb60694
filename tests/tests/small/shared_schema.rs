//! One property of a schema that hundreds of operations share is one entry, however many ways lead to it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use waybill_core::{CompareOptions, compare};
use waybill_measure::generated::shared_schema;

#[test]
fn deeply_shared_property_is_one_entry_with_all_operations() {
    let (old, new) = (shared_schema(500, false), shared_schema(500, true));
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    let said: Vec<_> = report.changes.iter().map(|change| (change.rule, change.operations.len())).collect();
    assert_eq!(said, [("response-property-added", 500)]);
}
