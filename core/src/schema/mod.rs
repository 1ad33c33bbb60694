//! Schemas as OpenAPI uses them: whether a value matches one, where and why not, and a value that does.
//!
//! Both dialects are read off the arena as the description's version means them: JSON Schema 2020-12 since OpenAPI 3.1, and
//! before that OpenAPI's own selection of it. What a limit or a pattern leaves undecided is said to be so.

mod applicators;
mod arrays;
mod direction;
mod discriminator;
mod evaluation;
mod findings;
mod formats;
mod instance;
mod objects;
mod one_way;
mod outcome;
pub(crate) mod pattern;
mod patterns;
mod sample;
mod scalars;
#[cfg(test)]
mod tests;
mod validator;
mod wording;

pub use direction::Direction;
pub use instance::Instance;
pub use outcome::{BranchFailure, KeywordPlace, Limit, Outcome, Unchecked, Violation};
pub use sample::NoSample;
pub use validator::{Limits, Options, Schema, Validator};

pub(crate) use discriminator::tag_target;
pub(crate) use one_way::OneWay;
