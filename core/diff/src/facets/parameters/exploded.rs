//! Objects that are serialized under several names. The properties of an exploded object or of a whole query string
//! become query parameters. `deepObject` puts them in brackets (RFC 6570 section 3.2.8; OpenAPI 3.1.1 section 4.8.12.4;
//! 3.2.0 section 4.12.2). A request does not show which parameter they belong to.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, allows_anything, is_annotation};
use waybill_openapi::internal::{
    Kind, KnownKey, MediaRange, NodeId, ObjectKind, ResolvedDescription, SerializationStyle, TypeSet,
};

use crate::facets::context::FacetContext;
use crate::facets::parameters::required::is_required;
use crate::model::{Affected, Claim, Event, Facet, Fact, MessageSide, Owner, Relation, Side};
use crate::pairing::alignment::Alignment;
use crate::prover::types::Types;

/// A parameter and the names it is serialized to.
struct Written {
    element: NodeId,
    /// True for an object, whose properties provide the names.
    is_object: bool,
    names: Vec<Name>,
}

/// A name in a query or a cookie.
struct Name {
    text: String,
    schema: NodeId,
    is_required: bool,
}

/// Pairs two objects, one on each side, that share a property and whose own name is not sent. They are one renamed
/// parameter. Removes them from the alignment.
pub(in crate::facets) fn renamed(
    context: &mut FacetContext<'_, '_>,
    alignment: &mut Alignment,
) -> Vec<(NodeId, NodeId)> {
    let nameless = |description: &ResolvedDescription<'_>,
                    types: &mut Types<'_>,
                    elements: &[NodeId]|
     -> Vec<(NodeId, Vec<String>)> {
        let read = elements.iter().filter_map(|&element| {
            let (_, form, schema) = object(description, types, element)?;
            (form == SerializationStyle::resolve("query", None, None))
                .then(|| (element, properties(description, schema)))
        });
        read.map(|(element, found)| {
            (element, found.into_iter().map(|id| description.arena().key_text(id).to_owned()).collect())
        })
        .collect()
    };
    let all_old = nameless(context.sides.old, context.prover.types_of(Side::Old), &alignment.removed);
    let all_new = nameless(context.sides.new, context.prover.types_of(Side::New), &alignment.added);
    let ([(old, names)], [(new, others)]) = (all_old.as_slice(), all_new.as_slice()) else { return Vec::new() };
    if !names.iter().any(|name| others.contains(name)) {
        return Vec::new();
    }
    alignment.removed.retain(|id| id != old);
    alignment.added.retain(|id| id != new);
    vec![(*old, *new)]
}

/// Compares parameters on one side only that use the same names, name by name.
pub(in crate::facets) fn compare_exploded_names_of_lists(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    alignment: &mut Alignment,
    beside: (NodeId, NodeId),
) {
    let read = |description: &ResolvedDescription<'_>, types: &mut Types<'_>, elements: &[NodeId]| -> Vec<Written> {
        elements.iter().filter_map(|&element| Written::read(description, types, element)).list()
    };
    let mut all_old = read(context.sides.old, context.prover.types_of(Side::Old), &alignment.removed);
    let mut all_new = read(context.sides.new, context.prover.types_of(Side::New), &alignment.added);
    // Keep parameters that share a name with one of the other side, if either is an object.
    let shares = |one: &Written, other: &Written| {
        (one.is_object || other.is_object)
            && one.names.iter().any(|name| other.names.iter().any(|known| known.text == name.text))
    };
    let (left, right): (Vec<bool>, Vec<bool>) = (
        all_old.iter().map(|old| all_new.iter().any(|new| shares(old, new))).collect(),
        all_new.iter().map(|new| all_old.iter().any(|old| shares(old, new))).collect(),
    );
    keep(&mut all_old, &left);
    keep(&mut all_new, &right);
    for old in &all_old {
        alignment.removed.retain(|&id| id != old.element);
        context.places.claim_old(old.element, Claim::Neutral);
    }
    for new in &all_new {
        alignment.added.retain(|&id| id != new.element);
        context.places.claim_new(new.element, Claim::Neutral);
    }
    let (before, after) = (all(&all_old), all(&all_new));
    for name in &before {
        match after.iter().find(|other| other.text == name.text) {
            Some(other) => compare_name(context, pair, name, other),
            None => report_unmatched_name(context, pair, Event::Removed, name, (name.schema, beside.1)),
        }
    }
    for name in after.iter().filter(|name| !before.iter().any(|other| other.text == name.text)) {
        report_unmatched_name(context, pair, Event::Added, name, (beside.0, name.schema));
    }
}

