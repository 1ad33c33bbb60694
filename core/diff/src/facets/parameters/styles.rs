//! The serialization of parameters and headers: `style`, `explode`, or a media type under `content` (OpenAPI 3.1.1
//! sections 4.8.12.2 and 4.8.21).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{
    KnownKey, MediaRange, NodeId, ObjectKind, ResolvedDescription, SerializationStyle, TypeSet, ValueFormat,
};

use crate::facets::context::FacetContext;
use crate::model::{
    Affected, Claim, DefinitionPairId, DisplayValue, Event, Facet, Fact, NodePair, Owner, Relation, Side,
};
use crate::prover::texts::SCALARS;
use crate::prover::types::Types;

pub(in crate::facets) fn compare_parameter_styles(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let name = context.sides.new.arena().string_at(new, KnownKey::Name).unwrap_or_default().into_owned();
    let (before, after) = (location(context.sides.old, old), location(context.sides.new, new));
    if before == after {
        compare_exploded_names(context, pair, &after);
        return compare_styles(context, Facet::ParameterStyle, pair, (&name, &after));
    }
    // The location determines the serialization.
    for key in [KnownKey::Style, KnownKey::Explode] {
        let (before, after) = context.sides.member(old, new, key);
        context.claim(before, after);
    }
}

/// Compares the name of a path parameter if its style writes the name into the path (RFC 6570 section 3.2.7).
fn compare_exploded_names(context: &mut FacetContext<'_, '_>, pair: NodePair, location: &str) {
    let NodePair { definition_pair, old, new } = pair;
    let schemas = context.sides.member(old, new, KnownKey::Schema);
    let types = types_of(context, schemas.0, schemas.1);
    let written = |description: &ResolvedDescription<'_>, id| {
        let name = description.arena().member(id, KnownKey::Name)?;
        (location == "path" && SerializationStyle::declared(description, location, id).writes_name(types))
            .then_some(name)
    };
    let (Some(before), Some(after)) = (written(context.sides.old, old), written(context.sides.new, new)) else {
        return;
    };
    if !context.sides.equal(before, after) {
        let event = Event::Changed(Relation::Incomparable);
        let fact = Fact::new(
            Facet::ParameterStyle,
            event,
            Some(before),
            Some(after),
            Affected::DefinitionPair(definition_pair),
        );
        context.facts.push(fact.showing(DisplayValue::Node(before), DisplayValue::Node(after)));
    }
}

fn location(description: &ResolvedDescription<'_>, parameter: NodeId) -> String {
    description.arena().string_at(parameter, KnownKey::In).unwrap_or_default().into_owned()
}

pub(in crate::facets) fn compare_header_styles(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    compare_styles(context, Facet::HeaderStyle, pair, ("", "header"));
}

fn compare_styles(context: &mut FacetContext<'_, '_>, facet: Facet, pair: NodePair, (name, location): (&str, &str)) {
    let NodePair { definition_pair, old, new } = pair;
    if compare_collection_format(context, facet, pair, name) {
        return;
    }
    let places = [KnownKey::Style, KnownKey::Explode].map(|key| context.sides.member(old, new, key));
    let (before, after) = (
        SerializationStyle::declared(context.sides.old, location, old),
        SerializationStyle::declared(context.sides.new, location, new),
    );
    let schemas = context.sides.member(old, new, KnownKey::Schema);
    let media = (media_type(context.sides.old, old), media_type(context.sides.new, new));
    if media.0.is_some() != media.1.is_some() && are_written_alike(context, (old, new), location) {
        claim_values(context, pair, Claim::Neutral);
        return report_ignored(context, definition_pair, true, &places);
    }
    let shown = match media {
        (None, None) => match before.unlike(after, shapes_in_common(context, schemas.0, schemas.1)) {
            Some((before, after)) => (DisplayValue::Style(before), DisplayValue::Style(after)),
            None => return report_ignored(context, definition_pair, before == after, &places),
        },
        // A style has no effect under `content`.
        (Some(_), Some(_)) => return report_ignored(context, definition_pair, false, &places),
        (Some(media), None) => {
            let types = context.prover.types_of(Side::New).allowed(schemas.1);
            (DisplayValue::Key(media), DisplayValue::Style(after.for_types(types)))
        }
        (None, Some(media)) => {
            let types = context.prover.types_of(Side::Old).allowed(schemas.0);
            (DisplayValue::Style(before.for_types(types)), DisplayValue::Key(media))
        }
    };
    for (before, after) in places {
        context.claim(before, after);
    }
    if media.0.is_some() != media.1.is_some() {
        claim_values(context, pair, Claim::Fact);
    }
    let [style, explode] = places;
    let nearest = if before.has_style_of(after) { [explode, style] } else { [style, explode] };
    let open_place =
        nearest.into_iter().find(|place| context.places.contains(place.0, place.1) && media == (None, None));
    let cause = open_place.map_or((old, new), |(before, after)| (before.unwrap_or(old), after.unwrap_or(new)));
    let event = Event::Changed(Relation::Incomparable);
    let changed =
        Fact::new(facet, event, Some(cause.0), Some(cause.1), Affected::DefinitionPair(definition_pair)).named(name);
    context.facts.push(changed.showing(shown.0, shown.1));
}

