//! Branches that repeat what the discriminator implies. If a component is reached only through its discriminator, its
//! values have the property value that selects it (OpenAPI 3.1.1 section 4.8.25).

use waybill_openapi::internal::conjuncts::{Conjuncts, is_annotation};
use waybill_openapi::internal::listed_values::value_nodes;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, tag_target};

use crate::facets::context::FacetContext;
use crate::model::Side;

/// Returns true if all values that reach a component satisfy a branch of it, or an object inside the branch.
pub(in crate::facets) fn is_met_by_tag(
    context: &mut FacetContext<'_, '_>,
    side: Side,
    component: NodeId,
    branch: NodeId,
) -> bool {
    let (left, right) = (context.sides.old, context.sides.new);
    let uses = context.prover.uses();
    let (description, uses) =
        if side == Side::Old { (left, uses.in_old(component)) } else { (right, uses.in_new(component)) };
    if !description.is_component(component) || !uses.is_empty() {
        return false;
    }
    let Some((property, tags)) = tags(description, component) else { return false };
    let objects = Conjuncts::opened(description, &[branch]);
    !objects.partial && objects.objects.iter().all(|&object| asks_for_tag(description, object, &property, &tags))
}

/// Returns the discriminator property of a component, and the values that select the component.
fn tags(description: &ResolvedDescription<'_>, component: NodeId) -> Option<(String, Vec<String>)> {
    let arena = description.arena();
    let objects = Conjuncts::opened(description, &[component]).objects;
    let discriminator = objects.into_iter().find_map(|object| arena.member(object, KnownKey::Discriminator))?;
    let property = arena.string_at(discriminator, KnownKey::PropertyName)?.into_owned();
    let entries = arena.member(discriminator, KnownKey::Mapping).into_iter().flat_map(|map| arena.children(map));
    let leading = entries.filter(|&entry| tag_target(description, entry) == Some(component));
    let mut tags: Vec<String> = leading.map(|entry| arena.key_text(entry).to_owned()).collect();
    if tags.is_empty() {
        tags.push(arena.key_text(component).to_owned());
    }
    Some((property, tags))
}

/// Returns true if an object restricts only the discriminator property, to values that include all tags.
fn asks_for_tag(description: &ResolvedDescription<'_>, object: NodeId, property: &str, tags: &[String]) -> bool {
    let arena = description.arena();
    let is_tag = |id: NodeId| arena.string(id).is_some_and(|text| text == property);
    let holds = |list: NodeId| {
        let values = value_nodes(description, list);
        tags.iter().all(|tag| values.iter().any(|&id| arena.string(id).is_some_and(|text| text == *tag)))
    };
    let is_text = |schema: NodeId| {
        arena.children(schema).filter(|&member| !is_annotation(description, member)).all(|member| {
            match KnownKey::from_key(arena.key(member)) {
                Some(KnownKey::Type) => arena.string(member).is_some_and(|text| text == "string"),
                Some(KnownKey::Enum | KnownKey::Const) => holds(member),
                _ => false,
            }
        })
    };
    arena.children(object).filter(|&member| !is_annotation(description, member)).all(|member| match KnownKey::from_key(
        arena.key(member),
    ) {
        Some(KnownKey::Type) => arena.string(member).is_some_and(|text| text == "object"),
        Some(KnownKey::Required) => arena.children(member).all(is_tag),
        Some(KnownKey::Properties) => arena.children(member).all(|id| arena.key_text(id) == property && is_text(id)),
        _ => false,
    })
}
