//! OpenAPI descriptions: their files, what their references lead to, and what the values of the arena are in each version.
//!
//! What OpenAPI 3.0 and 3.1 mean is read off the arena where it is asked for, never written over it.

mod alternatives;
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
pub(crate) mod keywords;
mod known_key;
mod limits;
mod loader;
mod mapping;
mod media_range;
mod named_set;
mod newer;
mod object_kinds;
mod operations;
mod problem_code;
mod problems;
mod ref_resolver;
mod reference;
mod reference_table;
mod reference_target;
mod resources;
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

pub(crate) use effective::{Effective, Origin};
pub(crate) use forged::{find_forged, tell_apart};
pub(crate) use grammar::ObjectKind;
pub(crate) use instance::JsonText;
pub(crate) use known_key::{KnownKey, is_extension};
pub(crate) use media_range::MediaRange;
pub(crate) use named_set::Named;
pub(crate) use operations::{OperationEntry, OperationKind, erased_path};
pub(crate) use problem_code::find_problem_code;
pub(crate) use reference::Reference;
pub(crate) use serialization_style::SerializationStyle;
pub(crate) use status::Status;
pub(crate) use type_set::{TypeSet, names_known_types, type_of};
pub(crate) use value_format::{TextFormat, ValueFormat, ValueLocation, ValuePart, part_of};

#[cfg(test)]
mod tests;
