//! One report for every surface: what changed between two descriptions, and what that asks of the next version.

mod assemble;
mod change;
mod comparison;
mod composition;
mod credentials;
mod definition;
mod fingerprint;
mod folded;
mod message;
mod names;
mod notice;
mod options;
mod subject;
mod successor;
#[cfg(any(test, feature = "test-oracles"))]
mod trace;
mod types;
mod value_text;
mod verdict;
mod witness;

pub use crate::compat::{Direction, Level};
pub use crate::diff::Phase;
pub use crate::release::Bump;
pub use comparison::{
    CompareError, Comparison, ComparisonMisuse, Progress, SuppliedFile, compare, compare_files, compare_with_progress,
};
pub(crate) use comparison::{compare_descriptions, read_both};
pub use options::{CompareOptions, ExclusionRule, Exclusions};
#[cfg(any(test, feature = "test-oracles"))]
pub use trace::{ChangedPlace, DiffTrace, FoundFact, Resolution, trace_differences};
pub use types::{
    AffectedOperation, Change, Counts, DescriptionSummary, ExclusionCount, JsonText, OperationDetails, Place, Problem,
    ReachedOperation, Report, Section, Side, Successor, Verdict,
};
pub use witness::{ExampleRequest, Witness};
pub(crate) use witness::{NOT_FOUND, NOT_LOOKED_FOR};

#[cfg(test)]
mod tests;
