//! Regular expressions of schemas (ECMA-262 section 22.2, and XML Schema Part 2, appendix F): parses them, matches strings in one
//! pass, and generates matching strings.
//!
//! Look-around and back-references would need more than one pass. Such patterns are rejected as unsupported.

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
