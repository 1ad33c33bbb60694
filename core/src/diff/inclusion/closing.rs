//! What an object says of the properties and elements it does not list: `additionalProperties`, `unevaluatedProperties`,
//! `items` and `unevaluatedItems` (JSON Schema 2020-12 core, sections 10.3 and 11).

use super::keywords::Premise;
use crate::diff::conjuncts::{Conjuncts, ignores_siblings};
use crate::openapi::{Description, NodeId, Word};
use crate::order::Listed as _;

/// Keywords that ask other schemas about the value itself: what those look at counts as looked at.
const IN_PLACE: [Word; 8] =
    [Word::AllOf, Word::AnyOf, Word::OneOf, Word::If, Word::Then, Word::Else, Word::DependentSchemas, Word::Ref];

/// What is said of all properties but some.
#[derive(Debug)]
pub(super) struct Closing {
    /// The properties it says nothing of, and what is said of them beside it.
    pub(super) names: Vec<(String, Option<NodeId>)>,
    /// Patterns whose names it says nothing of.
    pub(super) patterns: Vec<String>,
    pub(super) schema: NodeId,
}

impl Closing {
    /// What objects that are given say of other properties.
    pub(super) fn all(premise: &Premise<'_>) -> Vec<Closing> {
        let of = |&object: &NodeId| {
            let arena = premise.description.arena();
            let additional = arena.word(object, Word::AdditionalProperties);
            let listed = additional.map(|schema| Closing::beside(premise.description, &[object], schema, true));
            let rest = || {
                let schema = arena.word(object, Word::UnevaluatedProperties)?;
                let around = looked_at(premise.description, object)?;
                Some(Closing::beside(premise.description, &around, schema, false))
            };
            listed.or_else(rest)
        };
        premise.objects.iter().filter_map(of).list()
    }

    /// What the keyword `goal` of an object asks; `None` where nothing is left to it.
    pub(super) fn asked(description: &Description<'_>, of: NodeId, goal: NodeId) -> Option<Closing> {
        let arena = description.arena();
        if arena.key(goal) == Word::AdditionalProperties.key() || ignores_siblings(description) {
            return Some(Closing::beside(description, &[of], goal, true));
        }
        let surely = Conjuncts::opened(description, &[of]).objects;
        let takes_all = |&object: &NodeId| {
            let word = |word| arena.word(object, word).is_some();
            word(Word::AdditionalProperties) || (object != of && word(Word::UnevaluatedProperties))
        };
        (!surely.iter().any(takes_all)).then(|| Closing::beside(description, &surely, goal, true))
    }

    fn beside(description: &Description<'_>, objects: &[NodeId], schema: NodeId, alone: bool) -> Closing {
        let arena = description.arena();
        let under = |word| {
            let maps = objects.iter().filter_map(move |&object| arena.word(object, word));
            maps.flat_map(|map| arena.children(map)).map(|id| (arena.key_text(id).to_owned(), id))
        };
        Closing {
            names: under(Word::Properties).map(|(name, id)| (name, alone.then_some(id))).list(),
            patterns: under(Word::PatternProperties).map(|(name, _)| name).list(),
            schema,
        }
    }

    /// Whether it says nothing of a property.
    pub(super) fn lists(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }
}

/// All objects that may look at the properties of a value that `object` allows, itself among them; `None` where one of them
/// looks at all, or they cannot be told.
pub(crate) fn looked_at(description: &Description<'_>, object: NodeId) -> Option<Vec<NodeId>> {
    if ignores_siblings(description) {
        return None;
    }
    let arena = description.arena();
    let (mut found, mut waiting) = (Vec::new(), vec![object]);
    while let Some(schema) = waiting.pop() {
        if !arena.is_object(schema) || found.contains(&schema) {
            continue;
        }
        let word = |word| arena.word(schema, word);
        let takes_all = word(Word::AdditionalProperties).is_some()
            || (schema != object && word(Word::UnevaluatedProperties).is_some());
        if takes_all || word(Word::DynamicRef).is_some() || found.len() > 100 {
            return None;
        }
        found.push(schema);
        if description.reference(schema).is_some() {
            waiting.push(description.resolve(schema)?);
        }
        for id in IN_PLACE.into_iter().filter_map(word) {
            match Word::of(arena.key(id)) {
                Some(Word::If | Word::Then | Word::Else) => waiting.push(id),
                Some(Word::Ref) => {}
                _ => waiting.extend(arena.children(id)),
            }
        }
    }
    Some(found)
}

/// The names and patterns of properties that a schema lists, and whatever looks at the same value with it.
pub(crate) fn listed_by(description: &Description<'_>, schema: NodeId) -> Vec<String> {
    let arena = description.arena();
    let all = looked_at(description, schema).unwrap_or_default();
    let words = |object| {
        [Word::Properties, Word::PatternProperties].into_iter().filter_map(move |word| arena.word(object, word))
    };
    all.into_iter()
        .flat_map(words)
        .flat_map(|map| arena.children(map))
        .map(|id| arena.key_text(id).to_owned())
        .collect()
}

/// What an object says of all elements from one on: the schema, and the position of the first.
pub(super) fn rest_of_elements(description: &Description<'_>, object: NodeId) -> Option<(NodeId, usize)> {
    let arena = description.arena();
    let word = |word| arena.word(object, word);
    let first = word(Word::PrefixItems).map_or(0, |list| arena.children(list).count());
    let last = || {
        let alone = !IN_PLACE.into_iter().chain([Word::DynamicRef, Word::Contains]).any(|other| word(other).is_some());
        word(Word::UnevaluatedItems).filter(|_| alone && !ignores_siblings(description))
    };
    word(Word::Items).or_else(last).filter(|&schema| !arena.is_array(schema)).map(|schema| (schema, first))
}
