//! The rules: one row each, in the order they are tried, and the only registry of them.
//!
//! `core/rules/<id>.md` explains a row; a test pairs rows and pages and runs every page through every rule.

mod alternatives;
mod definitions;
mod lifecycle;
mod messages;
mod names;
mod operations;
mod parameter_form;
mod parameters;
mod schemas;
mod security;
mod servers;
mod statuses;
mod structure;
mod unreached;
mod values;

use super::Level;
use super::rule::Rule;
use crate::diff::{Direction, Facet};
use values::{lists, numbers, presence, sizes, texts};

pub(super) use alternatives::OVERLAPPED;
pub(super) use structure::NEGATED;
pub(super) use unreached::{FALLBACK, UNSENT};

/// Every rule by what it is about, in the order they are tried: null has rules of its own, before those of types.
const TABLES: [&[Rule]; 19] = [
    operations::RULES,
    lists::RULES,
    numbers::RULES,
    presence::RULES,
    sizes::RULES,
    texts::RULES,
    security::RULES,
    servers::RULES,
    parameters::RULES,
    parameter_form::RULES,
    messages::RULES,
    statuses::RULES,
    schemas::RULES,
    structure::RULES,
    alternatives::RULES,
    definitions::RULES,
    lifecycle::RULES,
    names::RULES,
    unreached::RULES,
];

/// The rule of an id.
pub(crate) fn find_rule(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// Every rule, in the order they are tried.
pub(crate) fn all() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|rules| rules.iter())
}

/// The rule for a replaced definition, from which something of this level follows in this direction.
pub(crate) fn definition_rule(direction: Option<Direction>, level: Level) -> &'static Rule {
    let fits = |rule: &&Rule| rule.level == level && rule.when.direction.is_none_or(|way| Some(way) == direction);
    let plain = || all().find(|rule| rule.level == level && rule.when.facet == Facet::Docs);
    definitions::RULES.iter().find(fits).or_else(plain).unwrap_or(&FALLBACK)
}
