//! The field that distinguishes alternatives: `discriminator` (OpenAPI 3.1.1 section 4.8.25; `defaultMapping` is new in
//! 3.2).

use std::borrow::Cow;

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::listed_values::value_nodes;
use waybill_openapi::internal::{Arena, KnownKey, NodeId, ResolvedDescription, tag_target};

use super::pair::claim_keyword;
use crate::facets::context::FacetContext;
use crate::facets::parameters::styles::report_documentation;
use crate::model::{Affected, DisplayValue, Event, Facet, Fact, NodePair, Relation, Values};
use crate::reach::implicit_mappings::has_mapping_entry;

pub(super) fn compare_discriminators(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    renamed(context, pair);
    let Some((old, new)) = pair.changed(context, KnownKey::Discriminator) else { return };
    let (Some(before), Some(after)) = (old, new) else {
        let event = if old.is_some() { Event::Removed } else { Event::Added };
        context.claim(old, new);
        let member = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
            id.and_then(|id| description.arena().string_at(id, KnownKey::PropertyName)).map(Cow::into_owned)
        };
        let name = member(context.sides.old, old).or(member(context.sides.new, new)).unwrap_or_default();
        let cause = (Some(old.unwrap_or(pair.old)), Some(new.unwrap_or(pair.new)));
        let fact =
            Fact::new(Facet::Discriminator, event, cause.0, cause.1, Affected::DefinitionPair(pair.definition_pair));
        context.facts.push(fact.named(name));
        return;
    };
    let mut is_reported = compare_property_name(context, pair, before, after);
    for values in entries(context, before, after) {
        is_reported |= compare_mapping_entry(context, pair, values);
    }
    let fallback = context.sides.member(before, after, KnownKey::DefaultMapping);
    if fallback != (None, None) {
        is_reported |= compare_mapping_entry(context, pair, fallback);
    }
    let relation = if is_reported { Relation::Incomparable } else { Relation::Same };
    claim_keyword(context, (old, new), relation);
}

/// Reports alternatives whose component was renamed. The name of a component is also a discriminator value (OpenAPI
/// 3.1.1 section 4.8.25.3), so this value changed.
fn renamed(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let (Some(_), Some(_)) = context.sides.member(pair.old, pair.new, KnownKey::Discriminator) else { return };
    let (before, after) = (tagged_by_name(context.sides.old, pair.old), tagged_by_name(context.sides.new, pair.new));
    let (old, new) = (context.sides.old.arena(), context.sides.new.arena());
    let is_known = |arena: &Arena<'_>, found: &[(NodeId, NodeId)], name: &str| {
        found.iter().any(|one| arena.key_text(one.1) == name)
    };
    let mut taken = Vec::new();
    let (previous, current) = (context.sides.old, context.sides.new);
    let stays = |from: &&(NodeId, NodeId)| {
        let name = old.key_text(from.1);
        is_known(new, &after, name) || has_mapping_entry(current, pair.new, name)
    };
    for from in before.iter().filter(|from| !stays(from)) {
        let is_same = |to: &&(NodeId, NodeId)| {
            !taken.contains(*to)
                && !is_known(old, &before, new.key_text(to.1))
                && !has_mapping_entry(previous, pair.old, new.key_text(to.1))
                && (context.sides.equal(from.1, to.1) || context.definition_pairs.has(from.1, to.1))
        };
        let Some(to) = after.iter().find(is_same) else { continue };
        taken.push(*to);
        let (left, right) = (old.key_text(from.1).to_owned(), new.key_text(to.1).to_owned());
        for (event, name, shown) in [
            (Event::Removed, left, (DisplayValue::Key(from.1), DisplayValue::Nothing)),
            (Event::Added, right, (DisplayValue::Nothing, DisplayValue::Key(to.1))),
        ] {
            let cause = (Some(from.0), Some(to.0));
            let fact = Fact::new(
                Facet::DiscriminatorMapping,
                event,
                cause.0,
                cause.1,
                Affected::DefinitionPair(pair.definition_pair),
            );
            context.facts.push(fact.named(name).showing(shown.0, shown.1));
        }
    }
}

