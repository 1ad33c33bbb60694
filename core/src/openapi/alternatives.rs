//! The lists of alternatives of a schema: its `anyOf` and its `oneOf` (JSON Schema 2020-12 core, section 10.2.1).

use super::description::Description;
use super::known_key::KnownKey;
use crate::tree::NodeId;

impl Description<'_> {
    /// What a schema's `anyOf` and `oneOf` are, in that order.
    pub(crate) fn alternative_lists(&self, schema: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let arena = self.arena();
        [KnownKey::AnyOf, KnownKey::OneOf].into_iter().filter_map(move |key| arena.member(schema, key))
    }

    /// Whether a schema has `anyOf` or `oneOf`.
    pub(crate) fn has_alternatives(&self, schema: NodeId) -> bool {
        self.alternative_lists(schema).next().is_some()
    }
}
