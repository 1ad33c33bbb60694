//! Which parts of the two descriptions belong together: operations, entries of maps, elements of lists, schemas.

pub(in crate::diff) mod alignment;
pub(in crate::diff) mod array_pairs;
pub(in crate::diff) mod bytes;
pub(in crate::diff) mod coverage;
pub(in crate::diff) mod entry_pairs;
pub(in crate::diff) mod exclusions;
pub(in crate::diff) mod look;
pub(in crate::diff) mod node_pairs;
pub(in crate::diff) mod operation_pairing;
pub(in crate::diff) mod parameters;
mod path_glob;
pub(in crate::diff) mod renamed_references;
pub(in crate::diff) mod server_url;
pub(in crate::diff) mod sides;
pub(in crate::diff) mod similarity;
