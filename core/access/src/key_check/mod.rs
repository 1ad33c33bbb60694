//! Checks the credentials of a deployment against the platform's rules for keys, without sending anything.
//!
//! Claims of a key are read without verifying its signature. They only tell the user what to check.

mod file;
mod file_access;
mod rules;
mod search;
mod variables;

use std::borrow::Cow;

use crate::environment::{Credentials, Environment};

pub use file_access::{FileAttributes, FileReaders};
pub use search::{FoundKey, find_keys};
pub use variables::SECRET_VARIABLES;

/// JSON Schema of a credentials file, which [`Deployment::read`] parses.
pub const FILE_SCHEMA: &str = include_str!("credentials-file.schema.json");

/// The environments and credentials of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// Name of the environment to serve.
    pub environment: String,
    /// All configured environments.
    pub environments: Vec<Environment>,
    /// All credentials.
    pub credentials: Vec<Credentials>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingLevel {
    /// A rule is broken, or the deployment would not start.
    Error,
    /// A rule will be broken soon, or may be broken.
    Warning,
    /// A fact that is in order.
    Note,
}

impl FindingLevel {
    /// Returns the level in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            FindingLevel::Error => "error",
            FindingLevel::Warning => "warning",
            FindingLevel::Note => "note",
        }
    }
}

/// A finding about a deployment. Its texts contain no credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFinding {
    /// Stable identifier, such as `key.expired`.
    pub code: &'static str,
    /// Severity of the finding.
    pub level: FindingLevel,
    /// Description in one sentence.
    pub message: String,
    /// Remedy; empty for a note.
    pub remedy: Cow<'static, str>,
}
