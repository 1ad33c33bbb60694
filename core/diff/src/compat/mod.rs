//! The effect of a change on clients: levels, rules, and the direction that rules depend on.
//!
//! Accepting fewer values in requests breaks clients, and so does sending more values in responses. The reverse changes
//! are additive.

pub(crate) mod finding;
mod level;
pub(crate) mod levels;
pub(crate) mod rule;
pub(crate) mod rules;
mod texts;

pub use level::Level;
pub use levels::{Levels, LevelsError};
pub use texts::{RuleTexts, rule_texts};
pub use waybill_openapi::schema::Direction;

#[cfg(test)]
pub(crate) use rules::all as rules;
