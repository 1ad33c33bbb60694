//! Parses a JSON report. Its names and values are untrusted; texts of rules come from this version of Waybill.
//!
//! An author of the file can choose names and values, but no level, advice or verdict.

use serde::Deserialize;
use serde_json::value::RawValue;
use waybill_base::error::{Error, code};
use waybill_diff::compat::{Direction, Level, Levels};
use waybill_diff::internal::{Rule, find_rule, level_of};
use waybill_diff::release::Bump;
use waybill_openapi::internal::find_problem_code;

use crate::assemble::is_lowered;
use crate::{
    AffectedOperation, Change, Counts, DescriptionSummary, ExampleRequest, ExclusionCount, ExclusionRule, JsonText,
    NOT_FOUND, NOT_LOOKED_FOR, OperationDetails, Place, Problem, ReachedOperation, Report, Section, Side, Successor,
    Verdict, Witness,
};

/// The error for text that is not a report of this version.
#[derive(Debug, thiserror::Error)]
pub enum ReadReportError {
    /// Invalid JSON, or a member that is missing or has another type.
    #[error("the report cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Another version of the format.
    #[error("the report has version {0}, and this version of waybill reads version 1")]
    Version(u64),
    /// A change of a rule that this version does not have.
    #[error("the report names the rule `{0}`, which this version of waybill does not have")]
    Rule(String),
    /// A value that the published schema does not allow.
    #[error("`{member}` has the invalid value {value:?}")]
    Value {
        /// Name of the member.
        member: &'static str,
        /// Value of the member.
        value: String,
    },
    /// An exclusion that this version does not support.
    #[error("`excluded` names {0:?}, which this version of waybill cannot exclude")]
    Excluded(String),
}

impl From<ReadReportError> for Error {
    fn from(error: ReadReportError) -> Error {
        let code = match &error {
            ReadReportError::Json(_) => code::REPORT_UNREADABLE,
            ReadReportError::Version(_) => code::REPORT_VERSION,
            ReadReportError::Rule(_) => code::REPORT_RULE,
            ReadReportError::Value { .. } | ReadReportError::Excluded(_) => code::REPORT_VALUE,
        };
        Error::new(code, error.to_string())
    }
}

#[derive(Deserialize)]
struct ReportText {
    report_version: u64,
    previous: DescriptionText,
    current: DescriptionText,
    complete: bool,
    problems: Vec<ProblemText>,
    #[serde(default)]
    excluded: Vec<ExcludedText>,
    #[serde(default)]
    levels: Vec<LevelText>,
    counts: CountsText,
    #[serde(default)]
    operations: Vec<ReachedText>,
    changes: Vec<ChangeText>,
}

#[derive(Deserialize)]
struct DescriptionText {
    /// Reports of earlier versions have none.
    #[serde(default)]
    title: Option<String>,
    version: Option<String>,
    source: String,
    operations: usize,
    #[serde(default)]
    excluded: usize,
}

#[derive(Deserialize)]
struct ExcludedText {
    by: String,
    value: Option<String>,
    previous: usize,
    current: usize,
}

#[derive(Deserialize)]
struct LevelText {
    rule: String,
    level: String,
}

#[derive(Deserialize)]
struct ProblemText {
    side: String,
    code: String,
    message: String,
    file: String,
    pointer: String,
    line: u32,
    column: u32,
}

#[derive(Deserialize)]
struct CountsText {
    operations_affected: usize,
}

#[derive(Deserialize)]
struct ChangeText {
    id: String,
    rule: String,
    level: String,
    period: Option<String>,
    section: String,
    direction: Option<String>,
    message: String,
    accepted: Option<String>,
    operations: Vec<OperationText>,
    webhooks: Vec<String>,
    callbacks: Vec<String>,
    operation: Option<DetailsText>,
    before: Option<Box<RawValue>>,
    after: Option<Box<RawValue>>,
    old: Option<PlaceText>,
    new: Option<PlaceText>,
    witness: Option<WitnessText>,
    no_witness: Option<String>,
}

