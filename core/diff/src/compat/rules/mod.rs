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
use crate::{Direction, Facet};
use values::{lists, numbers, presence, sizes, texts};

pub(super) static FALLBACK: Rule = unreached::FALLBACK.as_built();
pub(super) static NEGATED: Rule = structure::NEGATED.as_built();
pub(super) static OVERLAPPED: Rule = alternatives::OVERLAPPED.as_built();
pub(super) static UNSENT: Rule = unreached::UNSENT.as_built();

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

/// How many rules there are.
const COUNT: usize = {
    let (mut count, mut tables) = (0, TABLES.as_slice());
    while let Some((table, others)) = tables.split_first() {
        count += table.len();
        tables = others;
    }
    count
};

/// All of them, as this build has them.
static RULES: [Rule; COUNT] = {
    let mut rules = [unreached::FALLBACK; COUNT];
    let (mut places, mut tables) = (rules.as_mut_slice(), TABLES.as_slice());
    let mut table: &[Rule] = &[];
    while let Some((place, free)) = places.split_first_mut() {
        while table.is_empty()
            && let Some((next, others)) = tables.split_first()
        {
            table = *next;
            tables = others;
        }
        if let Some((rule, after)) = table.split_first() {
            *place = rule.as_built();
            table = after;
        }
        places = free;
    }
    rules
};

/// The rule of an id.
pub fn find_rule(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// Every rule, in the order they are tried.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

/// The rule for a replaced definition, from which something of this level follows in this direction.
pub fn definition_rule(direction: Option<Direction>, level: Level) -> &'static Rule {
    let fits = |rule: &&Rule| rule.level == level && rule.when.direction.is_none_or(|way| Some(way) == direction);
    let plain = || all().find(|rule| rule.level == level && rule.when.facet == Facet::Docs);
    all().filter(|rule| rule.when.facet == Facet::Definition).find(fits).or_else(plain).unwrap_or(&FALLBACK)
}
