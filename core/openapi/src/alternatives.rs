//! Access to a schema's `anyOf` and `oneOf` (JSON Schema 2020-12 core, section 10.2.1).

use super::description::ResolvedDescription;
use super::known_key::KnownKey;
use crate::tree::NodeId;

impl ResolvedDescription<'_> {
    /// Returns the values of a schema's `anyOf` and `oneOf`, in that order.
    pub fn alternative_lists(&self, schema: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let arena = self.arena();
        [KnownKey::AnyOf, KnownKey::OneOf].into_iter().filter_map(move |key| arena.member(schema, key))
    }

    /// Returns true if a schema has `anyOf` or `oneOf`.
    pub fn has_alternatives(&self, schema: NodeId) -> bool {
        self.alternative_lists(schema).next().is_some()
    }
}
