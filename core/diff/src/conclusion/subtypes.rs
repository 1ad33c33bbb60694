//! Added and removed subtypes: schemas that a discriminator finds by component name.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::is_tag;
use crate::model::{Affected, DisplayValue, Event, Facet, Fact, Owner};
use crate::reach::Reach;
use crate::reach::implicit_mappings::{ImplicitMappings, distinguishing_keyword, has_mapping_entry};

/// Reports subtypes on one side only, and adds the implicit mappings to the reach.
pub(crate) fn compare_implicit_mappings(context: &mut FacetContext<'_, '_>, reach: &mut Reach) {
    let (old, new) = (ImplicitMappings::collect(context.sides.old), ImplicitMappings::collect(context.sides.new));
    compare_members(context, &old, &new);
    reach.old.add_implicit_mappings(context.sides.old, old);
    reach.new.add_implicit_mappings(context.sides.new, new);
}

fn compare_members(context: &mut FacetContext<'_, '_>, old: &ImplicitMappings, new: &ImplicitMappings) {
    let schemas = |description: &ResolvedDescription<'_>| {
        let arena = description.arena();
        arena
            .member(NodeId::ROOT, KnownKey::Components)
            .and_then(|components| arena.member(components, KnownKey::Schemas))
    };
    let Some((left, right)) = schemas(context.sides.old).zip(schemas(context.sides.new)) else { return };
    let mapped = (old.mapped(context.sides.old), new.mapped(context.sides.new));
    for &(base, subtype) in old.pairs().iter().filter(|pair| mapped.0.binary_search(&pair.1).is_err()) {
        let stays =
            |other| context.sides.namesake_in_new(right, subtype).is_some_and(|subtype| new.has(other, subtype));
        let name = context.sides.old.arena().key_text(subtype);
        let gone = |&other: &NodeId| !stays(other) && !has_mapping_entry(context.sides.new, other, name);
        if let Some(other) = context.sides.namesake_in_new(right, base).filter(gone) {
            report_unmatched_subtype(context, Event::Removed, (base, other), subtype);
        }
    }
    for &(base, subtype) in new.pairs().iter().filter(|pair| mapped.1.binary_search(&pair.1).is_err()) {
        let was = |other| context.sides.namesake_in_old(left, subtype).is_some_and(|subtype| old.has(other, subtype));
        let name = context.sides.new.arena().key_text(subtype);
        let came = |&other: &NodeId| !was(other) && !has_mapping_entry(context.sides.old, other, name);
        if let Some(other) = context.sides.namesake_in_old(left, base).filter(came) {
            report_unmatched_subtype(context, Event::Added, (other, base), subtype);
        }
    }
}

