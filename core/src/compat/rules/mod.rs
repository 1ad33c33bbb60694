//! The rules: one row each, in the order they are tried, and the only registry of them.
//!
//! `core/rules/<id>.md` explains a row; a test pairs rows and pages and runs every page through every rule.

mod definitions;
mod lifecycle;
mod messages;
mod names;
mod operations;
mod parameter_form;
mod parameters;
mod rest;
mod schemas;
mod security;
mod servers;
mod statuses;
mod structure;
mod values;

use super::Level;
use super::rule::Rule;
use crate::diff::{Direction, Facet};

/// Every rule, in the order they are tried.
pub(crate) fn all() -> impl Iterator<Item = &'static Rule> {
    operations::RULES
        .iter()
        .chain(values::rules())
        .chain(&security::RULES)
        .chain(&servers::RULES)
        .chain(&parameters::RULES)
        .chain(&parameter_form::RULES)
        .chain(&messages::RULES)
        .chain(&statuses::RULES)
        .chain(&schemas::RULES)
        .chain(&structure::RULES)
        .chain(&definitions::RULES)
        .chain(&lifecycle::RULES)
        .chain(&names::RULES)
        .chain(&rest::RULES)
}

/// The rule of a place that got another definition, from which something of this level follows in this direction.
pub(crate) fn definition(direction: Option<Direction>, level: Level) -> &'static Rule {
    let fits = |rule: &&Rule| rule.level == level && rule.when.direction.is_none_or(|way| Some(way) == direction);
    let plain = || all().find(|rule| rule.level == level && rule.when.facet == Facet::Docs);
    definitions::RULES.iter().find(fits).or_else(plain).unwrap_or_else(fallback)
}

/// The rule of whatever happens to values that are never sent where they stand.
pub(crate) fn unsent() -> &'static Rule {
    let [first, ..] = &rest::RULES;
    first
}

/// The rule of what would only add, were it not in an alternative that another one may overlap.
pub(crate) fn overlapped() -> &'static Rule {
    let [.., last] = &structure::RULES;
    last
}

/// The rule of what changed in a schema that others refuse or decide by.
pub(crate) fn negated() -> &'static Rule {
    let [.., rule, _] = &structure::RULES;
    rule
}

/// The rule of what no other rule knows.
pub(crate) fn fallback() -> &'static Rule {
    let [.., last] = &rest::RULES;
    last
}