/// Compares the elements of nested arrays. Only Swagger 2.0 defines how to join them.
pub(in crate::facets) fn compare_element_styles(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    compare_collection_format(context, Facet::ParameterStyle, pair, "");
}

/// Compares `collectionFormat` if OpenAPI 3 has no style for the format of at least one side (Swagger 2.0, sections
/// "Parameter Object" and "Items Object"). Returns true if it changed.
pub(in crate::facets) fn compare_collection_format(
    context: &mut FacetContext<'_, '_>,
    facet: Facet,
    pair: NodePair,
    name: &str,
) -> bool {
    let NodePair { definition_pair, old, new } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::CollectionFormat);
    if !context.places.is_open(before, after) {
        return false;
    }
    for key in [KnownKey::CollectionFormat, KnownKey::Style, KnownKey::Explode] {
        let (before, after) = context.sides.member(old, new, key);
        context.claim(before, after);
    }
    let written = |description: &ResolvedDescription<'_>, id: NodeId, format: Option<NodeId>| {
        let style = || description.arena().string_at(id, KnownKey::Style);
        match format {
            Some(format) => DisplayValue::Node(format),
            None if style().is_some_and(|style| style == "spaceDelimited") => DisplayValue::Default("ssv"),
            None if style().is_some_and(|style| style == "pipeDelimited") => DisplayValue::Default("pipes"),
            None if description.arena().is_true(id, KnownKey::Explode) => DisplayValue::Default("multi"),
            None => DisplayValue::Default("csv"),
        }
    };
    let shown = (written(context.sides.old, old, before), written(context.sides.new, new, after));
    let changed = Event::Changed(Relation::Incomparable);
    let (old, new) = (before.unwrap_or(old), after.unwrap_or(new));
    let written = Fact::new(facet, changed, Some(old), Some(new), Affected::DefinitionPair(definition_pair));
    context.facts.push(written.named(name).showing(shown.0, shown.1));
    true
}

/// Claims changes without effect: an explicit default, or documentation.
pub(in crate::facets) fn report_ignored(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    is_default: bool,
    places: &[(Option<NodeId>, Option<NodeId>)],
) {
    // The meaning of an unknown style is unknown.
    let is_known = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
        id.and_then(|id| description.arena().string(id)).is_none_or(|style| SerializationStyle::knows(&style))
    };
    for &(before, after) in places {
        if !is_known(context.sides.old, before) || !is_known(context.sides.new, after) {
            continue;
        }
        if is_default {
            context.places.claim(before, after, Claim::Neutral);
        } else {
            report_documentation(context, definition_pair, (before, after));
        }
    }
}

/// Reports a change that affects only the documentation.
pub(in crate::facets) fn report_documentation(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (before, after): (Option<NodeId>, Option<NodeId>),
) {
    if !context.places.is_open(before, after) {
        return;
    }
    context.claim(before, after);
    let event = Event::from_presence(before, after, Event::Changed(Relation::Unknown));
    let fact = Fact::new(Facet::Docs, event, before, after, Affected::DefinitionPair(definition_pair));
    context.facts.push(fact.showing_nodes(before, after));
}

/// Claims a schema on one side and media types on the other. The values are the same, so their schemas are compared
/// with each other.
fn claim_values(context: &mut FacetContext<'_, '_>, pair: NodePair, claim: Claim) {
    let NodePair { definition_pair, old, new } = pair;
    let schemas = context.sides.member(old, new, KnownKey::Schema);
    context.places.claim(schemas.0, schemas.1, claim);
    if let (Some(from), Some(to)) =
        (schema_or_content_schema(context.sides.old, old), schema_or_content_schema(context.sides.new, new))
        && !context.sides.equal(from, to)
    {
        context.definition_pairs.add(from, to, ObjectKind::Schema, &[Owner::DefinitionPair(definition_pair)]);
    }
    let entries = |description: &ResolvedDescription<'_>, id| -> Vec<NodeId> {
        let arena = description.arena();
        arena.member(id, KnownKey::Content).into_iter().flat_map(|content| arena.children(content)).list()
    };
    for media in entries(context.sides.old, old) {
        context.places.claim(Some(media), None, claim);
    }
    for media in entries(context.sides.new, new) {
        context.places.claim(None, Some(media), claim);
    }
}

