//! The content of messages: bodies, responses and their parts, headers, links and callbacks.

pub(in crate::facets) mod bodies;
pub(in crate::facets) mod callbacks;
pub(in crate::facets) mod content;
pub(in crate::facets) mod headers;
pub(in crate::facets) mod link_values;
pub(in crate::facets) mod links;
pub(in crate::facets) mod part_types;
pub(in crate::facets) mod parts;
pub(in crate::facets) mod schema_presence;
pub(in crate::facets) mod statuses;