/// Returns the alternatives that are selected by component name, each with its component. No mapping entry leads to the
/// component or has its name, and the discriminator property can have that value.
fn tagged_by_name(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<(NodeId, NodeId)> {
    let arena = description.arena();
    let member = |key| arena.member(arena.member(schema, KnownKey::Discriminator)?, key);
    let entries: Vec<NodeId> = member(KnownKey::Mapping).into_iter().flat_map(|map| arena.children(map)).list();
    let is_mapped = |component| {
        let leads = |&entry: &NodeId| {
            tag_target(description, entry) == Some(component) || arena.key(entry) == arena.key(component)
        };
        entries.iter().any(leads)
    };
    let choices = [KnownKey::OneOf, KnownKey::AnyOf].into_iter().filter_map(|key| arena.member(schema, key));
    let choices = choices.flat_map(|list| arena.children(list));
    let components = choices.filter_map(|choice| Some((choice, description.resolve(choice)?)));
    components
        .filter(|&(_, id)| description.is_component(id) && !is_mapped(id) && is_tag(description, schema, id))
        .list()
}

/// Returns true if the discriminator property of a component can have the name of the component as its value.
pub(crate) fn is_tag(description: &ResolvedDescription<'_>, schema: NodeId, component: NodeId) -> bool {
    let arena = description.arena();
    let name = arena.member(schema, KnownKey::Discriminator).and_then(|id| arena.member(id, KnownKey::PropertyName));
    let property = name.and_then(|name| arena.keys().find(&arena.string(name)?));
    let is_name = |value| arena.string(value).is_some_and(|text| text == arena.key_text(component));
    let branches = arena.member(component, KnownKey::AllOf).into_iter().flat_map(|list| arena.children(list));
    let parts = branches.filter_map(|branch| description.resolve(branch)).chain([component]);
    let tags = parts.filter_map(|part| arena.get(arena.member(part, KnownKey::Properties)?, property?));
    let tags = tags.filter_map(|tag| description.resolve(tag));
    let lists = tags
        .flat_map(|tag| [KnownKey::Enum, KnownKey::Const].into_iter().filter_map(move |key| arena.member(tag, key)));
    lists.into_iter().all(|list| value_nodes(description, list).into_iter().any(is_name))
}

fn compare_property_name(context: &mut FacetContext<'_, '_>, pair: NodePair, old: NodeId, new: NodeId) -> bool {
    let (before, after) = context.sides.member(old, new, KnownKey::PropertyName);
    let same = match (before, after) {
        (Some(before), Some(after)) => context.sides.equal(before, after),
        (None, None) => true,
        _ => false,
    };
    if !same {
        let cause = (before.unwrap_or(old), after.unwrap_or(new));
        let event = Event::Changed(Relation::Incomparable);
        let fact = Fact::new(
            Facet::Discriminator,
            event,
            Some(cause.0),
            Some(cause.1),
            Affected::DefinitionPair(pair.definition_pair),
        );
        context.facts.push(fact.showing_nodes(before, after));
    }
    !same
}

/// Returns the entries of both mappings, paired by name.
fn entries(context: &FacetContext<'_, '_>, old: NodeId, new: NodeId) -> Vec<Values> {
    let (old, new) = context.sides.member(old, new, KnownKey::Mapping);
    let mut entries: Vec<Values> = Vec::new();
    for entry in old.into_iter().flat_map(|map| context.sides.old.arena().children(map)) {
        entries.push((Some(entry), new.and_then(|map| context.sides.namesake_in_new(map, entry))));
    }
    for entry in new.into_iter().flat_map(|map| context.sides.new.arena().children(map)) {
        if old.and_then(|map| context.sides.namesake_in_old(map, entry)).is_none() {
            entries.push((None, Some(entry)));
        }
    }
    entries
}

fn compare_mapping_entry(context: &mut FacetContext<'_, '_>, pair: NodePair, (old, new): Values) -> bool {
    let leads = |description: &ResolvedDescription<'_>, entry: Option<NodeId>| {
        entry.is_none_or(|entry| tag_target(description, entry).is_some())
    };
    if !leads(context.sides.old, old) || !leads(context.sides.new, new) {
        // The meaning of an entry without a valid target is unknown.
        if !matches!((old, new), (Some(before), Some(after)) if same_target(context, before, after)) {
            report_documentation(context, pair.definition_pair, (old, new));
        }
        return false;
    }
    let event = match (old, new) {
        (Some(before), Some(after)) => {
            if same_target(context, before, after) {
                return false;
            }
            Event::Changed(Relation::Incomparable)
        }
        (Some(entry), None) if named_otherwise(context.sides.old, entry, context.sides.new, pair.new).is_some() => {
            Event::Changed(Relation::Incomparable)
        }
        (None, Some(entry)) if named_otherwise(context.sides.new, entry, context.sides.old, pair.old).is_some() => {
            Event::Changed(Relation::Incomparable)
        }
        (Some(entry), None) if is_implicit(context.sides.old, entry) => return false,
        (None, Some(entry)) if is_implicit(context.sides.new, entry) => return false,
        // The component's name has the same effect on the other side. Or the target was added or removed as an
        // alternative.
        (Some(entry), None) if is_offered(context.sides.old, entry, context.sides.new, pair.new) => return false,
        (None, Some(entry)) if is_offered(context.sides.new, entry, context.sides.old, pair.old) => return false,
        (Some(_), None) => Event::Removed,
        (None, _) => Event::Added,
    };
    let name = match (old, new) {
        (Some(id), _) => context.sides.old.arena().key_text(id),
        (None, Some(id)) => context.sides.new.arena().key_text(id),
        (None, None) => "",
    };
    let shown = |id: Option<NodeId>, other: Option<NodeId>| {
        id.map_or(other.map_or(DisplayValue::Nothing, DisplayValue::Key), DisplayValue::Node)
    };
    let by_name = (
        new.and_then(|entry| named_otherwise(context.sides.new, entry, context.sides.old, pair.old)),
        old.and_then(|entry| named_otherwise(context.sides.old, entry, context.sides.new, pair.new)),
    );
    let cause = (Some(old.unwrap_or(pair.old)), Some(new.unwrap_or(pair.new)));
    let fact =
        Fact::new(Facet::DiscriminatorMapping, event, cause.0, cause.1, Affected::DefinitionPair(pair.definition_pair));
    context.facts.push(fact.named(name).showing(shown(old, by_name.0), shown(new, by_name.1)));
    true
}

