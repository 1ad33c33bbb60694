//! Findings to a report: one entry per cause, with the operations it reaches, in a fixed order.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hashbrown::HashSet;

use super::comparison::Options;
use super::fingerprint::{fingerprint, of_contract};
use super::message::message;
use super::types::{Change, Counts, Described, JsonText, Operation, Place, Problem, Report, Section, Side, Verdict};
use crate::compat::{Finding, Level, judge};
use crate::diff::{Affected, Differ, Event, Facet, Fact, Shown};
use crate::openapi::{Contract, ContractKind, Description, Digest, FixedHasher, NodeId, quote};
use crate::order;

/// How long a value may be to be shown, in bytes of JSON.
const LONGEST_SHOWN: usize = 400;

/// Builds the report of a concluded comparison.
pub(super) fn assemble(differ: &Differ<'_>, options: &Options) -> Report {
    let entries = grouped(differ, judge(differ));
    let changes = changes(differ, entries);
    let problems = problems(differ, options);
    let counts = counts(&changes);
    let described = |description: &Description<'_>, source: &str| Described {
        version: description.release(),
        source: source.to_owned(),
        operations: description.operations(),
    };
    let previous = described(differ.sides.old, &options.previous_name);
    let current = described(differ.sides.new, &options.current_name);
    let required = changes.iter().map(|change| change.bump).max();
    let complete = problems.is_empty();
    let (before, after) = (previous.version.as_deref(), current.version.as_deref());
    let verdict = Verdict::new(required, &counts, complete, before, after);
    Report { previous, current, verdict, complete, problems, counts, changes }
}

/// Findings of one rule about one cause are one entry that names everybody it reaches.
fn grouped<'f>(differ: &Differ<'_>, findings: Vec<Finding<'f>>) -> Vec<Finding<'f>> {
    let (of_old, of_new) = (|id| differ.sides.old.cause(id), |id| differ.sides.new.cause(id));
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    let mut entries: Vec<Finding<'_>> = Vec::new();
    for finding in findings {
        let fact = finding.fact;
        let cause = match fact.event {
            Event::Added => (None, fact.new.map(of_new)),
            Event::Removed => (fact.old.map(of_old), None),
            Event::Changed(_) => (fact.old.map(of_old), fact.new.map(of_new)),
        };
        let key = (finding.rule.id, finding.direction, cause, fact.name.as_str());
        if let Some(entry) = seen.get(&key).and_then(|&at| entries.get_mut(at)) {
            entry.pairs.extend(finding.pairs);
        } else {
            seen.insert(key, entries.len());
            entries.push(finding);
        }
    }
    entries
}

fn changes(differ: &Differ<'_>, mut entries: Vec<Finding<'_>>) -> Vec<Change> {
    let index = |id: Option<NodeId>| id.map_or(usize::MAX, NodeId::index);
    let rank = |entry: &Finding<'_>| {
        let Fact { old, new, .. } = entry.fact;
        (Reverse(entry.rule.level), index(*new), index(*old), entry.rule.id)
    };
    order::sort_by(&mut entries, |one, other| rank(one).cmp(&rank(other)));
    let lines = (differ.sides.old.lines(), differ.sides.new.lines());
    let mut ids: HashSet<String, FixedHasher> = HashSet::default();
    let mut changes = Vec::with_capacity(entries.len());
    for entry in entries {
        let fact = entry.fact;
        let mut digest = digest(differ, &entry);
        // Two causes that are the same by every name there is: told apart by their order.
        while !ids.insert(digest.short_hex()) {
            digest = digest.then(Digest::default());
        }
        let (operations, webhooks, callbacks) = affected(differ, &entry);
        // What is on one side only is placed on the other by what it would be in.
        let (olds, news) = (differ.sides.old, differ.sides.new);
        let in_old = |id: NodeId| olds.around(news, id, differ.partners.around_in_old(news, id));
        let in_new = |id: NodeId| news.around(olds, id, differ.partners.around_in_new(olds, id));
        let (old, new) = (fact.old.or(fact.new.map(in_old)), fact.new.or(fact.old.map(in_new)));
        let place = |side: Side, id: NodeId| -> Place {
            match side {
                Side::Previous => differ.sides.old.place(id, &lines.0),
                Side::Current => differ.sides.new.place(id, &lines.1),
            }
        };
        changes.push(Change {
            id: digest.short_hex(),
            rule: entry.rule.id,
            level: entry.rule.level,
            bump: entry.rule.bump,
            section: section(fact),
            direction: entry.direction,
            message: message(differ, &entry),
            why: entry.rule.why,
            help: entry.rule.help,
            accepted: None,
            operations,
            webhooks,
            callbacks,
            before: shown(differ.sides.old, fact, fact.before),
            after: shown(differ.sides.new, fact, fact.after),
            old: old.map(|id| place(Side::Previous, id)),
            new: new.map(|id| place(Side::Current, id)),
            no_witness: "not built by this version",
        });
    }
    changes
}

