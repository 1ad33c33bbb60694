//! Builds the report from findings, a few per step. Each cause has one entry with the operations that it affects, in a
//! fixed order.

use std::cmp::Reverse;
use std::sync::Arc;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::{Set, Table};
use waybill_diff::compat::{Direction, Level};
use waybill_diff::internal::{
    Affected, DiffResult, Event, Facet, Fact, Finding, ItemsAndBatch, Phases, Qualifier, Stages, judge,
};
use waybill_diff::release::Bump;
use waybill_openapi::ReadProblem;
use waybill_openapi::internal::{Digest, NodeId, OperationKind, ResolvedDescription, SourceLines};

use super::change::{change, digest};
use super::definition::is_anything;
use super::folded::{ReplacementConsequences, stands_for_place};
use super::names::{AffectedNames, OperationNames};
use super::options::CompareOptions;
use super::successor::Successors;
use super::types::{
    AffectedOperation, Change, Counts, DescriptionSummary, ExclusionCount, OperationDetails, Problem, Report, Side,
    Successor, Verdict,
};

/// Number of bytes whose lines are counted in one step.
const BYTES_AT_ONCE: usize = 128 << 10;
/// Number of operations named in one step.
const NAMES_AT_ONCE: usize = 32;
/// Number of affected operations whose collection costs as much as comparing a small pair.
const REACHED_AT_ONCE: usize = 256;

/// The phases of building a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReportPhase {
    /// The rules are applied to each fact.
    Judge,
    Sort,
    /// The line starts of each file are found.
    CountOldLines,
    CountNewLines,
    /// Each finding becomes an entry.
    AddChanges,
    OldProblems,
    NewProblems,
}

impl Phases for ReportPhase {
    const ORDER: &'static [ReportPhase] = &[
        ReportPhase::Judge,
        ReportPhase::Sort,
        ReportPhase::CountOldLines,
        ReportPhase::CountNewLines,
        ReportPhase::AddChanges,
        ReportPhase::OldProblems,
        ReportPhase::NewProblems,
    ];
}

/// The key of an entry: rule, direction, cause on each side, and name. Findings with the same key share an entry.
type Cause = (&'static str, Option<Direction>, Option<NodeId>, Option<NodeId>, String);

/// A report that is being built.
#[derive(Debug)]
pub(super) struct ReportBuilder<'d> {
    options: CompareOptions,
    stages: Stages<ReportPhase>,
    entries: Vec<Finding>,
    by_cause: Table<Cause, usize>,
    /// Consequences of replaced definitions.
    folded: ReplacementConsequences,
    lines: (SourceLines, SourceLines),
    ids: Set<u64>,
    names: OperationNames<'d>,
    successors: Successors<'d>,
    /// Names of the last change, as positions in `names`, and the number of names already written.
    naming: (Vec<usize>, usize),
    written: AffectedNames,
    changes: Vec<Change>,
    counts: Counts,
    required: Option<Bump>,
    problems: Vec<Problem>,
}