/// Returns the schema of a parameter or header, declared directly or under `content`.
fn schema_or_content_schema(description: &ResolvedDescription<'_>, id: NodeId) -> Option<NodeId> {
    let written = description.arena().member(id, KnownKey::Schema);
    written.or_else(|| description.arena().member(description.resolve(media_type(description, id)?)?, KnownKey::Schema))
}

/// Returns true if a media type on one side and a style on the other serialize scalar values the same way.
fn are_written_alike(context: &mut FacetContext<'_, '_>, (old, new): (NodeId, NodeId), location: &str) -> bool {
    let of = |description: &ResolvedDescription<'_>, types: &mut Types<'_>, id: NodeId| {
        let schema = schema_or_content_schema(description, id)?;
        let types = types.allowed(Some(schema));
        if let ValueFormat::Text(text) = ValueFormat::find(description, schema) {
            return types.within(SCALARS).then_some(text.form);
        }
        // Numbers have the same digits in JSON.
        let digits = types.within(TypeSet::NUMBER.or(TypeSet::BOOLEAN));
        let media = media_type(description, id).map(|media| MediaRange::parse(description.arena().key_text(media)));
        (digits && media.is_some_and(|media| media.is_json()))
            .then(|| SerializationStyle::resolve(location, None, None))
    };
    let before = of(context.sides.old, context.prover.types_of(Side::Old), old);
    let after = of(context.sides.new, context.prover.types_of(Side::New), new);
    before.zip(after).is_some_and(|(before, after)| before.writes_the_same_scalars(after))
}

/// Returns the media type under `content`.
fn media_type(description: &ResolvedDescription<'_>, id: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let content = arena.member(id, KnownKey::Content)?;
    arena.children(content).next()
}

/// Returns all types that a value may have before or after.
pub(in crate::facets) fn types_of(
    context: &mut FacetContext<'_, '_>,
    old: Option<NodeId>,
    new: Option<NodeId>,
) -> TypeSet {
    context.prover.types_of(Side::Old).allowed(old).or(context.prover.types_of(Side::New).allowed(new))
}

