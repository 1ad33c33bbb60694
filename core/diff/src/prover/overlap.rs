//! Changes inside an alternative of `oneOf` that may overlap another one. A value that now matches both is rejected,
//! and a value that now matches only one is allowed (JSON Schema 2020-12 core, section 10.2.1.3). So widening the
//! alternative may narrow the whole schema, and the reverse.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription};

/// Definitions that are only used as alternatives, each with a referring alternative: those of the old and of the new
/// description.
pub(crate) type ChoiceDefinitions = (Vec<(NodeId, NodeId)>, Vec<(NodeId, NodeId)>);

/// Returns the `oneOf` that contains an alternative.
pub(crate) fn parent_one_of(description: &ResolvedDescription<'_>, choice: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    arena.parent(choice).filter(|&list| arena.key(list) == KnownKey::OneOf.key() && arena.is_array(list))
}

/// Returns the definitions that are only used as alternatives of a `oneOf`, each with a referring alternative. If a
/// definition is also used elsewhere, its changes apply there directly.
pub(crate) fn definitions_used_as_choices(description: &ResolvedDescription<'_>) -> Vec<(NodeId, NodeId)> {
    let uses = description.references().iter().filter_map(|&member| {
        let Reference::Local(target) = description.target(member) else { return None };
        let choice = description.arena().parent(member)?;
        Some((target, parent_one_of(description, choice).map(|_| choice)))
    });
    let (choices, wholes): (Vec<_>, Vec<_>) = uses.partition(|(_, choice)| choice.is_some());
    let wholes = order::sorted_unique(wholes.into_iter().map(|(target, _)| target));
    let alone = choices.into_iter().filter(|(target, _)| wholes.binary_search(target).is_err());
    alone.filter_map(|(target, choice)| Some((target, choice?))).list()
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
            let schemas = json!({"Person": {"type": "string", "maxLength": longest}, "Depot": {"type": "string"}});
            let paths = json!({"/either": post(either), "/whole": post(used)});
            description(&json!({"paths": paths, "components": {"schemas": schemas}}))
        };
        let overlapping = |whole| found(&of(5, whole), &of(10, whole), |fact| fact.has(Qualifier::Overlapping));
        assert_eq!(overlapping("Depot"), [true]);
        assert_eq!(overlapping("Person"), [false]);
    }
}