impl<'d> ReportBuilder<'d> {
    pub(super) fn new(options: CompareOptions) -> ReportBuilder<'d> {
        ReportBuilder {
            options,
            stages: Stages::default(),
            entries: Vec::new(),
            by_cause: Table::default(),
            folded: ReplacementConsequences::default(),
            lines: (SourceLines::default(), SourceLines::default()),
            ids: Set::default(),
            names: OperationNames::default(),
            successors: Successors::default(),
            naming: (Vec::new(), 0),
            written: AffectedNames::default(),
            changes: Vec::new(),
            counts: Counts::default(),
            required: None,
            problems: Vec::new(),
        }
    }

    /// Returns true if only the call of [`ReportBuilder::finish`] remains.
    pub(super) fn is_complete(&self) -> bool {
        self.stages.phase().is_none() && self.naming.1 == self.naming.0.len()
    }

    /// Returns the estimated number of remaining steps.
    pub(super) fn left(&self, result: &DiffResult<'_, 'd>) -> usize {
        let names = (self.naming.0.len() - self.naming.1).div_ceil(NAMES_AT_ONCE);
        self.stages.left(|phase| self.items_of(phase, result)) + names
    }

    fn items_of(&self, phase: ReportPhase, result: &DiffResult<'_, 'd>) -> ItemsAndBatch {
        let (old, new) = (result.sides.old, result.sides.new);
        let is_judging = self.stages.phase() == Some(ReportPhase::Judge);
        // Few facts share the entry of an earlier fact, so the number of facts is a good estimate.
        let entries = if is_judging { result.facts.len() } else { self.entries.len() };
        let strides = |description: &ResolvedDescription<'_>| {
            if entries == 0 { 0 } else { description.bytes().div_ceil(BYTES_AT_ONCE) }
        };
        match phase {
            ReportPhase::Judge => (result.facts.len(), 8),
            ReportPhase::Sort => (1, 1),
            ReportPhase::CountOldLines => (strides(old), 1),
            ReportPhase::CountNewLines => (strides(new), 1),
            ReportPhase::AddChanges => (entries, 1),
            ReportPhase::OldProblems => (old.problems().len(), 16),
            ReportPhase::NewProblems => (new.problems().len(), 16),
        }
    }

    /// Performs one step of the report. Returns its cost, in small pairs of definitions. The comparison has to be
    /// finished.
    pub(super) fn step(&mut self, result: &DiffResult<'_, 'd>) -> usize {
        if self.naming.1 < self.naming.0.len() {
            self.write_some_operation_names();
            return 1;
        }
        let mut stages = self.stages;
        let next = stages.next(|phase| self.items_of(phase, result));
        self.stages = stages;
        let Some((phase, items)) = next else { return 0 };
        let (old, new) = (result.sides.old, result.sides.new);
        let mut reached = 0;
        for at in items {
            match phase {
                ReportPhase::Judge => reached += self.judge(result, at),
                ReportPhase::Sort => self.sort(result),
                ReportPhase::CountOldLines => old.count_lines(&mut self.lines.0, BYTES_AT_ONCE),
                ReportPhase::CountNewLines => new.count_lines(&mut self.lines.1, BYTES_AT_ONCE),
                ReportPhase::AddChanges => reached += self.add_change(result, at),
                ReportPhase::OldProblems => self.add_problem(old.problems().get(at), Side::Previous),
                ReportPhase::NewProblems => self.add_problem(new.problems().get(at), Side::Current),
            }
        }
        1 + reached / REACHED_AT_ONCE
    }

    pub(super) fn add_problem(&mut self, found: Option<&ReadProblem>, side: Side) {
        self.problems.extend(found.map(|found| problem(found, side, &self.options)));
    }

    /// Applies the rules to a fact. Findings of one rule about one cause share an entry. Returns the number of affected
    /// operation pairs.
    fn judge(&mut self, result: &DiffResult<'_, 'd>, at: usize) -> usize {
        let Some(fact) = result.facts.get(at).filter(|fact| !stands_for_place(fact)) else { return 0 };
        let places = result.causes_of(at);
        if !places.is_empty() {
            return self.folded.add(result, &self.options.levels, at, &places);
        }
        let (of_old, of_new) = (|id| result.sides.old.source_node(id), |id| result.sides.new.source_node(id));
        let (old, new) = match (fact.renamed_property(), fact.event) {
            // The other name of a property is a part of the cause.
            (Some((old, new)), _) => (Some(of_old(old)), Some(of_new(new))),
            (None, Event::Added) => (None, fact.new.map(of_new)),
            (None, Event::Removed) => (fact.old.map(of_old), None),
            (None, Event::Changed(_)) => (fact.old.map(of_old), fact.new.map(of_new)),
        };
        let mut reached = 0;
        for finding in judge(result, &self.options.levels, at) {
            reached += finding.pairs.len();
            let next = self.entries.len();
            let cause = (finding.rule.id, finding.direction, old, new, fact.name.clone());
            let known = self.by_cause.get_or_insert(cause, next).map_or(next, |known| *known);
            match self.entries.get_mut(known) {
                Some(entry) => entry.pairs.extend(finding.pairs),
                None => self.entries.push(finding),
            }
        }
        reached
    }

    /// Sorts the findings and prepares the names of operations.
    fn sort(&mut self, result: &DiffResult<'_, 'd>) {
        self.entries.extend(self.folded.finish(result));
        let index = |id: Option<NodeId>| id.map_or(usize::MAX, NodeId::index);
        let rank = |entry: &Finding| {
            let (old, new) = result.facts.get(entry.fact).map_or((None, None), |fact| (fact.old, fact.new));
            (Reverse(entry.level), index(new), index(old), entry.rule.id)
        };
        order::sort_by(&mut self.entries, |one, other| rank(one).cmp(&rank(other)));
        if !self.entries.is_empty() {
            self.names = OperationNames::new(result.sides, result.pairing);
        }
    }

    /// Adds a finding to the report. Returns the number of affected operation pairs.
    fn add_change(&mut self, result: &DiffResult<'_, 'd>, at: usize) -> usize {
        let Some(entry) = self.entries.get_mut(at) else { return 0 };
        let pairs = std::mem::take(&mut entry.pairs);
        let &mut Finding { rule, level, fact: number, direction, .. } = entry;
        let Some(fact) = result.facts.get(number) else { return 0 };
        let mut digest = digest(result.sides, rule.id, fact);
        // Two causes with equal names get different ids, by their order.
        while !self.ids.add(digest.high_48_bits()) {
            digest = digest.with_next(Digest::default());
        }
        let mut change = change(result, (rule, level), direction, fact, digest.short_hex(), &self.lines);
        let consequences = self.folded.consequences(result, number, direction);
        if !consequences.is_empty() && !is_anything(result.sides, fact) {
            change.message.extend([": ", &consequences]);
        }
        change.period = self.options.periods.describe_violation(result, fact);
        if let Some(period) = &change.period {
            change.message.extend([": ", period]);
        }
        change.operation = self.details(result, fact);
        let places = self.names.reached_by(result.pairing, &pairs, fact);
        let before = self.changes.last().filter(|_| places == self.naming.0);
        if let Some(Change { operations, webhooks, callbacks, .. }) = before {
            (change.operations, change.webhooks, change.callbacks) =
                (Arc::clone(operations), Arc::clone(webhooks), Arc::clone(callbacks));
        } else {
            self.naming = (places, 0);
        }
        self.changes.push(change);
        *count_of_level(&mut self.counts, level) += 1;
        self.counts.lowered += usize::from(is_lowered(rule.level, level));
        self.required = self.required.max(Some(level.bump()));
        self.write_some_operation_names();
        pairs.len()
    }

    /// Returns the details of an operation that was added, removed or deprecated.
    fn details(&mut self, result: &DiffResult<'_, 'd>, fact: &Fact) -> Option<OperationDetails> {
        let sides = result.sides;
        let entry = match (fact.facet, fact.event) {
            (Facet::Operation, Event::Added | Event::Removed) => sides.unmatched_operation(fact.affected)?,
            (Facet::Deprecation, Event::Added) => {
                let operation = sides.new.arena().parent(fact.new?)?;
                sides.new.operation_entries().iter().find(|entry| entry.operation == operation)?
            }
            _ => return None,
        };
        let in_old = matches!(fact.affected, Affected::Old(_));
        if entry.kind != OperationKind::Path {
            return None;
        }
        let mut details = self.successors.details(result, in_old, entry);
        if let Affected::Old(at) = fact.affected {
            let renamed = result.pairing.renamed_to(at).and_then(|to| sides.new.operation_entries().get(to));
            let is_likely =
                fact.has(Qualifier::Moved) && details.successor.as_ref().is_none_or(|successor| !successor.is_named);
            let pair = result.pairing.pair_of_old(at).filter(|_| is_likely);
            let moved = pair.and_then(|pair| result.pairing.get(sides, pair)).map(|(_, new)| new);
            if let Some(new) = renamed.or(moved) {
                let operation = AffectedOperation { path: new.path.clone(), method: new.method.clone() };
                details.successor = Some(Successor { operation, is_named: renamed.is_some() });
            }
        }
        Some(details)
    }

    /// Writes the next names of the last change.
    fn write_some_operation_names(&mut self) {
        let Some(change) = self.changes.last_mut() else { return };
        let (places, named) = &mut self.naming;
        for &place in places.iter().skip(*named).take(NAMES_AT_ONCE) {
            self.names.write(place, &mut self.written);
            *named += 1;
            if *named == places.len() {
                self.written.store_in(change);
            }
        }
    }

    /// Returns the complete report.
    pub(super) fn finish(self, result: &DiffResult<'_, '_>) -> Report {
        let [of_old, of_new] = &result.pairing.excluded;
        let described = |description: &ResolvedDescription<'_>, source: String, excluded: usize| DescriptionSummary {
            title: description.title(),
            version: description.release(),
            source,
            operations: description.operation_count() - excluded,
            excluded,
        };
        let previous = described(result.sides.old, self.options.previous_name, of_old.operations());
        let current = described(result.sides.new, self.options.current_name, of_new.operations());
        let excluded = of_old.counts().iter().zip(of_new.counts()).map(|((rule, previous), (_, current))| {
            ExclusionCount { rule: rule.clone(), previous: *previous, current: *current }
        });
        let excluded = excluded.list();
        let operations = self.names.reached_operations(result.sides);
        let counts = Counts { operations_affected: operations.len(), ..self.counts };
        let complete = self.problems.iter().all(Problem::is_warning);
        let (before, after) = (previous.version.as_deref(), current.version.as_deref());
        let verdict = Verdict::new(self.required, &counts, complete, before, after);
        Report {
            previous,
            current,
            verdict,
            complete,
            problems: self.problems,
            excluded,
            levels: self.options.levels,
            counts,
            operations,
            changes: self.changes,
            hidden: 0,
        }
    }
}

