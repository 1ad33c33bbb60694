//! Properties whose values travel one way only: `readOnly` ones never come in requests and `writeOnly` ones never in
//! responses, nor does anything inside them (OpenAPI 3.0.4 section 4.7.24.1; JSON Schema 2020-12 validation, section 9.4).

use super::direction::Direction;
use crate::openapi::{Description, KnownKey, ObjectKind, SpecVersion};
use crate::tree::NodeId;

/// The ways a value does not go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct AccessMode {
    /// It never comes in requests.
    pub(crate) read_only: bool,
    /// It never comes in responses.
    pub(crate) write_only: bool,
}

/// How many definitions may lead to one another before the search stops.
const MAX_DEPTH: usize = 20;

impl AccessMode {
    pub(crate) const fn or(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only || other.read_only, write_only: self.write_only || other.write_only }
    }

    pub(crate) const fn and(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only && other.read_only, write_only: self.write_only && other.write_only }
    }

    /// Whether values do not go this way.
    pub(crate) const fn forbids(self, direction: Direction) -> bool {
        match direction {
            Direction::Request => self.read_only,
            Direction::Response => self.write_only,
        }
    }

    /// What a schema says of itself, where it refers to and in the branches of `allOf`: one of them is enough.
    pub(crate) fn of_schema_and_allof(description: &Description<'_>, schema: NodeId) -> AccessMode {
        AccessMode::search(description, schema, 0)
    }

    fn search(description: &Description<'_>, schema: NodeId, depth: usize) -> AccessMode {
        let arena = description.arena();
        if depth > MAX_DEPTH || !arena.is_object(schema) {
            return AccessMode::default();
        }
        let refers = description.reference(schema).is_some();
        let mut found = AccessMode::default();
        if !(refers && matches!(description.spec_version(), SpecVersion::V2_0 | SpecVersion::V3_0)) {
            let says = |word| arena.is_true(schema, word);
            found = AccessMode { read_only: says(KnownKey::ReadOnly), write_only: says(KnownKey::WriteOnly) };
            let branches = arena.member(schema, KnownKey::AllOf).into_iter().flat_map(|list| arena.children(list));
            for branch in branches {
                found = found.or(AccessMode::search(description, branch, depth + 1));
            }
        }
        match description.resolve(schema).filter(|_| refers) {
            Some(target) => found.or(AccessMode::search(description, target, depth + 1)),
            None => found,
        }
    }

    /// What the properties around a value say, out to the definition or the message it is in.
    pub(crate) fn around(description: &Description<'_>, id: NodeId) -> AccessMode {
        let arena = description.arena();
        let mut found = AccessMode::default();
        let mut at = id;
        while let Some(map) = arena.parent(at) {
            if arena.key(map) == KnownKey::Properties.key() && arena.is_object(at) {
                let said = AccessMode::of_schema_and_allof(description, at);
                if said != AccessMode::default() && description.object_kind(map) == ObjectKind::Properties {
                    found = found.or(said);
                }
            }
            at = map;
        }
        found
    }
}
