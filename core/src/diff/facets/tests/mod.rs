//! Short descriptions and schemas, and the facts about them.

pub(in crate::diff) mod examples;
mod shared_definitions;
pub(super) mod structure;
pub(in crate::diff) mod table;