#[cfg(test)]
impl ReportBuilder<'_> {
    /// Returns the number of entries, the number of changes, and the number of names written for the last change.
    pub(super) fn sizes(&self) -> [usize; 3] {
        [self.entries.len(), self.changes.len(), self.naming.1]
    }
}

fn count_of_level(counts: &mut Counts, level: Level) -> &mut usize {
    match level {
        Level::Breaking => &mut counts.breaking,
        Level::Risky => &mut counts.risky,
        Level::Additive => &mut counts.additive,
        Level::Docs => &mut counts.docs,
        Level::Unproved => &mut counts.unproved,
        Level::Unclassified => &mut counts.unclassified,
    }
}

/// Returns true if a level hides that a change breaks something, or that it was not decided.
pub(super) fn is_lowered(default: Level, level: Level) -> bool {
    level < default && matches!(default, Level::Breaking | Level::Unproved | Level::Unclassified)
}

fn problem(problem: &ReadProblem, side: Side, options: &CompareOptions) -> Problem {
    let ReadProblem { code, message, place } = problem.clone();
    let file = match side {
        Side::Previous => &options.previous_name,
        Side::Current => &options.current_name,
    };
    Problem { side, code, message, file: place.file.clone().unwrap_or_else(|| file.clone()), place }
}