fn report_unmatched_subtype(
    context: &mut FacetContext<'_, '_>,
    event: Event,
    (old, new): (NodeId, NodeId),
    subtype: NodeId,
) {
    // An added or removed discriminator affects all names, and so does a list of alternatives.
    if context.sides.old.has_alternatives(old) || context.sides.new.has_alternatives(new) {
        return;
    }
    let by = (distinguishing_keyword(context.sides.old, old), distinguishing_keyword(context.sides.new, new));
    let Some((before, after)) = by.0.zip(by.1).filter(|&(before, after)| context.sides.same_name(before, after)) else {
        return;
    };
    let is_known = match event {
        Event::Removed => is_tag(context.sides.old, old, subtype),
        _ => is_tag(context.sides.new, new, subtype),
    };
    if !is_known {
        return;
    }
    // The subtype was added or removed. The base schema keeps its location.
    let (description, shown, cause) = match event {
        Event::Removed => (context.sides.old, (DisplayValue::Key(subtype), DisplayValue::Nothing), (subtype, after)),
        _ => (context.sides.new, (DisplayValue::Nothing, DisplayValue::Key(subtype)), (before, subtype)),
    };
    let name = description.arena().key_text(subtype);
    let definition_pair =
        context.definition_pairs.add_without_comparing((old, new), vec![Owner::Component { old: before, new: after }]);
    let fact = Fact::new(
        Facet::DiscriminatorMapping,
        event,
        Some(cause.0),
        Some(cause.1),
        Affected::DefinitionPair(definition_pair),
    );
    context.facts.push(fact.named(name).showing(shown.0, shown.1));
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::facets::tests::examples::{description, events, facets};
    use crate::{Event, Facet};

    /// A parcel with a discriminator and schemas that extend it; an operation takes `taken`.
    fn parcels(taken: &str, subtypes: &[(&str, Value)]) -> Value {
        let mut schemas = json!({"Parcel": {
            "type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
            "discriminator": {"propertyName": "kind"}
        }});
        for (name, own) in subtypes {
            schemas[name] = json!({"allOf": [{"$ref": "#/components/schemas/Parcel"}, own]});
        }
        let body =
            json!({"content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{taken}")}}}});
        description(&json!({
            "paths": {"/parcels": {"post": {"requestBody": body, "responses": {"204": {"description": ""}}}}},
            "components": {"schemas": schemas}
        }))
    }

    fn own(name: &str) -> Value {
        json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]})
    }

    #[test]
    fn change_in_a_subtype_affects_uses_of_its_base() {
        let (old, new) =
            ([("Box", own("a")), ("Bag", own("b"))], [("Box", own("a")), ("Bag", json!({"type": "object"}))]);
        assert_eq!(facets(&parcels("Parcel", &old), &parcels("Parcel", &new)), [Facet::Property]);
        assert_eq!(facets(&parcels("Bag", &old), &parcels("Bag", &new)), [Facet::Property]);
        assert_eq!(facets(&parcels("Box", &old), &parcels("Box", &new)), [Facet::UnusedComponent]);
    }

    #[test]
    fn an_heir_that_came_or_went_is_a_name_for_a_type() {
        let (one, two) = ([("Box", own("a"))], [("Box", own("a")), ("Bag", own("b"))]);
        let (few, many) = (parcels("Parcel", &one), parcels("Parcel", &two));
        assert_eq!(facets(&few, &many), [Facet::DiscriminatorMapping]);
        assert_eq!(events(Facet::DiscriminatorMapping, &few, &many), [Event::Added]);
        assert_eq!(events(Facet::DiscriminatorMapping, &many, &few), [Event::Removed]);
        assert_eq!(facets(&parcels("Box", &one), &parcels("Box", &two)), [Facet::UnusedComponent]);
    }

    #[test]
    fn inlined_subtype_changes_only_uses_of_its_base() {
        let written_out = |taken: &str| {
            let mut parcels = parcels(taken, &[("Box", own("a"))]);
            let all = json!({"type": "object", "required": ["kind", "a"], "properties": {"kind": {"type": "string"}, "a": {"type": "string"}}});
            parcels["components"]["schemas"]["Box"] = all;
            parcels
        };
        let built = |taken: &str| parcels(taken, &[("Box", own("a"))]);
        assert_eq!(facets(&built("Box"), &written_out("Box")), []);
        assert_eq!(facets(&built("Parcel"), &written_out("Parcel")), [Facet::DiscriminatorMapping]);
        let mut listed = built("Parcel");
        listed["components"]["schemas"]["Parcel"]["oneOf"] = json!([{"$ref": "#/components/schemas/Box"}]);
        assert!(!facets(&built("Parcel"), &listed).contains(&Facet::DiscriminatorMapping));
    }

    #[test]
    fn an_heir_of_an_heir_is_found_as_well() {
        let base = |bag: &str| {
            let mut base = parcels("Parcel", &[("Box", own("a"))]);
            base["components"]["schemas"]["Bag"] = json!({"allOf": [{"$ref": "#/components/schemas/Box"}, own(bag)]});
            base
        };
        let found = facets(&base("b"), &base("c"));
        assert!(found.contains(&Facet::Property) && !found.contains(&Facet::UnusedComponent), "{found:?}");
    }
}
