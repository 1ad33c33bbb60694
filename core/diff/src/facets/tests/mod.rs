//! Short descriptions and schemas, and the facts about them.

pub(crate) mod examples;
mod shared_definitions;
pub(super) mod structure;
pub(crate) mod table;
