//! The lifecycle of an item: deprecation, sunset and stability.

pub(in crate::facets) mod deprecation;
pub(in crate::facets) mod stability;
pub(in crate::facets) mod sunset;
