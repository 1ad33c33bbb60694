//! What a difference means to the two sides of an interface: levels and the direction they are judged in.
//!
//! Narrowing what callers send breaks them, and so does widening what they receive; the reverse adds.

pub(crate) mod finding;
mod level;
pub(crate) mod rule;
pub(crate) mod rules;
mod texts;

pub use level::Level;
pub use texts::{RuleTexts, rule_texts};
pub use waybill_openapi::schema::Direction;

#[cfg(test)]
pub(crate) use rules::all as rules;
