//! Operations: presence, names, tags and servers.

pub(in crate::facets) mod address;
pub(in crate::facets) mod identity;
pub(crate) mod presence;
pub(in crate::facets) mod servers;
pub(in crate::facets) mod tags;
pub(in crate::facets) mod variables;
