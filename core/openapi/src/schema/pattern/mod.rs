//! Regular expressions of schemas (ECMA-262 section 22.2): read, matched in one pass over a text, and written out as texts
//! that match.
//!
//! Look-around and back references take more than one pass: patterns with them are not followed, which is reported to
//! the caller.

mod machine;
mod properties;
mod syntax;
mod write;

pub use machine::PatternProgram;
pub use syntax::{LAST, Node, Ranges, Refusal, read};
pub(crate) use write::write;
