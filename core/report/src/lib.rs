//! The report that every output format renders. `waybill-core` documents it as `report`, `render`, `rewrite` and
//! `witness`.
#![forbid(unsafe_code)]

mod assemble;
mod change;
mod comparison;
mod composition;
mod credentials;
mod definition;
mod example_request;
mod fingerprint;
mod folded;
mod message;
mod names;
mod notice;
mod options;
mod period;
pub mod render;
pub mod rewrite;
mod subject;
mod successor;
#[cfg(any(test, feature = "test-oracles"))]
mod trace;
mod types;
mod value_text;
mod verdict;
pub mod witness;

pub use comparison::{
    CompareError, Comparison, ComparisonMisuse, Progress, SuppliedFile, compare, compare_files, compare_with_progress,
};
pub(crate) use comparison::{compare_descriptions, read_both};
pub use example_request::{ExampleRequest, Witness};
pub(crate) use example_request::{NOT_FOUND, NOT_LOOKED_FOR};
pub use options::CompareOptions;
pub use period::DeprecationPeriods;
#[cfg(any(test, feature = "test-oracles"))]
pub use trace::{ChangedPlace, DiffTrace, FoundFact, Resolution, trace_differences};
pub use types::{
    AffectedOperation, Change, Counts, DescriptionSummary, ExclusionCount, JsonText, OperationDetails, Problem,
    ReachedOperation, Report, Section, Side, Successor, Verdict,
};
pub use waybill_diff::compat::{Direction, Level, Levels, LevelsError};
pub use waybill_diff::release::Bump;
pub use waybill_diff::{ExclusionRule, Exclusions, Phase, Renames, RenamesError};
pub use waybill_openapi::Place;

#[cfg(test)]
mod tests;
