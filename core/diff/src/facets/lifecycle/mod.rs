//! How long a thing can be used: deprecation, end and stability.

pub(in crate::facets) mod deprecation;
pub(in crate::facets) mod stability;
pub(in crate::facets) mod sunset;
