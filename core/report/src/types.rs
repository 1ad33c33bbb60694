//! The report: plain types, one entry per cause, the same for every surface.
//!
//! They are not `Serialize`: the renderer owns the wire names, so that renaming a field here breaks no format.

use waybill_diff::ExclusionRule;
use waybill_diff::compat::{Direction, Level};
use waybill_diff::release::Bump;

use super::example_request::Witness;
use waybill_openapi::Place;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The earlier description.
    pub previous: DescriptionSummary,
    /// The later description.
    pub current: DescriptionSummary,
    /// What the changes ask of the version, and whether it answers.
    pub verdict: Verdict,
    /// Whether everything in both descriptions was read and compared; if not, `problems` says what was left out.
    pub complete: bool,
    /// What could not be read or compared, and where.
    pub problems: Vec<Problem>,
    /// What operations were left out by, in the order of the options; empty where none were to be.
    pub excluded: Vec<ExclusionCount>,
    /// How many changes there are of each level.
    pub counts: Counts,
    /// The operations of `paths` that any change reaches, in the order of their paths and methods.
    pub operations: Vec<ReachedOperation>,
    /// One entry per cause, most urgent first, then in the order of the current description.
    pub changes: Vec<Change>,
}

/// One of the two descriptions, as the report's head names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescriptionSummary {
    /// `info.version` as written; `None` where there is none.
    pub version: Option<String>,
    /// Where the description came from: a path, tag or URL without credentials.
    pub source: String,
    /// How many operations its `paths` hold, without those that are left out.
    pub operations: usize,
    /// How many more its `paths` hold that are left out.
    pub excluded: usize,
}

/// One thing that operations were left out by, and how many operations of `paths` it matches. One that several things
/// match counts for each of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionCount {
    /// The tag, the glob of paths, or the mark.
    pub rule: ExclusionRule,
    /// How many operations of the previous description it matches.
    pub previous: usize,
    /// How many operations of the current description it matches.
    pub current: usize,
}

/// What the changes ask of the version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The step the changes ask for; `None` where nothing changed.
    pub required_bump: Option<Bump>,
    /// The step the two versions take; `None` where they do not name a step upwards.
    pub declared_bump: Option<Bump>,
    /// Whether the step taken is at least the step asked for; `None` where the versions do not say.
    pub honoured: Option<bool>,
    /// The verdict in one sentence without a full stop.
    pub sentence: String,
}

/// Which of the two descriptions is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The earlier one.
    Previous,
    /// The later one.
    Current,
}

impl Side {
    /// The name used in reports: `previous` or `current`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Previous => "previous",
            Side::Current => "current",
        }
    }
}

/// Something that could not be read or compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The description it is in.
    pub side: Side,
    /// Stable identifier, such as `reference.unresolved`.
    pub code: &'static str,
    /// What is wrong and what to do, as a lower-case sentence without a full stop.
    pub message: String,
    /// The source it stands in, as [`DescriptionSummary::source`] names it.
    pub file: String,
    /// Where it stands.
    pub place: Place,
}

/// Numbers of changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Changes that break callers.
    pub breaking: usize,
    /// Changes that break strict readers only.
    pub risky: usize,
    /// Changes that only add.
    pub additive: usize,
    /// Changes of documentation.
    pub docs: usize,
    /// Changes whose value sets could not be compared.
    pub unproved: usize,
    /// Changes no rule knows.
    pub unclassified: usize,
    /// Distinct operations named by any change.
    pub operations_affected: usize,
}

/// Which part of a changelog an entry belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// An operation that was not there before.
    New,
    /// Everything that is neither new nor removed as a whole.
    Modified,
    /// An operation that is no longer there.
    Removed,
}

impl Section {
    /// The name used in reports, such as `new`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Section::New => "new",
            Section::Modified => "modified",
            Section::Removed => "removed",
        }
    }
}

/// One cause and everything it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Twelve hexadecimal digits from rule, cause, before and after; stable under rewording and reordering.
    pub id: String,
    /// The rule's id, such as `operation-removed`.
    pub rule: &'static str,
    /// How much it asks of callers.
    pub level: Level,
    /// The step it asks of the version.
    pub bump: Bump,
    /// The part of a changelog it belongs to.
    pub section: Section,
    /// Which way the changed values travel; `None` where the change is of neither way or of both.
    pub direction: Option<Direction>,
    /// What changed, as a sentence without a full stop.
    pub message: String,
    /// Why that matters to callers; empty where the message says it all.
    pub why: &'static str,
    /// What those who publish the description do about it; empty where nothing has to change.
    pub help: &'static str,
    /// What those who call the API do in their code; empty where there is nothing to do.
    pub advice: &'static str,
    /// A heading over several changes of its rule, such as `Parameters removed`.
    pub title: &'static str,
    /// That it is intended: by whom it is accepted and why. No comparison says so; whoever reads an acceptance enters it.
    pub accepted: Option<String>,
    /// The operations of `paths` it reaches, named as in the description that has them (the current one where both do).
    pub operations: Vec<AffectedOperation>,
    /// The names of the webhooks it reaches.
    pub webhooks: Vec<String>,
    /// The callbacks it reaches.
    pub callbacks: Vec<String>,
    /// What the operation says of itself that was added, removed or deprecated; `None` for all other changes.
    pub operation: Option<OperationDetails>,
    /// The value before, where there was one that is short enough to show.
    pub before: Option<JsonText>,
    /// The value after, where there is one that is short enough to show.
    pub after: Option<JsonText>,
    /// The place in the previous description; `None` where it has none.
    pub old: Option<Place>,
    /// The place in the current description; `None` where it has none.
    pub new: Option<Place>,
    /// A request that shows the change, where one was looked for and found (see [`crate::witness`]).
    pub witness: Option<Box<Witness>>,
    /// Why there is none.
    pub no_witness: &'static str,
}

/// An operation: a method on a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AffectedOperation {
    /// The path template as written, such as `/shipments/{id}`.
    pub path: String,
    /// The method in capitals.
    pub method: String,
}

/// An operation that some change reaches, with what readers look for it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachedOperation {
    /// Its method and path.
    pub operation: AffectedOperation,
    /// Its `summary`, of the current description where both have the operation.
    pub summary: Option<String>,
    /// Its tags, in their order.
    pub tags: Vec<String>,
}

/// What an operation says of itself: the current description of one that was added or deprecated, the previous one of one
/// that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationDetails {
    /// Its `summary`.
    pub summary: Option<String>,
    /// Its tags, in their order.
    pub tags: Vec<String>,
    /// Whether it is, or was, deprecated.
    pub is_deprecated: bool,
    /// The earliest release that is known to have deprecated it, such as `1.2.0`; a comparison of two descriptions knows of
    /// none.
    pub deprecated_since: Option<String>,
    /// The sentence of a deprecated one's description that says what to use instead.
    pub notice: Option<String>,
    /// What takes its place, where it was removed or deprecated.
    pub successor: Option<Successor>,
}

/// The operation of the current description that takes the place of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// That operation.
    pub operation: AffectedOperation,
    /// Whether the other one's description names it; otherwise it is the likely one: it has the same `operationId`, or the
    /// same path with another version in it.
    pub is_named: bool,
}

/// A JSON value as compact text, its numbers as the description writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// Takes a text that is one JSON value.
    #[must_use]
    pub fn new(text: String) -> JsonText {
        JsonText(text)
    }

    /// The value's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
