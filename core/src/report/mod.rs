//! One report for every surface: what changed between two descriptions, and what that asks of the next version.

mod assemble;
mod change;
mod comparison;
#[cfg(test)]
mod completeness;
mod credentials;
mod definition;
#[cfg(test)]
mod equal;
#[cfg(test)]
mod equal_schemas;
#[cfg(test)]
mod files;
mod fingerprint;
mod folded;
mod message;
#[cfg(test)]
mod mirrored;
mod names;
mod options;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod placed;
#[cfg(test)]
mod referred;
mod subject;
#[cfg(test)]
mod swagger_files;
mod trace;
mod types;
mod value_text;
mod verdict;
#[cfg(test)]
mod versions;

pub use crate::compat::{Direction, Level};
pub use crate::diff::Phase;
pub use crate::release::Bump;
pub use comparison::{
    CompareError, Comparison, Misuse, Progress, Supplied, compare, compare_files, compare_watched, file_among,
};
pub use options::Options;
pub use trace::{ChangedPlace, DiffTrace, FoundFact, Resolution, trace_differences};
pub use types::{Change, Counts, Described, JsonText, Operation, Place, Problem, Report, Section, Side, Verdict};
