//! What a deployment would use, held to the platform's rules for keys, without anything being sent.
//!
//! What a key says of itself is read without a check of its signature: it says what to look at, and allows nothing.

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

/// The JSON Schema of a file of credentials, which [`Deployment::read`] takes.
pub const FILE_SCHEMA: &str = include_str!("credentials-file.schema.json");

/// The environments and credentials that a deployment would use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The name of the environment that is served.
    pub environment: String,
    /// Every environment that is configured.
    pub environments: Vec<Environment>,
    /// Every credential that is held.
    pub credentials: Vec<Credentials>,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingLevel {
    /// A rule is broken, or the deployment would not start.
    Error,
    /// It will be broken soon, or may be.
    Warning,
    /// What can be read, and is in order.
    Note,
}

impl FindingLevel {
    /// The level in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            FindingLevel::Error => "error",
            FindingLevel::Warning => "warning",
            FindingLevel::Note => "note",
        }
    }
}

/// What is to be said of a deployment. No text holds a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFinding {
    /// Stable identifier, such as `key.expired`.
    pub code: &'static str,
    /// How much it matters.
    pub level: FindingLevel,
    /// One sentence.
    pub message: String,
    /// What to do; empty for a note.
    pub remedy: Cow<'static, str>,
}
