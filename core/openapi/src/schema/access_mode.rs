//! Properties that are only sent in one direction: `readOnly` ones are never in requests, and `writeOnly` ones never in
//! responses. This includes their contents (OpenAPI 3.0.4 section 4.7.24.1; JSON Schema 2020-12 validation, section 9.4).

use super::direction::Direction;
use crate::tree::NodeId;
use crate::{KnownKey, ObjectKind, Reference, ResolvedDescription, SpecVersion};

/// The directions in which a value is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AccessMode {
    /// True if it is never in requests.
    pub read_only: bool,
    /// True if it is never in responses.
    pub write_only: bool,
}

/// Maximum number of schemas that are searched for the access mode of one value. Every property is searched, and definitions can
/// refer to each other in very many ways. The modes of further schemas are ignored.
const MAX_SCHEMAS: usize = 200;

impl AccessMode {
    /// Returns the modes that are set in either.
    #[must_use]
    pub const fn or(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only || other.read_only, write_only: self.write_only || other.write_only }
    }

    /// Returns the modes that are set in both.
    #[must_use]
    pub const fn and(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only && other.read_only, write_only: self.write_only && other.write_only }
    }

    /// Returns true if values are not sent in this direction.
    pub(crate) const fn forbids(self, direction: Direction) -> bool {
        match direction {
            Direction::Request => self.read_only,
            Direction::Response => self.write_only,
        }
    }

    /// Returns the modes that are set by a schema, by the targets of its references or by its `allOf` branches. Not inlined, to
    /// reduce the size of the code that browsers load.
    #[inline(never)]
    pub fn of_schema_and_allof(description: &ResolvedDescription<'_>, schema: NodeId) -> AccessMode {
        let arena = description.arena();
        let ignores_siblings = matches!(description.spec_version(), SpecVersion::V2_0 | SpecVersion::V3_0);
        let (mut found, mut seen) = (AccessMode::default(), Vec::new());
        let (mut next, mut waiting) = (Some(schema), Vec::new());
        while let Some(schema) = next.take().or_else(|| waiting.pop()).filter(|_| seen.len() < MAX_SCHEMAS) {
            if seen.contains(&schema) || !arena.is_object(schema) {
                continue;
            }
            let reference = description.reference(schema);
            let refers = reference.is_some();
            let branches = arena.member(schema, KnownKey::AllOf).filter(|_| !(refers && ignores_siblings));
            if !(refers && ignores_siblings) {
                let says = |key| arena.is_true(schema, key);
                let own = AccessMode { read_only: says(KnownKey::ReadOnly), write_only: says(KnownKey::WriteOnly) };
                found = found.or(own);
            }
            if refers || branches.is_some() {
                seen.push(schema);
                waiting.extend(branches.into_iter().flat_map(|list| arena.children(list)));
                // References are followed one by one, because each target can set a mode beside its own reference.
                if let Some(Reference::Local(target)) = reference {
                    waiting.push(target);
                }
            }
        }
        found
    }

    /// Returns the modes that are set by the properties around a value.
    pub fn around(description: &ResolvedDescription<'_>, id: NodeId) -> AccessMode {
        let arena = description.arena();
        let mut found = AccessMode::default();
        let mut at = id;
        while let Some(map) = arena.parent(at) {
            if arena.key(map) == KnownKey::Properties.key() && arena.is_object(at) {
                let mode = AccessMode::of_schema_and_allof(description, at);
                if mode != AccessMode::default() && description.object_kind(map) == ObjectKind::Properties {
                    found = found.or(mode);
                }
            }
            at = map;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Loader};

    #[test]
    fn chained_references_contribute_their_sibling_keywords() {
        let schemas = r##"{"P":{"$ref":"#/components/schemas/A"},"A":{"$ref":"#/components/schemas/B","readOnly":true},
            "B":{"type":"string","writeOnly":true}}"##;
        for (version, read_only) in [("3.0.3", false), ("3.1.0", true)] {
            let text = format!(r#"{{"openapi":"{version}","components":{{"schemas":{schemas}}}}}"#);
            let description = Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved;
            let schema = description.at_pointer("/components/schemas/P").unwrap();
            let mode = AccessMode::of_schema_and_allof(&description, schema);
            assert_eq!(mode, AccessMode { read_only, write_only: true }, "{version}");
        }
    }
}
