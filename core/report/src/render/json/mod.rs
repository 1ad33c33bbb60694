//! The JSON report: report version 1, one object, the members in the order of the published form.
//!
//! Same report, same bytes. A member is never left out: what is absent is `null` or an empty list.

mod read;
mod wire;

pub use read::ReadReportError;

use crate::Report;

impl Report {
    /// The JSON report as UTF-8 bytes, compact and without a line end.
    #[must_use]
    pub fn json(&self) -> Vec<u8> {
        // Every wire type is a struct of texts, numbers and lists, which serde_json always can write into memory.
        serde_json::to_vec(&wire::Report::from(self)).unwrap_or_default()
    }
}
