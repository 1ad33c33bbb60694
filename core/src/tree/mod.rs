//! JSON and YAML texts read into one arena: all values in document order, each with its place, its digest and its name.
//!
//! Nothing is lost on the way in: numbers stay text, and unknown names and those that come twice stay in the tree. What
//! the values mean is for others to say; the names they ask for most are an argument, a [`Vocabulary`].

mod arena;
mod builder;
mod decimal;
mod digest;
mod equality;
mod fault;
mod integer;
mod interner;
mod json;
mod nesting;
mod number;
mod pointer;
mod position;
mod source_warning;
mod sources;
mod text;
mod write;
#[cfg(feature = "yaml")]
mod yaml;

pub(crate) use arena::{Arena, FixedHasher, Kind, NodeId};
pub(crate) use builder::{Builder, Built};
pub(crate) use decimal::Decimal;
pub(crate) use digest::Digest;
#[cfg(test)]
pub(crate) use digest::forge_string;
pub(crate) use equality::{EitherNode, find_forged_digest, renumber_digests};
pub(crate) use fault::{ParseError, ParseErrorKind};
pub(crate) use integer::{greatest_common_divisor, least_common_multiple};
pub(crate) use interner::{KeyId, KeySet, Vocabulary};
pub(crate) use json::read as read_json;
pub(crate) use position::line_and_column;
pub(crate) use source_warning::SourceWarning;
pub(crate) use sources::SourceLines;
pub(crate) use text::quote;
#[cfg(feature = "yaml")]
pub(crate) use yaml::read as read_yaml;