/// Returns the types that are allowed before and after, as they matter for serialization. A list of at most one element
/// is serialized like its element.
pub(in crate::facets) fn shapes_in_common(
    context: &mut FacetContext<'_, '_>,
    old: Option<NodeId>,
    new: Option<NodeId>,
) -> TypeSet {
    let types = context.prover.types_of(Side::Old).allowed(old).and(context.prover.types_of(Side::New).allowed(new));
    let short = |description: &ResolvedDescription<'_>, schema: Option<NodeId>| {
        let objects = schema.map(|schema| Conjuncts::opened(description, &[schema]).objects).unwrap_or_default();
        let bounds = objects.into_iter().filter_map(|object| description.arena().member(object, KnownKey::MaxItems));
        bounds.into_iter().any(|id| description.arena().count(id).is_some_and(|most| most <= 1))
    };
    if types.meets(TypeSet::ARRAY) && (short(context.sides.old, old) || short(context.sides.new, new)) {
        types.without(TypeSet::ARRAY).or(TypeSet::STRING)
    } else {
        types
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::in_parameter;

    const CHANGED: &[Event] = &[Event::Changed(Relation::Incomparable)];

    #[test]
    fn a_form_is_another_where_values_are_written_differently() {
        let (array, object) = (json!({"type": "array"}), json!({"type": "object"}));
        for (before, after, expected) in [
            (json!({"schema": array}), json!({"schema": array, "style": "form", "explode": true}), &[][..]),
            (json!({"schema": array}), json!({"schema": array, "explode": false}), CHANGED),
            (json!({"schema": array}), json!({"schema": array, "style": "spaceDelimited", "explode": true}), &[]),
            (json!({"schema": array}), json!({"schema": array, "style": "pipeDelimited"}), CHANGED),
            (json!({"schema": object}), json!({"schema": object, "style": "deepObject"}), CHANGED),
            (json!({}), json!({"explode": false}), &[]),
            (json!({"in": "path"}), json!({"in": "path", "style": "simple"}), &[]),
            (json!({"in": "path"}), json!({"in": "path", "style": "label"}), CHANGED),
            (json!({"in": "header", "schema": array}), json!({"in": "header", "schema": array, "explode": true}), &[]),
        ] {
            let found = examples::events(Facet::ParameterStyle, &in_parameter(&before), &in_parameter(&after));
            assert_eq!(found, expected, "{before} {after}");
        }
    }

    #[test]
    fn a_media_type_of_its_own_is_another_form() {
        let parameter = |value| examples::in_operation(&json!({"parameters": [value]}));
        let plain = parameter(json!({"name": "q", "in": "query", "schema": {"type": "object"}}));
        let json = parameter(json!({"name": "q", "in": "query", "content": {"application/json": {}}}));
        assert_eq!(examples::facets(&plain, &json), [Facet::ParameterStyle]);
        assert_eq!(examples::facets(&json, &plain), [Facet::ParameterStyle]);
    }

    #[test]
    fn the_values_are_compared_all_the_same() {
        let parameter = |value| examples::in_operation(&json!({"parameters": [value]}));
        let plain = parameter(json!({"name": "q", "in": "query", "schema": {"type": "object"}}));
        let content = json!({"application/json": {"schema": {"type": "array"}}});
        let json = parameter(json!({"name": "q", "in": "query", "content": content}));
        assert_eq!(examples::facets(&plain, &json), [Facet::ParameterStyle, Facet::Type]);
        assert_eq!(examples::facets(&json, &plain), [Facet::ParameterStyle, Facet::Type]);
    }

    #[test]
    fn explode_without_effect_is_documentation() {
        let (single, exploded) = (in_parameter(&json!({})), in_parameter(&json!({"explode": false})));
        assert_eq!(examples::facets(&single, &exploded), [Facet::Docs]);
    }

    #[test]
    fn style_is_not_compared_for_single_items_or_non_arrays() {
        let list =
            |most: usize| json!({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": most});
        let with = |schema: &serde_json::Value, style: Option<&str>| {
            let mut members = json!({"schema": schema});
            if let Some(style) = style {
                members["style"] = json!(style);
            }
            in_parameter(&members)
        };
        let number = json!({"type": "integer"});
        for (before, after, expected) in [
            (with(&list(1), None), with(&list(1), Some("pipeDelimited")), &[][..]),
            (with(&list(2), None), with(&list(2), Some("pipeDelimited")), CHANGED),
            (with(&number, None), with(&list(2), Some("pipeDelimited")), &[]),
        ] {
            assert_eq!(examples::events(Facet::ParameterStyle, &before, &after), expected, "{before} {after}");
            assert_eq!(examples::events(Facet::ParameterStyle, &after, &before), expected, "{after} {before}");
        }
    }

    #[test]
    fn a_media_type_that_writes_a_value_as_it_was_is_no_other_form() {
        let parameter = |value| examples::in_operation(&json!({"parameters": [value]}));
        for (media, kind, expected) in [
            ("application/json", "integer", &[][..]),
            ("application/json", "string", &[Facet::ParameterStyle]),
            ("text/plain", "string", &[]),
            ("application/xml", "integer", &[Facet::ParameterStyle]),
        ] {
            let schema = json!({"type": kind});
            let plain = parameter(json!({"name": "q", "in": "query", "schema": schema}));
            let content = parameter(json!({"name": "q", "in": "query", "content": {media: {"schema": schema}}}));
            assert_eq!(examples::facets(&plain, &content), expected, "{media} {kind}");
            assert_eq!(examples::facets(&content, &plain), expected, "{media} {kind}");
        }
    }

    #[test]
    fn the_name_of_an_exploded_object_is_not_written_into_a_path() {
        let with = |name: &str, schema: serde_json::Value| {
            let parameter = json!({"name": name, "in": "path", "style": "matrix", "explode": true, "schema": schema});
            let operation = json!({"parameters": [parameter], "responses": {"200": {"description": ""}}});
            examples::description(&json!({"paths": {format!("/a/{{{name}}}"): {"get": operation}}}))
        };
        for (kind, expected) in [("object", &[][..]), ("integer", CHANGED)] {
            let [before, after] = ["id", "key"].map(|name| with(name, json!({"type": kind})));
            assert_eq!(examples::events(Facet::ParameterStyle, &before, &after), expected, "{kind}");
        }
    }
}
