//! Changes inside an alternative of `oneOf` that may overlap another one. A value that now matches both is rejected,
//! and a value that now matches only one is allowed (JSON Schema 2020-12 core, section 10.2.1.3). So widening the
//! alternative may narrow the whole schema, and the reverse.

use waybill_base::internal::order;
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription};

/// Definitions that are used as alternatives, each with the referring alternatives.
pub(crate) type ChoiceDefinitions = Vec<(NodeId, Vec<ChoiceUse>)>;

/// An alternative of a `oneOf` that contains a value, or that refers to the definition around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ChoiceUse {
    pub(crate) choice: NodeId,
    /// False if it refers to the definition.
    pub(crate) is_inline: bool,
    /// True if the value or definition is used in no other way than as an alternative.
    pub(crate) is_sole_use: bool,
}

/// Returns the `oneOf` that contains an alternative.
pub(crate) fn parent_one_of(description: &ResolvedDescription<'_>, choice: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    arena.parent(choice).filter(|&list| arena.key(list) == KnownKey::OneOf.key() && arena.is_array(list))
}

/// Returns true if a discriminator selects the alternative of a schema, so that no value matches two of them (OpenAPI
/// 3.1.1 section 4.8.25).
pub(crate) fn has_discriminator(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let discriminator = arena.member(schema, KnownKey::Discriminator);
    discriminator.is_some_and(|discriminator| arena.string_at(discriminator, KnownKey::PropertyName).is_some())
}

/// Returns the keyword of a member. A `oneOf` with a discriminator has the effect of `anyOf`.
pub(crate) fn effective_keyword(
    description: &ResolvedDescription<'_>,
    schema: NodeId,
    member: NodeId,
) -> Option<KnownKey> {
    match KnownKey::from_key(description.arena().key(member)) {
        Some(KnownKey::OneOf) if has_discriminator(description, schema) => Some(KnownKey::AnyOf),
        key => key,
    }
}

/// Returns the definitions that are used as alternatives of a `oneOf`, each with the referring alternatives. If
/// a definition is also used elsewhere, its changes apply there directly.
pub(crate) fn definitions_used_as_choices(description: &ResolvedDescription<'_>) -> ChoiceDefinitions {
    let uses = description.references().iter().filter_map(|&member| {
        let Reference::Local(target) = description.target(member) else { return None };
        let choice = description.arena().parent(member)?;
        Some((target, parent_one_of(description, choice).map(|_| choice)))
    });
    let (choices, wholes): (Vec<_>, Vec<_>) = uses.partition(|(_, choice)| choice.is_some());
    let wholes = order::sorted_unique(wholes.into_iter().map(|(target, _)| target));
    order::groups(choices.into_iter().filter_map(|(target, choice)| {
        let is_sole_use = wholes.binary_search(&target).is_err();
        Some((target, ChoiceUse { choice: choice?, is_inline: false, is_sole_use }))
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Qualifier;
    use crate::facets::tests::examples::{description, found};

    #[test]
    fn definition_that_is_also_used_alone_does_not_overlap() {
        let of = |longest: usize, whole: &str| {
            let body = |schema| json!({"content": {"a/b": {"schema": schema}}});
            let post =
                |schema| json!({"post": {"requestBody": body(schema), "responses": {"204": {"description": ""}}}});
            let person = json!({"$ref": "#/components/schemas/Person"});
            let either = json!({"oneOf": [person, {"type": "string", "minLength": 9}]});
            let used = json!({"$ref": format!("#/components/schemas/{whole}")});
            // No look-ahead is read, so it is not decided whether a string matches both.
            let person = json!({"type": "string", "maxLength": longest, "pattern": "^(?=a)"});
            let schemas = json!({"Person": person, "Depot": {"type": "string"}});
            let paths = json!({"/either": post(either), "/whole": post(used)});
            description(&json!({"paths": paths, "components": {"schemas": schemas}}))
        };
        let overlapping = |whole| found(&of(5, whole), &of(10, whole), |fact| fact.has(Qualifier::Overlapping));
        assert_eq!(overlapping("Depot"), [true]);
        assert_eq!(overlapping("Person"), [false]);
    }
}
