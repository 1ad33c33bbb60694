//! What a difference means to the two sides of an interface: levels and the direction they are judged in.
//!
//! Narrowing what callers send breaks them, and so does widening what they receive; the reverse adds.

mod finding;
mod level;
mod rule;
mod rules;
mod texts;

pub use crate::diff::Direction;
pub use level::Level;
pub use texts::{RuleTexts, rule_texts};

pub(crate) use finding::{Finding, inner_rule, judge, judge_for};
pub(crate) use rule::Rule;
#[cfg(test)]
pub(crate) use rules::all as rules;
pub(crate) use rules::{definition_rule, find_rule};