#[derive(Deserialize)]
struct WitnessText {
    before: RequestText,
    after: RequestText,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct RequestText {
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

#[derive(Deserialize)]
struct OperationText {
    method: String,
    path: String,
}

#[derive(Deserialize)]
struct ReachedText {
    method: String,
    path: String,
    summary: Option<String>,
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct DetailsText {
    summary: Option<String>,
    tags: Vec<String>,
    deprecated: bool,
    deprecated_since: Option<String>,
    sunset: Option<String>,
    notice: Option<String>,
    successor: Option<SuccessorText>,
}

#[derive(Deserialize)]
struct SuccessorText {
    method: String,
    path: String,
    named: bool,
}

#[derive(Deserialize)]
struct PlaceText {
    file: Option<String>,
    pointer: String,
    line: u32,
    column: u32,
}

impl Report {
    /// Parses a report that [`Report::json`] wrote. The JSON may be untrusted.
    ///
    /// Levels, reasons and advice come from the rules of this version. Counts and verdict are computed from the
    /// changes.
    ///
    /// # Errors
    /// [`ReadReportError`] if it is not a report of version 1, or contains a rule or problem that this version does not
    /// have.
    pub fn from_json(json: &[u8]) -> Result<Report, ReadReportError> {
        let read: ReportText = serde_json::from_slice(json)?;
        if read.report_version != 1 {
            return Err(ReadReportError::Version(read.report_version));
        }
        let levels = Levels::new(read.levels.into_iter().map(|LevelText { rule, level }| (rule, level)))
            .map_err(|error| ReadReportError::Value { member: "levels", value: error.key })?;
        let changes = read
            .changes
            .into_iter()
            .map(|read| change(read, &levels))
            .collect::<Result<Vec<Change>, ReadReportError>>()?;
        let counts = count(&changes, read.counts.operations_affected);
        let (previous, current) = (described(read.previous), described(read.current));
        let required: Option<Bump> = changes.iter().map(|change| change.bump).max();
        let versions = (previous.version.as_deref(), current.version.as_deref());
        let verdict = Verdict::new(required, &counts, read.complete, versions.0, versions.1);
        let problems = read.problems.into_iter().map(problem).collect::<Result<Vec<Problem>, ReadReportError>>()?;
        let excluded =
            read.excluded.into_iter().map(excluded).collect::<Result<Vec<ExclusionCount>, ReadReportError>>()?;
        let operations = read.operations.into_iter().map(reached).collect();
        let complete = read.complete;
        Ok(Report {
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
            hidden: 0,
        })
    }
}

/// Returns the level of a change. The file decides it only for a replaced definition, under levels of the publisher:
/// the entry has the worst level of its consequences.
fn level(rule: &Rule, read: &str, levels: &Levels) -> Level {
    let written = Level::ALL.into_iter().find(|level| level.name() == read);
    let is_open = rule.is_about_replacements() && !levels.settings().is_empty();
    written.filter(|_| is_open).unwrap_or_else(|| level_of(levels, rule))
}

fn change(read: ChangeText, levels: &Levels) -> Result<Change, ReadReportError> {
    let rule = find_rule(&read.rule).ok_or(ReadReportError::Rule(read.rule))?;
    let level = level(rule, &read.level, levels);
    let is_id = read.id.len() == 12 && read.id.chars().all(|char| matches!(char, '0'..='9' | 'a'..='f'));
    if !is_id {
        return Err(ReadReportError::Value { member: "id", value: read.id });
    }
    let sections = [Section::New, Section::Modified, Section::Removed];
    let section = sections.into_iter().find(|section| section.name() == read.section);
    let section = section.ok_or(ReadReportError::Value { member: "section", value: read.section })?;
    let direction = match read.direction {
        None => None,
        Some(name) => {
            let known = [Direction::Request, Direction::Response].into_iter().find(|known| known.name() == name);
            Some(known.ok_or(ReadReportError::Value { member: "direction", value: name })?)
        }
    };
    let value = |value: Option<Box<RawValue>>| value.map(|value| JsonText::new(value.get().to_owned()));
    Ok(Change {
        id: read.id,
        rule: rule.id,
        level,
        default_level: Some(rule.level).filter(|default| *default != level),
        period: read.period,
        bump: level.bump(),
        section,
        direction,
        message: read.message,
        why: rule.why,
        help: rule.help,
        advice: rule.advice,
        title: rule.title,
        accepted: read.accepted,
        operations: read.operations.into_iter().map(operation).collect(),
        webhooks: read.webhooks.into(),
        callbacks: read.callbacks.into(),
        operation: read.operation.map(details),
        before: value(read.before),
        after: value(read.after),
        old: read.old.map(place),
        new: read.new.map(place),
        witness: read.witness.map(witness).transpose()?.map(Box::new),
        no_witness: if read.no_witness.as_deref() == Some(NOT_FOUND) { NOT_FOUND } else { NOT_LOOKED_FOR },
    })
}

/// Examples become code, so only plain requests are accepted.
fn witness(read: WitnessText) -> Result<Witness, ReadReportError> {
    let request = |read: RequestText| {
        let RequestText { method, url, headers, body } = read;
        let request = ExampleRequest { method, url, headers, body };
        if request.is_plain() {
            Ok(request)
        } else {
            let ExampleRequest { method, url, .. } = request;
            Err(ReadReportError::Value { member: "witness", value: format!("{method} {url}") })
        }
    };
    Ok(Witness { before: request(read.before)?, after: request(read.after)?, refusal: read.refusal })
}

fn count(changes: &[Change], operations_affected: usize) -> Counts {
    let of = |level: Level| changes.iter().filter(|change| change.level == level).count();
    Counts {
        breaking: of(Level::Breaking),
        risky: of(Level::Risky),
        additive: of(Level::Additive),
        docs: of(Level::Docs),
        unproved: of(Level::Unproved),
        unclassified: of(Level::Unclassified),
        lowered: changes
            .iter()
            .filter(|change| change.default_level.is_some_and(|default| is_lowered(default, change.level)))
            .count(),
        operations_affected,
    }
}

fn described(read: DescriptionText) -> DescriptionSummary {
    let DescriptionText { title, version, source, operations, excluded } = read;
    DescriptionSummary { title, version, source, operations, excluded }
}

fn excluded(read: ExcludedText) -> Result<ExclusionCount, ReadReportError> {
    let ExcludedText { by, value, previous, current } = read;
    let rule = match (by.as_str(), value) {
        ("tag", Some(tag)) => ExclusionRule::Tag(tag),
        ("path", Some(glob)) => ExclusionRule::Path(glob),
        ("internal", None) => ExclusionRule::Internal,
        (_, _) => return Err(ReadReportError::Excluded(by)),
    };
    Ok(ExclusionCount { rule, previous, current })
}

fn problem(read: ProblemText) -> Result<Problem, ReadReportError> {
    let ProblemText { side, code, message, file, pointer, line, column } = read;
    let known = [Side::Previous, Side::Current].into_iter().find(|known| known.name() == side);
    let side = known.ok_or(ReadReportError::Value { member: "side", value: side })?;
    let code = find_problem_code(&code).ok_or(ReadReportError::Value { member: "code", value: code })?;
    Ok(Problem { side, code, message, file, place: Place { file: None, pointer, line, column } })
}

fn reached(read: ReachedText) -> ReachedOperation {
    let ReachedText { method, path, summary, tags } = read;
    ReachedOperation { operation: AffectedOperation { path, method }, summary, tags }
}

fn operation(read: OperationText) -> AffectedOperation {
    let OperationText { method, path } = read;
    AffectedOperation { path, method }
}

fn details(read: DetailsText) -> OperationDetails {
    let DetailsText { summary, tags, deprecated, deprecated_since, sunset, notice, successor } = read;
    let successor = successor.map(|SuccessorText { method, path, named }| Successor {
        operation: AffectedOperation { path, method },
        is_named: named,
    });
    OperationDetails { summary, tags, is_deprecated: deprecated, deprecated_since, sunset, notice, successor }
}

fn place(read: PlaceText) -> Place {
    let PlaceText { file, pointer, line, column } = read;
    Place { file, pointer, line, column }
}
