//! Whether values match schemas, held against the official test suite and against a validator that is not ours; and samples,
//! held against both validators.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod older;
mod published;
mod random;
mod referee;
mod suite;

use serde_json::{Value, json};
use waybill_core::openapi::{Description, Limits, Loader};

/// A description of a version whose component `S` refers to a file that is this schema and nothing else.
fn description_of(version: &str, schema: &Value) -> Description<'static> {
    let root = json!({"openapi": version, "info": {"title": "t", "version": "1"},
        "components": {"schemas": {"S": {"$ref": "schema.json"}}}});
    let mut reading = Loader::new("openapi.json", root.to_string().into_bytes(), &Limits::default()).unwrap();
    while let Some(file) = reading.next_file().cloned() {
        assert_eq!(file.as_str(), "schema.json");
        reading.provide(&file, Ok(schema.to_string().into_bytes().into())).unwrap();
    }
    reading.finish()
}