/// Returns the component that the entry's name selects on the other side without an entry. Returns `None` if it is the
/// target of the entry.
fn named_otherwise(
    here: &ResolvedDescription<'_>,
    entry: NodeId,
    there: &ResolvedDescription<'_>,
    schema: NodeId,
) -> Option<NodeId> {
    let (name, arena) = (here.arena().key_text(entry), there.arena());
    let target = tag_target(here, entry).filter(|&id| here.is_component(id) && here.arena().key_text(id) != name)?;
    let builds = |list: NodeId| arena.children(list).any(|branch| there.resolve(branch) == Some(schema));
    let component = choices(there, schema).map_or_else(
        || {
            let found =
                there.at_place_of(here, target).and_then(|id| arena.get(arena.parent(id)?, arena.keys().find(name)?));
            found.filter(|&id| arena.member(id, KnownKey::AllOf).is_some_and(builds))
        },
        |choices| choices.into_iter().find(|&id| there.is_component(id) && arena.key_text(id) == name),
    );
    component.filter(|&id| {
        is_tag(there, schema, id) && !has_mapping_entry(there, schema, name) && !is_renamed(here, target, there, id)
    })
}

/// Returns the alternatives that a schema lists, or `None` if it lists none.
fn choices(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<Vec<NodeId>> {
    let arena = description.arena();
    let lists: Vec<NodeId> = description.alternative_lists(schema).list();
    let found = lists.iter().flat_map(|&list| arena.children(list)).filter_map(|id| description.resolve(id));
    (!lists.is_empty()).then(|| found.collect())
}

/// Returns true if the target of an entry is an alternative of its schema. The other side must have an alternative with
/// the entry's name, or none for the target.
fn is_offered(here: &ResolvedDescription<'_>, entry: NodeId, there: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let name = here.arena().key_text(entry);
    let Some(target) = tag_target(here, entry).filter(|&id| here.is_component(id)) else { return false };
    let holder = here.arena().ancestors(entry).nth(3);
    let offered = holder.and_then(|holder| choices(here, holder)).is_some_and(|all| all.contains(&target));
    let Some(others) = choices(there, schema).filter(|_| offered) else { return false };
    let called = |name: &str| others.iter().any(|&id| there.is_component(id) && there.arena().key_text(id) == name);
    called(name)
        || !called(here.arena().key_text(target)) && !others.iter().any(|&id| is_renamed(here, target, there, id))
}

/// Returns true if each of two components exists on one side only.
fn is_renamed(here: &ResolvedDescription<'_>, target: NodeId, there: &ResolvedDescription<'_>, other: NodeId) -> bool {
    there.is_component(other) && there.at_place_of(here, target).is_none() && here.at_place_of(there, other).is_none()
}

/// Returns true if an entry states the default: the name of a component selects that component.
fn is_implicit(description: &ResolvedDescription<'_>, entry: NodeId) -> bool {
    let is_named = |target| description.arena().key_text(target) == description.arena().key_text(entry);
    tag_target(description, entry).is_some_and(is_named)
}

/// Returns true if two entries lead to the same schema, or to a renamed or equivalent one.
fn same_target(context: &mut FacetContext<'_, '_>, old: NodeId, new: NodeId) -> bool {
    if context.sides.equal(old, new) {
        return true;
    }
    let targets = (tag_target(context.sides.old, old), tag_target(context.sides.new, new));
    let (Some(from), Some(to)) = targets else {
        // If a target is invalid, compare the last step of its name.
        let last = |description: &ResolvedDescription<'_>, id: NodeId| {
            let text = description.arena().string(id).unwrap_or_default();
            text.rsplit(['/', '#']).next().unwrap_or_default().to_owned()
        };
        return last(context.sides.old, old) == last(context.sides.new, new);
    };
    if !(context.sides.old.is_component(from) && context.sides.new.is_component(to)) {
        // Names in other files have no meaning. The targets are the same if they are compared with each other or
        // equivalent.
        return context.definition_pairs.has(from, to) || context.prover.subschemas.are_equivalent(from, to);
    }
    let names = (context.sides.old.arena().key_text(from), context.sides.new.arena().key_text(to));
    if names.0 == names.1 {
        return true;
    }
    let there = |description: &ResolvedDescription<'_>, sibling: NodeId, name: &str| {
        let arena = description.arena();
        arena.parent(sibling).zip(arena.keys().find(name)).is_some_and(|(map, key)| arena.get(map, key).is_some())
    };
    // Each name exists on one side only, so the component was renamed.
    (!there(context.sides.new, to, names.0) && !there(context.sides.old, from, names.1))
        || context.prover.subschemas.are_equivalent(from, to)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facets::tests::examples::{description, events as of_all};
    use crate::facets::tests::structure::events;

    #[test]
    fn discriminator_tags_are_compared_by_their_schemas() {
        let of = |discriminator: &str| {
            format!(
                r##"{{"oneOf":[{{"$ref":"#/components/schemas/Inline"}},{{"$ref":"#/components/schemas/Half"}}]{discriminator}}}"##
            )
        };
        let base = of(r##","discriminator":{"propertyName":"k","mapping":{"a":"#/components/schemas/Inline"}}"##);
        for (after, expected) in [
            (of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline"}}"#), vec![]),
            (of(""), vec![(Facet::Discriminator, Event::Removed)]),
            (
                of(r#","discriminator":{"propertyName":"l","mapping":{"a":"Inline"}}"#),
                vec![(Facet::Discriminator, Event::Changed(Relation::Incomparable))],
            ),
            (
                of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Half"}}"#),
                vec![(Facet::DiscriminatorMapping, Event::Changed(Relation::Incomparable))],
            ),
            (
                of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline","b":"Half"}}"#),
                vec![(Facet::DiscriminatorMapping, Event::Added)],
            ),
            (of(r#","discriminator":{"propertyName":"k","mapping":{"a":"Inline","Half":"Half"}}"#), vec![]),
            (of(r#","discriminator":{"propertyName":"k"}"#), vec![(Facet::DiscriminatorMapping, Event::Removed)]),
        ] {
            assert_eq!(events(&base, &after), expected, "{after}");
        }
    }

    #[test]
    fn the_name_of_a_component_is_a_tag_where_no_entry_says_another() {
        let of = |name: &str, tag: &str, mapping: &str| {
            let (of_name, of_dog) = (format!("#/components/schemas/{name}"), "#/components/schemas/Dog");
            let schema =
                |own: &str| json!({"type": "object", "required": ["k", own], "properties": {"k": {"type": "string"}}});
            let mut pets = json!({
                "Pet": {"oneOf": [{"$ref": of_name}, {"$ref": of_dog}], "discriminator": {"propertyName": "k"}},
                "Dog": schema("w")
            });
            pets[name] = schema("v");
            if !tag.is_empty() {
                pets[name]["properties"]["k"] = json!({"enum": [tag]});
            }
            if !mapping.is_empty() {
                pets["Pet"]["discriminator"]["mapping"] = json!({mapping: of_name});
            }
            let content = json!({"content": {"a/b": {"schema": {"$ref": "#/components/schemas/Pet"}}}});
            let post = json!({"requestBody": content, "responses": {"204": {"description": ""}}});
            description(&json!({"paths": {"/a": {"post": post}}, "components": {"schemas": pets}}))
        };
        let tags = |old, new| of_all(Facet::DiscriminatorMapping, &old, &new);
        assert_eq!(tags(of("Cat", "", ""), of("Kitty", "", "")), [Event::Removed, Event::Added]);
        assert_eq!(tags(of("Cat", "", "cat"), of("Kitty", "", "cat")), []);
        assert_eq!(tags(of("Cat", "cat", ""), of("Kitty", "cat", "")), []);
        assert_eq!(tags(of("Cat", "", ""), of("Kitty", "", "Cat")), []);
        assert_eq!(tags(of("Kitty", "", "Cat"), of("Cat", "", "")), []);
    }
}
