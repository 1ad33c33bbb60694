//! Keywords for properties and elements that an object does not list: `additionalProperties`, `unevaluatedProperties`,
//! `items` and `unevaluatedItems` (JSON Schema 2020-12 core, sections 10.3 and 11).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, ignores_siblings};
use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use super::keywords::Premise;

/// Maximum number of schemas that may evaluate the properties of a value. If there are more, nothing is proved, because
/// each question collects them again.
const MAX_SCHEMAS: usize = 100;

/// A schema for all properties except some.
#[derive(Debug)]
pub(super) struct AdditionalProperties {
    /// The properties it does not apply to, each with its own schema if known.
    pub(super) names: Vec<(String, Option<NodeId>)>,
    /// Patterns of names it does not apply to.
    pub(super) patterns: Vec<String>,
    pub(super) schema: NodeId,
}

impl AdditionalProperties {
    /// Returns the schemas that the premises have for other properties.
    pub(super) fn all(premise: &Premise<'_>) -> Vec<AdditionalProperties> {
        let of = |&object: &NodeId| {
            let arena = premise.description.arena();
            let additional = arena.member(object, KnownKey::AdditionalProperties);
            let listed =
                additional.map(|schema| AdditionalProperties::beside(premise.description, &[object], schema, true));
            let rest = || {
                let schema = arena.member(object, KnownKey::UnevaluatedProperties)?;
                let around = property_evaluators(premise.description, object, MAX_SCHEMAS).all()?;
                Some(AdditionalProperties::beside(premise.description, &around, schema, false))
            };
            listed.or_else(rest)
        };
        premise.objects.iter().filter_map(of).list()
    }

    /// Returns the requirement of the keyword `goal` of an object, or `None` if it applies to no property.
    pub(super) fn asked(
        description: &ResolvedDescription<'_>,
        of: NodeId,
        goal: NodeId,
    ) -> Option<AdditionalProperties> {
        let arena = description.arena();
        if arena.key(goal) == KnownKey::AdditionalProperties.key() || ignores_siblings(description) {
            return Some(AdditionalProperties::beside(description, &[of], goal, true));
        }
        let surely = Conjuncts::opened(description, &[of]).objects;
        let takes_all = |&object: &NodeId| {
            let has_member = |key| arena.member(object, key).is_some();
            has_member(KnownKey::AdditionalProperties) || (object != of && has_member(KnownKey::UnevaluatedProperties))
        };
        (!surely.iter().any(takes_all)).then(|| AdditionalProperties::beside(description, &surely, goal, true))
    }

    fn beside(
        description: &ResolvedDescription<'_>,
        objects: &[NodeId],
        schema: NodeId,
        alone: bool,
    ) -> AdditionalProperties {
        let arena = description.arena();
        let under = |key| {
            let maps = objects.iter().filter_map(move |&object| arena.member(object, key));
            maps.flat_map(|map| arena.children(map)).map(|id| (arena.key_text(id).to_owned(), id))
        };
        AdditionalProperties {
            names: under(KnownKey::Properties).map(|(name, id)| (name, alone.then_some(id))).list(),
            patterns: under(KnownKey::PatternProperties).map(|(name, _)| name).list(),
            schema,
        }
    }

    /// Returns true if it does not apply to a property.
    pub(super) fn lists(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }
}

/// The objects that evaluate properties of a value (JSON Schema 2020-12 core, section 11.3).
#[derive(Debug)]
pub(crate) enum PropertyEvaluators {
    /// All of them, in the order they were found.
    All(Vec<NodeId>),
    /// Unknown evaluators, or one that evaluates all properties.
    Open,
    /// More evaluators than the limit.
    TooMany,
}

impl PropertyEvaluators {
    fn all(self) -> Option<Vec<NodeId>> {
        match self {
            PropertyEvaluators::All(all) => Some(all),
            PropertyEvaluators::Open | PropertyEvaluators::TooMany => None,
        }
    }
}

/// Returns the objects that may evaluate the properties of a value of `object`, including `object`, up to `most`. Not
/// inlined, to keep the WebAssembly module small.
#[inline(never)]
pub(crate) fn property_evaluators(
    description: &ResolvedDescription<'_>,
    object: NodeId,
    most: usize,
) -> PropertyEvaluators {
    if ignores_siblings(description) {
        return PropertyEvaluators::Open;
    }
    let arena = description.arena();
    let (mut found, mut waiting) = (Vec::new(), vec![object]);
    while let Some(schema) = waiting.pop() {
        if !arena.is_object(schema) || found.contains(&schema) {
            continue;
        }
        let member = |key| arena.member(schema, key);
        let takes_all = member(KnownKey::AdditionalProperties).is_some()
            || (schema != object && member(KnownKey::UnevaluatedProperties).is_some());
        if takes_all || member(KnownKey::DynamicRef).is_some() {
            return PropertyEvaluators::Open;
        }
        if found.len() >= most {
            return PropertyEvaluators::TooMany;
        }
        found.push(schema);
        if description.reference(schema).is_some() {
            let Some(target) = description.resolve(schema) else { return PropertyEvaluators::Open };
            waiting.push(target);
        }
        for id in with_role(KeywordRole::InPlace).iter().copied().filter_map(member) {
            match KnownKey::from_key(arena.key(id)) {
                Some(KnownKey::If | KnownKey::Then | KnownKey::Else) => waiting.push(id),
                Some(KnownKey::Ref) => {}
                _ => waiting.extend(arena.children(id)),
            }
        }
    }
    PropertyEvaluators::All(found)
}

/// Returns the names and patterns of properties that a schema lists, including those of all schemas for the same value.
pub(crate) fn listed_by(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<String> {
    let arena = description.arena();
    let all = property_evaluators(description, schema, usize::MAX).all().unwrap_or_default();
    let words = |object| {
        [KnownKey::Properties, KnownKey::PatternProperties].into_iter().filter_map(move |key| arena.member(object, key))
    };
    all.into_iter()
        .flat_map(words)
        .flat_map(|map| arena.children(map))
        .map(|id| arena.key_text(id).to_owned())
        .collect()
}

/// Returns the schema for all remaining elements, and the position of the first one.
pub(super) fn rest_of_elements(description: &ResolvedDescription<'_>, object: NodeId) -> Option<(NodeId, usize)> {
    let arena = description.arena();
    let member = |key| arena.member(object, key);
    let first = member(KnownKey::PrefixItems).map_or(0, |list| arena.children(list).count());
    let last = || {
        let alone =
            !with_role(KeywordRole::InPlace).iter().chain(&[KnownKey::Contains]).any(|&other| member(other).is_some());
        member(KnownKey::UnevaluatedItems).filter(|_| alone && !ignores_siblings(description))
    };
    member(KnownKey::Items).or_else(last).filter(|&schema| !arena.is_array(schema)).map(|schema| (schema, first))
}
