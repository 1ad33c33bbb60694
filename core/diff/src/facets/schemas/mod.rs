//! Schemas: types, properties, structure and allowed values.

pub(in crate::facets) mod declared;
pub(in crate::facets) mod moved_properties;
pub(in crate::facets) mod properties;
pub(super) mod renamed_properties;
pub(in crate::facets) mod sample;
pub(in crate::facets) mod structure;
pub(in crate::facets) mod texts;
pub(in crate::facets) mod types;
pub(in crate::facets) mod values;
