//! Properties whose values travel one way only: `readOnly` ones never come in requests and `writeOnly` ones never in
//! responses, nor does anything inside them (OpenAPI 3.0.4 section 4.7.24.1; JSON Schema 2020-12 validation, section 9.4).

use super::differ::Differ;
use super::fact::{Facet, Fact, Quality};
use crate::openapi::{Description, NodeId, Site, SpecVersion, Word};

/// The ways a value does not go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct OneWay {
    /// It never comes in requests.
    pub(crate) read_only: bool,
    /// It never comes in responses.
    pub(crate) write_only: bool,
}

/// How many definitions may lead to one another before the search stops.
const DEEPEST: usize = 20;

impl OneWay {
    pub(crate) const fn or(self, other: OneWay) -> OneWay {
        OneWay { read_only: self.read_only || other.read_only, write_only: self.write_only || other.write_only }
    }

    const fn and(self, other: OneWay) -> OneWay {
        OneWay { read_only: self.read_only && other.read_only, write_only: self.write_only && other.write_only }
    }

    /// What a schema says of itself, where it refers to and in the branches of `allOf`: one of them is enough.
    pub(crate) fn of_schema(description: &Description<'_>, schema: NodeId) -> OneWay {
        OneWay::search(description, schema, 0)
    }

    fn search(description: &Description<'_>, schema: NodeId, depth: usize) -> OneWay {
        let arena = description.arena();
        if depth > DEEPEST || !arena.is_object(schema) {
            return OneWay::default();
        }
        let refers = description.reference(schema).is_some();
        let mut found = OneWay::default();
        if !(refers && matches!(description.spec_version(), SpecVersion::V2_0 | SpecVersion::V3_0)) {
            let says = |word| arena.is_true(schema, word);
            found = OneWay { read_only: says(Word::ReadOnly), write_only: says(Word::WriteOnly) };
            let branches = arena.word(schema, Word::AllOf).into_iter().flat_map(|list| arena.children(list));
            for branch in branches {
                found = found.or(OneWay::search(description, branch, depth + 1));
            }
        }
        match description.resolve(schema).filter(|_| refers) {
            Some(target) => found.or(OneWay::search(description, target, depth + 1)),
            None => found,
        }
    }

    /// What the properties around a value say, out to the definition or the message it is in.
    pub(crate) fn around(description: &Description<'_>, id: NodeId) -> OneWay {
        let arena = description.arena();
        let mut found = OneWay::default();
        let mut at = id;
        while let Some(map) = arena.parent(at) {
            if arena.key(map) == Word::Properties.key() && arena.is_object(at) {
                let said = OneWay::of_schema(description, at);
                if said != OneWay::default() && Site::of(arena, map) == Site::Properties {
                    found = found.or(said);
                }
            }
            at = map;
        }
        found
    }
}

impl Differ<'_> {
    /// Gives a fact about values inside of such properties, on both sides, the quality of being so.
    pub(super) fn mark_one_way(&mut self, at: usize) {
        let said = self.facts.get(at).map(|fact| self.around_fact(fact)).unwrap_or_default();
        let Some(fact) = self.facts.get_mut(at) else { return };
        for (quality, applies) in [(Quality::ReadOnly, said.read_only), (Quality::WriteOnly, said.write_only)] {
            if applies && !fact.has(quality) {
                fact.qualities.push(quality);
            }
        }
    }

    fn around_fact(&self, fact: &Fact) -> OneWay {
        let old = fact.old.map(|id| OneWay::around(self.sides.old, id));
        let new = fact.new.map(|id| OneWay::around(self.sides.new, id));
        match (old, new) {
            // That it is so from now on, or no longer, is said of values that were sent, or are from now on.
            (Some(old), Some(new)) if matches!(fact.facet, Facet::ReadOnly | Facet::WriteOnly) => old.and(new),
            // What is sent on one side only cannot be refused, or misread, for having changed.
            (Some(old), Some(new)) => old.or(new),
            (old, new) => old.or(new).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::facets::examples::{found, in_property};
    use crate::diff::{Facet, Quality};

    #[test]
    fn what_is_sent_on_one_side_only_has_not_changed_on_its_way() {
        let (sent, unsent) = (json!({"maxLength": 9}), json!({"maxLength": 5, "readOnly": true}));
        for (before, after) in [(&sent, &unsent), (&unsent, &sent)] {
            let (before, after) = (in_property(before), in_property(after));
            let facts = found(&before, &after, |fact| (fact.facet, fact.has(Quality::ReadOnly)));
            assert!(facts.contains(&(Facet::Length, true)), "{facts:?}");
            assert!(facts.contains(&(Facet::ReadOnly, false)), "{facts:?}");
        }
    }
}
