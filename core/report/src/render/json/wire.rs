//! The types that define the member names of the JSON report.
//!
//! Conversions destructure the report's types without `..`. A new field there does not compile until it is handled
//! here.

use serde::Serialize;
use serde_json::value::RawValue;

const REPORT_VERSION: u32 = 1;
const TOOL: &str = concat!("waybill ", env!("CARGO_PKG_VERSION"));

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Report<'a> {
    #[serde(rename = "report_version")]
    #[cfg_attr(test, ts(type = "1"))]
    version: u32,
    tool: &'static str,
    previous: Described<'a>,
    current: Described<'a>,
    verdict: Verdict<'a>,
    complete: bool,
    problems: Vec<Problem<'a>>,
    /// Present only if operations were to be excluded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Excluded<'_>>>"))]
    excluded: Vec<Excluded<'a>>,
    /// Present only if the publisher gives rules other levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<CustomLevel<'_>>>"))]
    levels: Vec<CustomLevel<'a>>,
    counts: Counts,
    operations: Vec<ReachedOperation<'a>>,
    changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Described<'a> {
    title: Option<&'a str>,
    version: Option<&'a str>,
    source: &'a str,
    operations: usize,
    /// Present only if operations are excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    excluded: Option<usize>,
}

/// An exclusion rule. `by` is the kind of `value`, which is `None` for the marker of internal operations.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Excluded<'a> {
    #[cfg_attr(test, ts(type = "'tag' | 'path' | 'internal'"))]
    by: &'static str,
    value: Option<&'a str>,
    previous: usize,
    current: usize,
}

