//! Parses JSON and YAML into an arena: all values in document order, with locations, digests and names.
//!
//! Nothing is lost: numbers stay text, and unknown and duplicate names are kept. The meaning of values is left to other modules.
//! The most common names are passed as a [`Vocabulary`].

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
mod places;
mod pointer;
mod position;
mod source_warning;
mod sources;
mod text;
mod write;
#[cfg(feature = "yaml")]
mod yaml;

pub use arena::{Arena, FixedHasher, Kind, NodeId};
pub(crate) use builder::{Builder, Built};
pub use decimal::Decimal;
pub use digest::Digest;
#[cfg(any(test, feature = "test-oracles"))]
pub use digest::forge_string;
pub use equality::EitherNode;
pub(crate) use equality::{find_forged_digest, renumber_digests};
pub(crate) use fault::{ParseError, ParseErrorKind};
pub use integer::{greatest_common_divisor, least_common_multiple};
pub use interner::KeyId;
pub(crate) use interner::{KeySet, Vocabulary};
pub(crate) use json::read as read_json;
pub(crate) use position::line_and_column;
pub(crate) use source_warning::SourceWarning;
pub use sources::SourceLines;
pub use text::quote;
#[cfg(feature = "yaml")]
pub(crate) use yaml::read as read_yaml;
