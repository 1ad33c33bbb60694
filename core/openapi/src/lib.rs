//! OpenAPI descriptions: loads their files, resolves their references, and gives access to their values in each version.
//! `waybill-core` re-exports this crate as `openapi`, `operation` and `schema`.
#![forbid(unsafe_code)]
#![allow(clippy::must_use_candidate, reason = "most of it is for the crates of the core alone")]
#![cfg_attr(
    not(all(feature = "swagger", feature = "yaml")),
    allow(dead_code, unused_imports, reason = "what readers alone ask of the arena is left without those who ask")
)]

mod alternatives;
mod copier;
mod description;
mod documents;
mod dynamic;
mod effective;
mod error;
mod fields;
mod forged;
mod grammar;
mod ignored;
mod ineffective;
mod instance;
#[doc(hidden)]
pub mod internal;
pub(crate) mod keywords;
mod known_key;
mod limits;
mod loader;
mod mapping;
mod media_range;
mod misplaced;
mod named_set;
mod newer;
mod object_kinds;
pub mod operation;
mod operations;
mod problem_code;
mod problems;
mod ref_resolver;
mod reference;
mod reference_table;
mod reference_target;
mod resources;
pub mod schema;
mod serialization_style;
mod shape;
mod source_places;
mod source_warning;
mod spec_version;
#[cfg(feature = "test-oracles")]
mod stats;
mod status;
#[cfg_attr(not(feature = "swagger"), path = "no_swagger.rs")]
mod swagger;
mod tree;
mod type_set;
#[cfg(feature = "openapiv3")]
mod typed;
mod uri;
mod utf8;
mod value_format;
mod version;
mod wanted_file;
mod without_operations;
#[cfg_attr(not(feature = "yaml"), path = "no_yaml.rs")]
mod yaml;

pub use description::Description;
pub use error::{Place, ReadError, ReadProblem};
pub use limits::Limits;
pub use loader::Loader;
pub use spec_version::SpecVersion;
#[cfg(feature = "test-oracles")]
pub use stats::Stats;
#[cfg(feature = "openapiv3")]
pub use typed::{Typed, Unsupported};
pub use wanted_file::WantedFile;
pub use without_operations::remove_operations;

pub(crate) use description::ResolvedDescription;
pub(crate) use grammar::ObjectKind;
pub(crate) use instance::JsonText;
pub(crate) use known_key::{KnownKey, is_extension};
pub(crate) use media_range::MediaRange;
pub(crate) use operations::{OperationEntry, OperationKind};
pub(crate) use reference::Reference;
pub(crate) use serialization_style::SerializationStyle;
pub(crate) use type_set::TypeSet;

#[cfg(test)]
mod tests;
