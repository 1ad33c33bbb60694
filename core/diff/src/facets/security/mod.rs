//! Access to operations: requirements, schemes and API keys.

pub(in crate::facets) mod api_keys;
pub(crate) mod requirements;
pub(in crate::facets) mod schemes;
