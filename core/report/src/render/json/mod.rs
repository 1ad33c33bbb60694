//! The JSON report, version 1: one object, with the members in the published order.
//!
//! The same report gives the same bytes. Missing values are `null` or empty lists, with few exceptions in `wire`.

mod read;
mod wire;

pub use read::ReadReportError;

use crate::Report;

impl Report {
    /// Returns the JSON report as compact UTF-8, without a line end.
    #[must_use]
    pub fn json(&self) -> Vec<u8> {
        // The wire types contain only strings, numbers and lists, so serialisation cannot fail.
        serde_json::to_vec(&wire::Report::from(self)).unwrap_or_default()
    }
}
