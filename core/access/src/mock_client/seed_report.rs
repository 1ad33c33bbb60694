//! The outcome of seeding definitions.

use serde::Serialize;

use super::uploaded::UploadedService;

/// The outcome of each definition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeedReport {
    /// Outcomes in the order of the definitions.
    pub definitions: Vec<SeededDefinition>,
}

/// The outcome of one definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeededDefinition {
    /// Path of the definition's first file.
    pub file: String,
    /// Services that it defined.
    pub services: Vec<UploadedService>,
    /// Reason why it or one of its services was not imported. `None` if all were.
    pub failure: Option<String>,
}
