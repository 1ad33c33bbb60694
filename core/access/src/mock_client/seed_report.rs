//! What became of the definitions that were seeded.

use serde::Serialize;

use super::uploaded::UploadedService;

/// What became of each definition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeedReport {
    /// In the order they were given.
    pub definitions: Vec<SeededDefinition>,
}

/// What became of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeededDefinition {
    /// The path of its first file.
    pub file: String,
    /// The services that it gave.
    pub services: Vec<UploadedService>,
    /// Why it, or one of its services, was not imported; None where all of it was.
    pub failure: Option<String>,
}
