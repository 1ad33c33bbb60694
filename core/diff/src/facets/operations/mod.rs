//! Operations: which there are, what they are called, and where they are served.

pub(in crate::facets) mod address;
pub(in crate::facets) mod identity;
pub(crate) mod presence;
pub(in crate::facets) mod servers;
pub(in crate::facets) mod tags;
pub(in crate::facets) mod variables;