fn digest(differ: &Differ<'_>, entry: &Finding<'_>) -> Digest {
    match contract(differ, entry.fact) {
        Some(contract) => of_contract(entry.rule.id, contract),
        None => fingerprint(entry.rule.id, entry.fact, differ.sides.old, differ.sides.new),
    }
}

/// The operation a fact is about that is on one side only.
pub(super) fn contract<'d>(differ: &Differ<'d>, fact: &Fact) -> Option<&'d Contract> {
    match fact.affected {
        Affected::Old(at) => differ.sides.old.contracts().get(at),
        Affected::New(at) => differ.sides.new.contracts().get(at),
        Affected::Unit(_) | Affected::Pair(_) | Affected::Nobody => None,
    }
}

fn section(fact: &Fact) -> Section {
    match (fact.facet == Facet::Operation, fact.event) {
        (true, Event::Added) => Section::New,
        (true, Event::Removed) => Section::Removed,
        (true, Event::Changed(_)) | (false, _) => Section::Modified,
    }
}

type Names = (Vec<Operation>, Vec<String>, Vec<String>);

fn affected(differ: &Differ<'_>, entry: &Finding<'_>) -> Names {
    let paired = entry.pairs.iter().filter_map(|&pair| differ.pairing.get(&differ.sides, pair)).map(|(_, new)| new);
    let (mut operations, mut webhooks, mut callbacks) = (Vec::new(), Vec::new(), Vec::new());
    for contract in paired.chain(contract(differ, entry.fact)) {
        match &contract.kind {
            ContractKind::Path => {
                operations.push(Operation { path: contract.path.clone(), method: contract.method.clone() });
            }
            ContractKind::Webhook(name) => {
                webhooks.push(name.clone());
            }
            ContractKind::Callback(name) => {
                callbacks.push(name.clone());
            }
        }
    }
    (order::set(operations), order::set(webhooks), order::set(callbacks))
}

fn shown(description: &Description<'_>, fact: &Fact, shown: Shown) -> Option<JsonText> {
    let mut text = String::new();
    match shown {
        Shown::Nothing => return None,
        Shown::Node(id) => {
            if !description.arena().write_json(id, LONGEST_SHOWN, &mut text) {
                return None;
            }
        }
        Shown::Form(form) => quote(&form.written(&fact.name), &mut text),
        Shown::Key(id) => description.arena().write_key(id, &mut text),
        Shown::Below(id) => exclusive(description, id, "exclusiveMaximum", &mut text),
        Shown::Above(id) => exclusive(description, id, "exclusiveMinimum", &mut text),
        Shown::Default(word) => text = format!("\"{word}\""),
        Shown::Types(types) => {
            let names = types.names();
            let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            text = if quoted.len() == 1 { quoted.concat() } else { format!("[{}]", quoted.join(",")) };
        }
    }
    Some(JsonText::new(text))
}

/// An end of a range that is not part of it, under the keyword 3.1 has for it.
fn exclusive(description: &Description<'_>, id: NodeId, keyword: &str, out: &mut String) {
    out.extend(["{\"", keyword, "\":"]);
    description.arena().write_json(id, LONGEST_SHOWN, out);
    out.push('}');
}

fn problems(differ: &Differ<'_>, options: &Options) -> Vec<Problem> {
    let of_side = |side: Side, description: &Description<'_>, file: &str| -> Vec<Problem> {
        let problems = description.problems().iter().cloned();
        let problem = |problem: crate::openapi::ReadProblem| Problem {
            side,
            code: problem.code,
            message: problem.message,
            file: problem.place.file.clone().unwrap_or_else(|| file.to_owned()),
            place: problem.place,
        };
        problems.map(problem).collect()
    };
    let mut problems = of_side(Side::Previous, differ.sides.old, &options.previous_name);
    problems.extend(of_side(Side::Current, differ.sides.new, &options.current_name));
    problems
}

fn counts(changes: &[Change]) -> Counts {
    let of = |level: Level| changes.iter().filter(|change| change.level == level).count();
    let operations = order::set(changes.iter().flat_map(|change| &change.operations));
    Counts {
        breaking: of(Level::Breaking),
        risky: of(Level::Risky),
        additive: of(Level::Additive),
        docs: of(Level::Docs),
        unproved: of(Level::Unproved),
        unclassified: of(Level::Unclassified),
        operations_affected: operations.len(),
    }
}
