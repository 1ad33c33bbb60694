//! Parameters: presence and serialization.

pub(in crate::facets) mod allow_reserved;
pub(in crate::facets) mod exploded;
pub(in crate::facets) mod lists;
pub(in crate::facets) mod required;
pub(in crate::facets) mod styles;