fn keep(all: &mut Vec<Written>, kept: &[bool]) {
    let mut kept = kept.iter();
    all.retain(|_| kept.next() == Some(&true));
}

fn all(parameters: &[Written]) -> Vec<&Name> {
    parameters.iter().flat_map(|parameter| &parameter.names).list()
}

fn compare_name(context: &mut FacetContext<'_, '_>, pair: usize, old: &Name, new: &Name) {
    if !context.sides.equal(old.schema, new.schema) {
        let owner = Owner::Operation { pair, side: MessageSide::Request };
        context.definition_pairs.add(old.schema, new.schema, ObjectKind::Schema, &[owner]);
    }
    if old.is_required != new.is_required {
        let relation = if new.is_required { Relation::Narrowed } else { Relation::Widened };
        let (from, to) = (Some(old.schema), Some(new.schema));
        let fact = Fact::new(Facet::ParameterRequired, Event::Changed(relation), from, to, Affected::Pair(pair));
        context.facts.push(fact.named(&*new.text));
    }
}

fn report_unmatched_name(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    event: Event,
    name: &Name,
    (old, new): (NodeId, NodeId),
) {
    let fact = Fact::new(Facet::Parameter, event, Some(old), Some(new), Affected::Pair(pair));
    context.facts.push(fact.named(&*name.text).required(name.is_required));
}

impl Written {
    fn read(description: &ResolvedDescription<'_>, types: &mut Types<'_>, element: NodeId) -> Option<Written> {
        let arena = description.arena();
        if let Some((parameter, form, schema)) = object(description, types, element) {
            let names = in_object(description, parameter, form, schema)?;
            return Some(Written { element, is_object: true, names });
        }
        let parameter = description.resolve(element)?;
        let schema = arena.member(parameter, KnownKey::Schema)?;
        let is_named =
            arena.string_at(parameter, KnownKey::In)? == "query" && !types.allowed(Some(schema)).meets(TypeSet::OBJECT);
        let text = arena.string_at(parameter, KnownKey::Name)?.into_owned();
        let names = vec![Name { text, schema, is_required: is_required(description, parameter) }];
        is_named.then_some(Written { element, is_object: false, names })
    }
}

/// Returns the parameter of a list element, its serialization and its schema. Returns `None` unless it is an object
/// that is sent as several names.
fn object(
    description: &ResolvedDescription<'_>,
    types: &mut Types<'_>,
    element: NodeId,
) -> Option<(NodeId, SerializationStyle, NodeId)> {
    let arena = description.arena();
    let parameter = description.resolve(element)?;
    let (form, schema) = match &*arena.string_at(parameter, KnownKey::In)? {
        "query" => {
            (SerializationStyle::declared(description, "query", parameter), arena.member(parameter, KnownKey::Schema)?)
        }
        "querystring" => {
            let media = arena.children(arena.member(parameter, KnownKey::Content)?).next()?;
            let is_form =
                MediaRange::parse(arena.key_text(media)).is_form() && arena.member(media, KnownKey::Encoding).is_none();
            (
                SerializationStyle::resolve("query", None, None),
                arena.member(media, KnownKey::Schema).filter(|_| is_form)?,
            )
        }
        _ => return None,
    };
    let names_members = form == SerializationStyle::resolve("query", None, None) || form.is_deep_object();
    let is_object = types.allowed(Some(schema)).without(TypeSet::NULL) == TypeSet::OBJECT;
    (names_members && is_object).then_some((parameter, form, schema))
}

fn properties(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    let objects = Conjuncts::opened(description, &[schema]).objects;
    let maps = objects.into_iter().filter_map(|object| arena.member(object, KnownKey::Properties));
    maps.flat_map(|map| arena.children(map)).list()
}

