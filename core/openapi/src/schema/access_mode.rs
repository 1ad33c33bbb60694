//! Properties whose values travel one way only: `readOnly` ones never come in requests and `writeOnly` ones never in
//! responses, nor does anything inside them (OpenAPI 3.0.4 section 4.7.24.1; JSON Schema 2020-12 validation, section 9.4).

use super::direction::Direction;
use crate::tree::NodeId;
use crate::{KnownKey, ObjectKind, Reference, ResolvedDescription, SpecVersion};

/// The ways a value does not go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AccessMode {
    /// It never comes in requests.
    pub read_only: bool,
    /// It never comes in responses.
    pub write_only: bool,
}

/// How many schemas are looked through for what they say of one value: each property is asked, and definitions may lead to
/// one another in countless ways. What more of them say is not heeded, as though the value went both ways.
const MAX_SCHEMAS: usize = 200;

impl AccessMode {
    /// Returns what either of two says.
    #[must_use]
    pub const fn or(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only || other.read_only, write_only: self.write_only || other.write_only }
    }

    /// Returns what both of two say.
    #[must_use]
    pub const fn and(self, other: AccessMode) -> AccessMode {
        AccessMode { read_only: self.read_only && other.read_only, write_only: self.write_only && other.write_only }
    }

    /// Whether values do not go this way.
    pub(crate) const fn forbids(self, direction: Direction) -> bool {
        match direction {
            Direction::Request => self.read_only,
            Direction::Response => self.write_only,
        }
    }

    /// What a schema says of itself, where it refers to and in the branches of `allOf`: one of them is enough. It
    /// is not copied to where it is asked, for the size of what a browser loads.
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
                // One reference at a time: what it leads to may say it beside the next one.
                if let Some(Reference::Local(target)) = reference {
                    waiting.push(target);
                }
            }
        }
        found
    }

    /// What the properties around a value say, out to the definition or the message it is in.
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
    fn each_of_the_references_that_lead_to_one_another_says_what_stands_beside_it() {
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
