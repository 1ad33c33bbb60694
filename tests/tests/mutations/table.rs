//! What each mutation of a fixed field means: by the specifications' tables of fields, one row a mutation.

use std::fmt;

use serde_json::Value;
use waybill_core::compat::Level;

/// What a mutation does to its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operation {
    /// Adds the value or puts it in place of the one that is there; `-` behind the last element.
    Set(Value),
    Remove,
}

/// What the report has to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// No change: another spelling of the same.
    Nothing,
    /// A change, the worst of this level.
    Level(Level),
    /// A change that a rule knows, of whatever level.
    Found,
}

/// One mutation, and what it means from the base to the mutant and back.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    pub(super) pointer: String,
    pub(super) operation: Operation,
    pub(super) forwards: Expected,
    pub(super) backwards: Expected,
    /// Where the other side may be placed besides: what the place stands for, or what stands in for it.
    pub(super) also: Option<&'static str>,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.operation {
            Operation::Set(value) => write!(f, "{} = {value}", self.pointer),
            Operation::Remove => write!(f, "{} removed", self.pointer),
        }
    }
}

/// A row of `fields.tsv`: pointer, operation, level forwards, level backwards.
pub(super) fn places() -> Vec<Kind> {
    rows_of(include_str!("fields.tsv"))
}

/// The rows of a table of that form.
pub(super) fn rows_of(table: &'static str) -> Vec<Kind> {
    rows(table)
        .map(|columns| {
            let [pointer, operation, forwards, backwards, also @ ..] = columns.as_slice() else {
                panic!("{columns:?}")
            };
            Kind {
                pointer: (*pointer).to_owned(),
                operation: operation_of(operation),
                forwards: expected(forwards),
                backwards: expected(backwards),
                also: also.first().copied(),
            }
        })
        .collect()
}

/// The rows of a table: columns between tabs, no empty lines, no lines that begin with `#`.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

pub(super) fn operation_of(text: &str) -> Operation {
    if text == "remove" {
        return Operation::Remove;
    }
    Operation::Set(serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

pub(super) fn expected(text: &str) -> Expected {
    match text {
        "nothing" => Expected::Nothing,
        "found" => Expected::Found,
        name => Expected::Level(
            Level::ALL.into_iter().find(|level| level.name() == name).unwrap_or_else(|| panic!("{name}")),
        ),
    }
}
