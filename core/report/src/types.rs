//! The report as plain types, with one entry per cause. All output formats use it.
//!
//! The types are not `Serialize`. The JSON renderer defines the names in the output, so renaming a field here does not
//! change the format.

use std::sync::Arc;

use waybill_diff::ExclusionRule;
use waybill_diff::compat::{Direction, Level, Levels};
use waybill_diff::release::Bump;

use super::example_request::Witness;
use waybill_openapi::Place;
use waybill_openapi::internal::is_warning;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The earlier description.
    pub previous: DescriptionSummary,
    /// The later description.
    pub current: DescriptionSummary,
    /// The required version step, compared with the declared versions.
    pub verdict: Verdict,
    /// True if all of both descriptions was read and compared. If not, `problems` lists the missing parts.
    pub complete: bool,
    /// Parts that could not be read or compared, and parts that were although OpenAPI does not allow them, with their locations.
    pub problems: Vec<Problem>,
    /// Exclusion rules with the number of operations that they match, in the order of the options.
    pub excluded: Vec<ExclusionCount>,
    /// Levels of the publisher: a rule or a family of rules each, as in [`CompareOptions::levels`](super::CompareOptions::levels).
    pub levels: Levels,
    /// Number of changes of each level.
    pub counts: Counts,
    /// Operations of `paths` that a change affects, ordered by path and method.
    pub operations: Vec<ReachedOperation>,
    /// The changes, one per cause. Sorted by urgency, then by location in the current description.
    pub changes: Vec<Change>,
    /// Number of changes that [`Report::hide_below`] removed.
    pub hidden: usize,
}

/// A description, as shown in the report's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescriptionSummary {
    /// `info.title` as written, or `None` if it is missing.
    pub title: Option<String>,
    /// `info.version` as written, or `None` if it is missing.
    pub version: Option<String>,
    /// Source of the description: a path, tag or URL without credentials.
    pub source: String,
    /// Number of operations in `paths`, without excluded ones.
    pub operations: usize,
    /// Number of excluded operations in `paths`.
    pub excluded: usize,
}

/// An exclusion rule, with the number of operations of `paths` that it matches. An operation that matches several rules
/// is counted for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionCount {
    /// The tag, the path glob, or the marker of internal operations.
    pub rule: ExclusionRule,
    /// Number of matching operations in the previous description.
    pub previous: usize,
    /// Number of matching operations in the current description.
    pub current: usize,
}

/// The required version step, compared with the declared versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Step that the changes require, or `None` if nothing changed.
    pub required_bump: Option<Bump>,
    /// Step from the previous to the current version, or `None` if it is not an upward step.
    pub declared_bump: Option<Bump>,
    /// True if the declared step is at least the required one. `None` if the versions do not allow a decision.
    pub honoured: Option<bool>,
    /// The verdict in one sentence without a full stop.
    pub sentence: String,
}

/// One of the two descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The earlier description.
    Previous,
    /// The later description.
    Current,
}

impl Side {
    /// Returns the name used in reports: `previous` or `current`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Previous => "previous",
            Side::Current => "current",
        }
    }
}

/// A part of a description that could not be read or compared, or that OpenAPI does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The description with the problem.
    pub side: Side,
    /// Stable identifier, such as `reference.unresolved`.
    pub code: &'static str,
    /// The problem and its fix, as a lower-case sentence without a full stop.
    pub message: String,
    /// Source that contains the problem, as in [`DescriptionSummary::source`].
    pub file: String,
    /// Location of the problem.
    pub place: Place,
}

impl Problem {
    /// True if this part was read and compared anyway, so that the report is complete in spite of it.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        is_warning(self.code)
    }
}

/// Number of changes of each level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Changes that break callers.
    pub breaking: usize,
    /// Changes that break only strict clients.
    pub risky: usize,
    /// Changes that only add something.
    pub additive: usize,
    /// Changes of documentation.
    pub docs: usize,
    /// Changes whose sets of values could not be compared.
    pub unproved: usize,
    /// Changes without a matching rule.
    pub unclassified: usize,
    /// Changes that [`CompareOptions::levels`](super::CompareOptions::levels) lowers from breaking, unproved or
    /// unclassified. The other counts have them at their new level.
    pub lowered: usize,
    /// Number of distinct operations that the changes affect.
    pub operations_affected: usize,
}

impl Counts {
    /// Returns the number of changes that may break something: the unproved and the unclassified ones.
    pub(crate) const fn undecided(&self) -> usize {
        self.unproved + self.unclassified
    }
}

