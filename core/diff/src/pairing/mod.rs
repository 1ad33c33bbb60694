//! Pairs the parts of the two descriptions: operations, entries of maps, elements of lists, schemas.

pub(crate) mod addresses;
pub(crate) mod alignment;
pub(crate) mod array_pairs;
pub(crate) mod bytes;
pub(crate) mod composed;
pub(crate) mod coverage;
pub(crate) mod entry_pairs;
pub(crate) mod exclusions;
pub(crate) mod look;
pub(crate) mod moves;
pub(crate) mod node_pairs;
pub(crate) mod operation_pairing;
pub(crate) mod parameters;
pub(crate) mod path_glob;
mod path_items;
mod path_pairing;
pub(crate) mod renamed_references;
pub(crate) mod renames;
pub(crate) mod server_url;
pub(crate) mod sides;
pub(crate) mod similarity;
mod split_prefixes;