/// The level that the publisher gives to a rule or a family of rules.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CustomLevel<'a> {
    rule: &'a str,
    #[cfg_attr(test, ts(type = "Level"))]
    level: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Verdict<'a> {
    #[cfg_attr(test, ts(type = "Bump | null"))]
    required_bump: Option<&'static str>,
    #[cfg_attr(test, ts(type = "Bump | null"))]
    declared_bump: Option<&'static str>,
    honoured: Option<bool>,
    sentence: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Problem<'a> {
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    code: &'a str,
    message: &'a str,
    file: &'a str,
    pointer: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Counts {
    breaking: usize,
    risky: usize,
    additive: usize,
    docs: usize,
    unproved: usize,
    unclassified: usize,
    operations_affected: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Change<'a> {
    id: &'a str,
    rule: &'a str,
    #[cfg_attr(test, ts(type = "Level"))]
    level: &'static str,
    /// Present only if it differs from `level`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Level"))]
    default_level: Option<&'static str>,
    /// Present only if a deprecation period is too short.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    period: Option<&'a str>,
    #[cfg_attr(test, ts(type = "Bump"))]
    bump: &'static str,
    #[cfg_attr(test, ts(type = "Section"))]
    section: &'static str,
    #[cfg_attr(test, ts(type = "Direction | null"))]
    direction: Option<&'static str>,
    message: &'a str,
    why: &'a str,
    help: &'a str,
    advice: &'a str,
    accepted: Option<&'a str>,
    operations: Vec<Operation<'a>>,
    webhooks: &'a [String],
    callbacks: &'a [String],
    operation: Option<OperationDetails<'a>>,
    #[cfg_attr(test, ts(type = "unknown"))]
    before: Option<Box<RawValue>>,
    #[cfg_attr(test, ts(type = "unknown"))]
    after: Option<Box<RawValue>>,
    old: Option<Place<'a>>,
    new: Option<Place<'a>>,
    witness: Option<Witness<'a>>,
    no_witness: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ReachedOperation<'a> {
    method: &'a str,
    path: &'a str,
    summary: Option<&'a str>,
    tags: &'a [String],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Witness<'a> {
    #[cfg_attr(test, ts(type = "\"request\""))]
    kind: &'static str,
    before: ExampleRequest<'a>,
    after: ExampleRequest<'a>,
    refusal: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ExampleRequest<'a> {
    method: &'a str,
    url: &'a str,
    headers: &'a [(String, String)],
    body: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OperationDetails<'a> {
    summary: Option<&'a str>,
    tags: &'a [String],
    deprecated: bool,
    deprecated_since: Option<&'a str>,
    sunset: Option<&'a str>,
    notice: Option<&'a str>,
    successor: Option<Successor<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Successor<'a> {
    method: &'a str,
    path: &'a str,
    named: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Place<'a> {
    /// Present only if it is not the root document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    file: Option<&'a str>,
    pointer: &'a str,
    line: u32,
    column: u32,
}

impl<'a> From<&'a crate::Report> for Report<'a> {
    fn from(report: &'a crate::Report) -> Report<'a> {
        let crate::Report {
            previous,
            current,
            verdict,
            complete,
            problems,
            excluded,
            levels,
            counts,
            operations,
            changes,
            hidden: _,
        } = report;
        Report {
            version: REPORT_VERSION,
            tool: TOOL,
            previous: previous.into(),
            current: current.into(),
            verdict: verdict.into(),
            complete: *complete,
            problems: problems.iter().map(Problem::from).collect(),
            excluded: excluded.iter().map(Excluded::from).collect(),
            levels: levels.settings().iter().map(CustomLevel::from).collect(),
            counts: counts.into(),
            operations: operations.iter().map(ReachedOperation::from).collect(),
            changes: changes.iter().map(Change::from).collect(),
        }
    }
}

impl<'a> From<&'a crate::DescriptionSummary> for Described<'a> {
    fn from(described: &'a crate::DescriptionSummary) -> Described<'a> {
        let crate::DescriptionSummary { title, version, source, operations, excluded } = described;
        let excluded = Some(*excluded).filter(|&excluded| excluded > 0);
        Described { title: title.as_deref(), version: version.as_deref(), source, operations: *operations, excluded }
    }
}

impl<'a> From<&'a crate::ExclusionCount> for Excluded<'a> {
    fn from(excluded: &'a crate::ExclusionCount) -> Excluded<'a> {
        let crate::ExclusionCount { rule, previous, current } = excluded;
        let (by, value) = match rule {
            crate::ExclusionRule::Tag(tag) => ("tag", Some(tag.as_str())),
            crate::ExclusionRule::Path(glob) => ("path", Some(glob.as_str())),
            crate::ExclusionRule::Internal => ("internal", None),
        };
        Excluded { by, value, previous: *previous, current: *current }
    }
}

impl<'a> From<&'a (String, crate::Level)> for CustomLevel<'a> {
    fn from((rule, level): &'a (String, crate::Level)) -> CustomLevel<'a> {
        CustomLevel { rule, level: level.name() }
    }
}

impl<'a> From<&'a crate::Verdict> for Verdict<'a> {
    fn from(verdict: &'a crate::Verdict) -> Verdict<'a> {
        let crate::Verdict { required_bump, declared_bump, honoured, sentence } = verdict;
        Verdict {
            required_bump: required_bump.map(crate::Bump::name),
            declared_bump: declared_bump.map(crate::Bump::name),
            honoured: *honoured,
            sentence,
        }
    }
}

impl<'a> From<&'a crate::Problem> for Problem<'a> {
    fn from(problem: &'a crate::Problem) -> Problem<'a> {
        let crate::Problem { side, code, message, file: named, place } = problem;
        let crate::Place { file, pointer, line, column } = place;
        let file = file.as_ref().unwrap_or(named);
        Problem { side: side.name(), code, message, file, pointer, line: *line, column: *column }
    }
}

impl From<&crate::Counts> for Counts {
    fn from(counts: &crate::Counts) -> Counts {
        let crate::Counts { breaking, risky, additive, docs, unproved, unclassified, lowered: _, operations_affected } =
            *counts;
        Counts { breaking, risky, additive, docs, unproved, unclassified, operations_affected }
    }
}

impl<'a> From<&'a crate::Change> for Change<'a> {
    fn from(change: &'a crate::Change) -> Change<'a> {
        let crate::Change {
            id,
            rule,
            level,
            default_level,
            period,
            bump,
            section,
            direction,
            message,
            why,
            help,
            advice,
            title: _,
            accepted,
            operations,
            webhooks,
            callbacks,
            operation,
            before,
            after,
            old,
            new,
            witness,
            no_witness,
        } = change;
        Change {
            id,
            rule,
            level: level.name(),
            default_level: default_level.map(crate::Level::name),
            period: period.as_deref(),
            bump: bump.name(),
            section: section.name(),
            direction: direction.map(crate::Direction::name),
            message,
            why,
            help,
            advice,
            accepted: accepted.as_deref(),
            operations: operations.iter().map(Operation::from).collect(),
            webhooks,
            callbacks,
            operation: operation.as_ref().map(OperationDetails::from),
            before: before.as_ref().and_then(raw),
            after: after.as_ref().and_then(raw),
            old: old.as_ref().map(Place::from),
            new: new.as_ref().map(Place::from),
            witness: witness.as_deref().map(Witness::from),
            no_witness: if witness.is_some() { None } else { Some(no_witness) },
        }
    }
}

impl<'a> From<&'a crate::AffectedOperation> for Operation<'a> {
    fn from(operation: &'a crate::AffectedOperation) -> Operation<'a> {
        let crate::AffectedOperation { method, path } = operation;
        Operation { method, path }
    }
}

impl<'a> From<&'a crate::ReachedOperation> for ReachedOperation<'a> {
    fn from(reached: &'a crate::ReachedOperation) -> ReachedOperation<'a> {
        let crate::ReachedOperation { operation, summary, tags } = reached;
        let crate::AffectedOperation { method, path } = operation;
        ReachedOperation { method, path, summary: summary.as_deref(), tags }
    }
}

impl<'a> From<&'a crate::Witness> for Witness<'a> {
    fn from(witness: &'a crate::Witness) -> Witness<'a> {
        let crate::Witness { before, after, refusal } = witness;
        Witness { kind: "request", before: before.into(), after: after.into(), refusal: refusal.as_deref() }
    }
}

impl<'a> From<&'a crate::ExampleRequest> for ExampleRequest<'a> {
    fn from(request: &'a crate::ExampleRequest) -> ExampleRequest<'a> {
        let crate::ExampleRequest { method, url, headers, body } = request;
        ExampleRequest { method, url, headers, body: body.as_deref() }
    }
}

impl<'a> From<&'a crate::OperationDetails> for OperationDetails<'a> {
    fn from(details: &'a crate::OperationDetails) -> OperationDetails<'a> {
        let crate::OperationDetails { summary, tags, is_deprecated, deprecated_since, sunset, notice, successor } =
            details;
        let successor = successor.as_ref().map(|successor| {
            let crate::Successor { operation, is_named } = successor;
            let crate::AffectedOperation { method, path } = operation;
            Successor { method, path, named: *is_named }
        });
        OperationDetails {
            summary: summary.as_deref(),
            tags,
            deprecated: *is_deprecated,
            deprecated_since: deprecated_since.as_deref(),
            sunset: sunset.as_deref(),
            notice: notice.as_deref(),
            successor,
        }
    }
}

impl<'a> From<&'a crate::Place> for Place<'a> {
    fn from(place: &'a crate::Place) -> Place<'a> {
        let crate::Place { file, pointer, line, column } = place;
        Place { file: file.as_deref(), pointer, line: *line, column: *column }
    }
}

/// Returns the value as raw JSON, so that numbers keep all digits of the description.
fn raw(text: &crate::JsonText) -> Option<Box<RawValue>> {
    RawValue::from_string(text.as_str().to_owned()).ok()
}

#[cfg(test)]
mod tests {
    use std::iter::successors;

    use waybill_wire_types::Declarations;

    use super::{REPORT_VERSION, Report};
    use crate::{Bump, Direction, Level, Section, Side};

    /// Returns every value. A new variant does not compile until it is added here.
    fn levels() -> impl Iterator<Item = Level> {
        successors(Some(Level::Breaking), |level| match level {
            Level::Breaking => Some(Level::Risky),
            Level::Risky => Some(Level::Unproved),
            Level::Unproved => Some(Level::Unclassified),
            Level::Unclassified => Some(Level::Additive),
            Level::Additive => Some(Level::Docs),
            Level::Docs => None,
        })
    }

    fn bumps() -> impl Iterator<Item = Bump> {
        successors(Some(Bump::Major), |bump| match bump {
            Bump::Major => Some(Bump::Minor),
            Bump::Minor => Some(Bump::Patch),
            Bump::Patch => None,
        })
    }

    fn sections() -> impl Iterator<Item = Section> {
        successors(Some(Section::New), |section| match section {
            Section::New => Some(Section::Modified),
            Section::Modified => Some(Section::Removed),
            Section::Removed => None,
        })
    }

    fn directions() -> impl Iterator<Item = Direction> {
        successors(Some(Direction::Request), |direction| match direction {
            Direction::Request => Some(Direction::Response),
            Direction::Response => None,
        })
    }

    fn sides() -> impl Iterator<Item = Side> {
        successors(Some(Side::Previous), |side| match side {
            Side::Previous => Some(Side::Current),
            Side::Current => None,
        })
    }

    #[test]
    fn report_matches_the_typescript_types() {
        assert_eq!(REPORT_VERSION, 1, "the TypeScript type has the same value");
        Declarations::default()
            .with::<Report<'static>>()
            .with_names("Level", levels().map(Level::name))
            .with_names("Bump", bumps().map(Bump::name))
            .with_names("Section", sections().map(Section::name))
            .with_names("Direction", directions().map(Direction::name))
            .with_names("Side", sides().map(Side::name))
            .hold("report.d.ts");
    }
}