/// A section of a changelog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Added operations.
    New,
    /// All other changes.
    Modified,
    /// Removed operations.
    Removed,
}

impl Section {
    /// Returns the name used in reports, such as `new`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Section::New => "new",
            Section::Modified => "modified",
            Section::Removed => "removed",
        }
    }
}

/// A change: one cause, with all operations that it affects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Twelve hexadecimal digits, computed from rule, cause and both values. Rewording and reordering do not change
    /// them.
    pub id: String,
    /// The rule's id, such as `operation-removed`.
    pub rule: &'static str,
    /// Effect on callers.
    pub level: Level,
    /// Waybill's level, if [`CompareOptions::levels`](super::CompareOptions::levels) gives the change another one.
    pub default_level: Option<Level>,
    /// Deprecation period that is shorter than [`CompareOptions::periods`](super::CompareOptions::periods) requires, as
    /// part of a sentence. The message ends with it.
    pub period: Option<String>,
    /// Version step that the change requires.
    pub bump: Bump,
    /// Section of a changelog.
    pub section: Section,
    /// Direction of the changed values, or `None` if the change has no direction or affects both.
    pub direction: Option<Direction>,
    /// The change, as a sentence without a full stop.
    pub message: String,
    /// Effect on callers, as a sentence. Empty if the message is sufficient.
    pub why: &'static str,
    /// Advice for publishers of the description. Empty if nothing has to change.
    pub help: &'static str,
    /// Advice for clients of the API. Empty if there is nothing to do.
    pub advice: &'static str,
    /// A heading over several changes of its rule, such as `Parameters removed`.
    pub title: &'static str,
    /// Acceptance of the change as intended: the owner and the reason. A comparison leaves it `None`; code that reads
    /// acceptances sets it.
    pub accepted: Option<String>,
    /// Affected operations of `paths`, named as in the current description if it has them, otherwise as in the previous
    /// one. Changes of one shared schema share this list, so that the size of a report is linear.
    pub operations: Arc<[AffectedOperation]>,
    /// Names of the affected webhooks.
    pub webhooks: Arc<[String]>,
    /// Affected callbacks.
    pub callbacks: Arc<[String]>,
    /// Details of an operation that was added, removed or deprecated. `None` for all other changes.
    pub operation: Option<OperationDetails>,
    /// Previous value, if it exists and is short enough to show.
    pub before: Option<JsonText>,
    /// Current value, if it exists and is short enough to show.
    pub after: Option<JsonText>,
    /// Location in the previous description, if any.
    pub old: Option<Place>,
    /// Location in the current description, if any.
    pub new: Option<Place>,
    /// Request that demonstrates the change, if a search found one (see [`crate::witness`]).
    pub witness: Option<Box<Witness>>,
    /// Reason why there is no such request.
    pub no_witness: &'static str,
}

/// An operation: a method on a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AffectedOperation {
    /// The path template as written, such as `/shipments/{id}`.
    pub path: String,
    /// The method, in upper case.
    pub method: String,
}

/// An operation that a change affects, with the fields that readers search by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachedOperation {
    /// Method and path.
    pub operation: AffectedOperation,
    /// The `summary`, from the current description if both have the operation.
    pub summary: Option<String>,
    /// The tags, in order.
    pub tags: Vec<String>,
}

/// Details of an operation. They come from the current description if it was added or deprecated, and from the previous
/// one if it was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationDetails {
    /// The `summary`.
    pub summary: Option<String>,
    /// The tags, in order.
    pub tags: Vec<String>,
    /// True if the operation is or was deprecated.
    pub is_deprecated: bool,
    /// Earliest known release that deprecated it, such as `1.2.0`. A comparison of two descriptions leaves it `None`.
    pub deprecated_since: Option<String>,
    /// The sunset date of a deprecated operation, as written.
    pub sunset: Option<String>,
    /// Sentence of a deprecated operation's description that names the replacement.
    pub notice: Option<String>,
    /// Replacement, if the operation was removed or deprecated.
    pub successor: Option<Successor>,
}

/// The operation of the current description that replaces another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// The replacement.
    pub operation: AffectedOperation,
    /// True if the description of the replaced operation names it. Otherwise it is a guess: it has the same
    /// `operationId`, or a similar path.
    pub is_named: bool,
}

/// A JSON value as compact text, with numbers as written in the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// Creates a value from the text of one JSON value.
    #[must_use]
    pub fn new(text: String) -> JsonText {
        JsonText(text)
    }

    /// Returns the value's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
