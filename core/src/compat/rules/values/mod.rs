//! What schemas ask of single values: the rules of each kind, in the order they are tried.

mod lists;
mod numbers;
mod presence;
mod sizes;
mod texts;

use crate::compat::rule::Rule;

/// Before the rules of types: null has rules of its own.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    lists::RULES.iter().chain(&numbers::RULES).chain(&presence::RULES).chain(&sizes::RULES).chain(&texts::RULES)
}
