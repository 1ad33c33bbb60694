//! Regular expressions of schemas (ECMA-262 section 22.2, and XML Schema Part 2, appendix F): read, matched in one pass over
//! a text, and written out as texts that match.
//!
//! Look-around and back references take more than one pass: patterns with them are not followed, which is reported to
//! the caller.

mod ecma;
mod machine;
mod properties;
mod ranges;
mod syntax;
mod write;
pub mod xsd;

pub use ecma::read;
pub use machine::PatternProgram;
pub use ranges::{Ranges, contains};
pub use syntax::{Node, Refusal};
pub(crate) use write::write;