/// Returns the names that an object is serialized to. Returns `None` if its properties depend on each other, or if some
/// are not listed.
fn in_object(
    description: &ResolvedDescription<'_>,
    parameter: NodeId,
    form: SerializationStyle,
    schema: NodeId,
) -> Option<Vec<Name>> {
    let arena = description.arena();
    let opened = Conjuncts::opened(description, &[schema]);
    let objects = opened.objects;
    let is_plain = |member: NodeId| match KnownKey::from_key(arena.key(member)) {
        Some(
            KnownKey::Type
            | KnownKey::Nullable
            | KnownKey::Properties
            | KnownKey::Required
            | KnownKey::AllOf
            | KnownKey::Ref,
        ) => true,
        Some(KnownKey::AdditionalProperties) => !arena.is_object(member) || allows_anything(description, member),
        _ => is_annotation(description, member) || arena.key(member).is_ignored(),
    };
    let plain =
        objects.iter().all(|&object| arena.kind(object) == Kind::Object && arena.children(object).all(is_plain));
    let lists = objects.iter().filter_map(|&object| arena.member(object, KnownKey::Required));
    let demanded: Vec<_> = lists.flat_map(|list| arena.children(list)).filter_map(|id| arena.string(id)).list();
    let has_to_be_sent = is_required(description, parameter);
    if opened.partial || !plain || (!has_to_be_sent && !demanded.is_empty()) {
        return None;
    }
    let name = arena.string_at(parameter, KnownKey::Name).unwrap_or_default();
    let written = |property: NodeId| {
        let member = arena.key_text(property);
        let text = if form.is_deep_object() { format!("{name}[{member}]") } else { member.to_owned() };
        Name { text, schema: property, is_required: demanded.iter().any(|known| known == member) }
    };
    Some(properties(description, schema).into_iter().map(written).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::facets::tests::examples::{facets, in_operation};
    use crate::{Event, Facet, Relation};

    fn object(more: &Value) -> Value {
        let properties = json!({"a": {"type": "integer"}, "b": {"type": "string"}});
        let mut parameter = json!({"in": "query", "name": "f", "schema": {"type": "object", "properties": properties}});
        for (name, value) in more.as_object().unwrap() {
            parameter[name] = value.clone();
        }
        parameter
    }

    fn single(name: &str, kind: &str) -> Value {
        json!({"in": "query", "name": name, "schema": {"type": kind}})
    }

    fn both_ways(before: &Value, after: &Value) -> Vec<Facet> {
        let [before, after] = [before, after].map(|parameters| in_operation(&json!({"parameters": parameters})));
        let there = facets(&before, &after);
        assert_eq!(facets(&after, &before), there, "{before} {after}");
        there
    }

    #[test]
    fn the_name_of_an_exploded_object_is_not_written() {
        let named = |name: &str, more: Value| {
            let mut parameter = object(&more);
            parameter["name"] = json!(name);
            json!([parameter])
        };
        let removed_and_added = [Facet::Parameter, Facet::Parameter];
        for (more, expected) in [
            (json!({}), &[][..]),
            (json!({"explode": false}), &removed_and_added),
            (json!({"style": "deepObject"}), &removed_and_added),
        ] {
            let found = both_ways(&named("filter", more.clone()), &named("where", more.clone()));
            assert_eq!(found, expected, "{more}");
        }
    }

    #[test]
    fn properties_of_an_exploded_object_are_parameters() {
        let singles = json!([single("b", "string"), single("a", "integer")]);
        assert_eq!(both_ways(&json!([object(&json!({}))]), &singles), []);
        let brackets = json!([single("f[a]", "integer"), single("f[b]", "string")]);
        assert_eq!(both_ways(&json!([object(&json!({"style": "deepObject"}))]), &brackets), []);
        let query = json!({"in": "querystring", "name": "all", "content": {
            "application/x-www-form-urlencoded": {"schema": object(&json!({}))["schema"]}}});
        assert_eq!(both_ways(&json!([query]), &singles), []);
        let wider = json!([single("a", "string"), single("b", "string")]);
        assert_eq!(both_ways(&json!([object(&json!({}))]), &wider), [Facet::Type]);
        let fewer = json!([single("a", "integer")]);
        assert_eq!(both_ways(&json!([object(&json!({}))]), &fewer), [Facet::Parameter]);
    }

    #[test]
    fn properties_that_depend_on_one_another_are_no_parameters() {
        let properties = json!({"a": {"type": "integer"}, "b": {"type": "string"}});
        let schema = json!({"type": "object", "properties": properties, "required": ["a"]});
        let singles = json!([single("a", "integer"), single("b", "string")]);
        let optional = json!([object(&json!({"schema": schema}))]);
        assert_eq!(both_ways(&optional, &singles), [Facet::Parameter; 3]);
        let required = json!([object(&json!({"schema": schema, "required": true}))]);
        let found = crate::facets::tests::examples::events(
            Facet::ParameterRequired,
            &in_operation(&json!({"parameters": required})),
            &in_operation(&json!({"parameters": singles})),
        );
        assert_eq!(found, [Event::Changed(Relation::Widened)]);
    }
}
