//! The serialization of parts in forms and `multipart` bodies: `contentType`, `style`, `explode`, `allowReserved`
//! (OpenAPI 3.1.1 section 4.8.15). An encoding applies by name, by position or to all other parts, and can be nested
//! (3.2.0). Other media types have no parts, so their encodings are documentation.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, MediaRange, NodeId, ResolvedDescription, SerializationStyle, TypeSet};

use crate::facets::context::FacetContext;
use crate::facets::messages::headers;
use crate::facets::messages::part_types::PartTypes;
use crate::facets::parameters::allow_reserved;
use crate::facets::parameters::styles::{
    compare_collection_format, report_documentation, report_ignored, shapes_in_common, types_of,
};
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, NodePair, Relation, Side, Values};
use crate::pairing::array_pairs::pair_by_position;

/// The part that an encoding applies to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PartSelector {
    Named(String),
    At(usize),
    /// All parts without a position.
    Rest,
}

/// Compares the parts that one side does not describe, in a media type or a part.
pub(in crate::facets) fn compare_parts(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    for key in [KnownKey::Encoding, KnownKey::PrefixEncoding] {
        let (left, right) = context.sides.member(old, new, key);
        // An empty map means the same as a missing one.
        context.places.claim(left, right, Claim::Neutral);
    }
    for (which, left, right) in report_unmatched_encoding(context, old, new) {
        compare_field(context, pair, &which, (left, right));
    }
}

/// Returns the parts on one side only.
fn report_unmatched_encoding(
    context: &FacetContext<'_, '_>,
    old: NodeId,
    new: NodeId,
) -> Vec<(PartSelector, Option<NodeId>, Option<NodeId>)> {
    let (before, after) = (parts(context.sides.old, old), parts(context.sides.new, new));
    let (prefix, positions) = (context.sides.member(old, new, KnownKey::PrefixEncoding), |which: &PartSelector| {
        matches!(which, PartSelector::At(_))
    });
    let mut found = Vec::new();
    if let (Some(left), Some(right)) = prefix {
        let alignment = pair_by_position((context.sides.old, left), (context.sides.new, right));
        let at = |description: &ResolvedDescription<'_>, id| PartSelector::At(description.arena().ordinal(id));
        found.extend(alignment.removed.into_iter().map(|id| (at(context.sides.old, id), Some(id), None)));
        found.extend(alignment.added.into_iter().map(|id| (at(context.sides.new, id), None, Some(id))));
    }
    let both = prefix.0.is_some() && prefix.1.is_some();
    let missing = |which: &PartSelector, others: &[(PartSelector, NodeId)]| {
        !(both && positions(which)) && others.iter().all(|(other, _)| other != which)
    };
    let removed = before.iter().filter(|(which, _)| missing(which, &after));
    found.extend(removed.map(|(which, id)| (which.clone(), Some(*id), None)));
    let added = after.iter().filter(|(which, _)| missing(which, &before));
    found.extend(added.map(|(which, id)| (which.clone(), None, Some(*id))));
    found
}

/// Compares a part that both sides describe.
pub(in crate::facets) fn compare_encodings(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    compare_parts(context, pair);
    let (left, right) = (position(context.sides.old, old), position(context.sides.new, new));
    let which = right.as_ref().map_or(PartSelector::Rest, |(_, which)| which.clone());
    let holders = NodePair {
        definition_pair,
        old: left.map_or(old, |(holder, _)| holder),
        new: right.map_or(new, |(holder, _)| holder),
    };
    compare_field(context, holders, &which, (Some(old), Some(new)));
}

fn compare_field(context: &mut FacetContext<'_, '_>, pair: NodePair, which: &PartSelector, (left, right): Values) {
    let NodePair { definition_pair, old, new } = pair;
    context.places.claim(left, right, Claim::Neutral);
    let property = (value(context.sides.old, old, which), value(context.sides.new, new, which));
    if property.0.is_some() != property.1.is_some() && matches!(which, PartSelector::Named(_)) {
        // The property was added or removed, together with its encoding.
        claim_inside(context, left, right);
        return;
    }
    let is_of_nothing = property == (None, None) && matches!(which, PartSelector::Named(_));
    if left.is_some() != right.is_some() {
        headers::compare_part_headers(context, definition_pair, (old, left), (new, right));
        compare_nested_parts(context, pair, (left, right));
    }
    let holders = NodePair { definition_pair, old: left.unwrap_or(old), new: right.unwrap_or(new) };
    let fields = |key| -> Values {
        let left = left.and_then(|id| context.sides.old.arena().member(id, key));
        (left, right.and_then(|id| context.sides.new.arena().member(id, key)))
    };
    let words = [KnownKey::ContentType, KnownKey::Style, KnownKey::Explode, KnownKey::AllowReserved].map(fields);
    let [content_type, style, explode, reserved] = words;
    // The name of an encoding has to be that of a property (OpenAPI 3.1.1 section 4.8.14.1, `encoding`).
    if is_of_nothing || !has_parts(context.sides.old, holders.old) || !has_parts(context.sides.new, holders.new) {
        return words.into_iter().for_each(|place| report_documentation(context, definition_pair, place));
    }
    let name = if let PartSelector::Named(name) = which { name.as_str() } else { "" };
    let part = FormPart { name, holders, property };
    part.compare_content_types(context, content_type);
    part.compare_style(context, (style, explode, reserved));
    if reserved != (None, None) {
        allow_reserved::compare_part_syntax(context, holders, true);
    }
    allow_reserved::compare_allow_empty_value(context, holders, true);
}

/// A part of a form or `multipart` body, on both sides.
struct FormPart<'n> {
    /// The name, or an empty string.
    name: &'n str,
    /// The encodings, or the objects that contain them if an encoding is missing.
    holders: NodePair,
    property: Values,
}

impl FormPart<'_> {
    /// Returns the location of the encoding, or of the object that would contain it.
    fn place(&self, (before, after): Values) -> Values {
        (Some(before.unwrap_or(self.holders.old)), Some(after.unwrap_or(self.holders.new)))
    }

    /// Compares the allowed media types.
    fn compare_content_types(&self, context: &mut FacetContext<'_, '_>, places: Values) {
        if !context.places.is_open(places.0, places.1) {
            return;
        }
        let types = (
            context.prover.types_of(Side::Old).allowed(self.property.0),
            context.prover.types_of(Side::New).allowed(self.property.1),
        );
        let before = PartTypes::read(context.sides.old, places.0, self.property.0, types.0);
        let after = PartTypes::read(context.sides.new, places.1, self.property.1, types.1);
        // Unknown media types stay open and are reported as unexplained.
        let Some((before, after)) = before.zip(after) else { return };
        // Numbers have the same digits as strings and as JSON, if no media type is sent with the field.
        let digits = types.0.or(types.1).within(TypeSet::NUMBER.or(TypeSet::BOOLEAN));
        let unnamed = is_form(context.sides.old, self.holders.old) && is_form(context.sides.new, self.holders.new);
        let alike = digits && unnamed && before.are_digits() && after.are_digits();
        let relation = if alike { Relation::Same } else { before.relation(&after) };
        if relation == Relation::Same {
            context.places.claim(places.0, places.1, Claim::Neutral);
            return;
        }
        context.claim(places.0, places.1);
        let (old, new) = self.place(places);
        let fact = Fact::new(
            Facet::EncodingContentType,
            Event::Changed(relation),
            old,
            new,
            Affected::DefinitionPair(self.holders.definition_pair),
        );
        context.facts.push(fact.named(self.name).showing(before.shown, after.shown));
    }

    /// Compares the style.
    fn compare_style(&self, context: &mut FacetContext<'_, '_>, (style, explode, reserved): (Values, Values, Values)) {
        let (from, to) = (self.holders.old, self.holders.new);
        if compare_collection_format(context, Facet::EncodingStyle, self.holders, self.name) {
            return;
        }
        let forms = (
            SerializationStyle::declared(context.sides.old, "query", from),
            SerializationStyle::declared(context.sides.new, "query", to),
        );
        let common = shapes_in_common(context, self.property.0, self.property.1);
        let unlike = forms
            .0
            .unlike(forms.1, common)
            .map(|(before, after)| (DisplayValue::Style(before), DisplayValue::Style(after)));
        let is_json = is_json_on_one_side(context, self.property, (from, to), [style, explode, reserved]);
        let Some(shown) = unlike.or_else(|| is_json.then(|| self.json_or_form(context, [style, explode, reserved])))
        else {
            return report_ignored(context, self.holders.definition_pair, forms.0 == forms.1, &[style, explode]);
        };
        let places = [style, explode].into_iter().find(|place| context.places.is_open(place.0, place.1));
        for (before, after) in [style, explode].into_iter().filter(|place| *place != (None, None)) {
            context.claim(before, after);
        }
        let (old, new) = self.place(places.unwrap_or(explode));
        let event = Event::Changed(Relation::Incomparable);
        let fact =
            Fact::new(Facet::EncodingStyle, event, old, new, Affected::DefinitionPair(self.holders.definition_pair))
                .named(self.name);
        context.facts.push(fact.showing(shown.0, shown.1));
    }

    /// Returns the displayed values for an object that is serialized as JSON on the side without a style.
    fn json_or_form(&self, context: &FacetContext<'_, '_>, places: [Values; 3]) -> (DisplayValue, DisplayValue) {
        let shown = |description: &ResolvedDescription<'_>, holder: NodeId, is_json: bool| {
            let form = SerializationStyle::declared(description, "query", holder).for_types(TypeSet::OBJECT);
            if is_json { DisplayValue::Default("application/json") } else { DisplayValue::Style(form) }
        };
        let is_json = places.iter().all(|place| place.0.is_none());
        (shown(context.sides.old, self.holders.old, is_json), shown(context.sides.new, self.holders.new, !is_json))
    }
}

/// Returns true if an object in a form is JSON on one side and serialized by a style on the other. It is JSON if no
/// style is declared (OpenAPI 3.1.1 section 4.8.15.1.2).
fn is_json_on_one_side(
    context: &mut FacetContext<'_, '_>,
    property: Values,
    holders: (NodeId, NodeId),
    places: [Values; 3],
) -> bool {
    let is_object = types_of(context, property.0, property.1) == TypeSet::OBJECT;
    let (left, right) = (places.iter().any(|place| place.0.is_some()), places.iter().any(|place| place.1.is_some()));
    is_object && left != right && is_form(context.sides.old, holders.0) && is_form(context.sides.new, holders.1)
}

/// Returns true if the media type around a node is a form, which sends no media types of its fields.
fn is_form(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    media_range(description, id).is_some_and(|range| range.is_form())
}

/// Claims the whole encoding of a part whose value is on one side only.
fn claim_inside(context: &mut FacetContext<'_, '_>, left: Option<NodeId>, right: Option<NodeId>) {
    let (old, new) = (context.sides.old.arena(), context.sides.new.arena());
    let mut all_old: Vec<NodeId> = left.into_iter().collect();
    while let Some(id) = all_old.pop() {
        context.places.claim_old(id, Claim::Neutral);
        all_old.extend(old.children(id));
    }
    let mut all_new: Vec<NodeId> = right.into_iter().collect();
    while let Some(id) = all_new.pop() {
        context.places.claim_new(id, Claim::Neutral);
        all_new.extend(new.children(id));
    }
}

/// Compares the nested parts of a part that is on one side only.
fn compare_nested_parts(context: &mut FacetContext<'_, '_>, pair: NodePair, (left, right): Values) {
    // Depth: the nesting of encodings, which `Limits::depth` limits.
    let NodePair { old, new, .. } = pair;
    for (which, part) in left.map(|id| parts(context.sides.old, id)).unwrap_or_default() {
        compare_field(context, NodePair { old: left.unwrap_or(old), ..pair }, &which, (Some(part), None));
    }
    for (which, part) in right.map(|id| parts(context.sides.new, id)).unwrap_or_default() {
        compare_field(context, NodePair { new: right.unwrap_or(new), ..pair }, &which, (None, Some(part)));
    }
}

/// Returns the encodings of a media type or a part.
fn parts(description: &ResolvedDescription<'_>, holder: NodeId) -> Vec<(PartSelector, NodeId)> {
    let arena = description.arena();
    let children = |key| arena.member(holder, key).into_iter().flat_map(|id| arena.children(id));
    let named = children(KnownKey::Encoding).map(|id| (PartSelector::Named(arena.key_text(id).to_owned()), id));
    let placed = children(KnownKey::PrefixEncoding).enumerate().map(|(at, id)| (PartSelector::At(at), id));
    let rest = arena.member(holder, KnownKey::ItemEncoding).map(|id| (PartSelector::Rest, id));
    named.chain(placed).chain(rest).list()
}

/// Returns the object that contains an encoding, and the part it applies to. Returns `None` if the value is not an
/// encoding.
fn position(description: &ResolvedDescription<'_>, id: NodeId) -> Option<(NodeId, PartSelector)> {
    let arena = description.arena();
    let parent = arena.parent(id)?;
    if arena.key(id) == KnownKey::ItemEncoding.key() {
        return Some((parent, PartSelector::Rest));
    }
    let which = if arena.key(parent) == KnownKey::Encoding.key() {
        PartSelector::Named(arena.key_text(id).to_owned())
    } else if arena.key(parent) == KnownKey::PrefixEncoding.key() {
        PartSelector::At(arena.ordinal(id))
    } else {
        return None;
    };
    Some((arena.parent(parent)?, which))
}

/// Returns the schema of a part's value.
fn value(description: &ResolvedDescription<'_>, holder: NodeId, which: &PartSelector) -> Option<NodeId> {
    // Depth: the encodings around this one, which `Limits::depth` limits.
    let arena = description.arena();
    let schema = match position(description, holder) {
        Some((around, of)) => value(description, around, &of)?,
        None => arena.member(holder, KnownKey::Schema)?,
    };
    if let PartSelector::Named(name) = which {
        // A property may be declared in any branch.
        let objects = Conjuncts::opened(description, &[schema]).objects;
        let maps = objects.into_iter().filter_map(|object| arena.member(object, KnownKey::Properties));
        return maps.flat_map(|map| arena.children(map)).find(|&id| arena.key_text(id) == name);
    }
    let schema = description.resolve(schema)?;
    let items = || arena.member(schema, KnownKey::Items);
    match which {
        PartSelector::Named(_) => None,
        PartSelector::At(at) => {
            let listed = arena.member(schema, KnownKey::PrefixItems).and_then(|list| arena.children(list).nth(*at));
            listed.or_else(items)
        }
        PartSelector::Rest => items(),
    }
}

/// Returns true if the media type around a node has parts. Inside the components it is unknown, and the result is true.
fn has_parts(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    media_range(description, id).is_none_or(|range| range.has_parts())
}

/// Returns the media type around a node.
fn media_range(description: &ResolvedDescription<'_>, id: NodeId) -> Option<MediaRange> {
    let arena = description.arena();
    let mut ancestors = arena.ancestors(id);
    let media_type =
        ancestors.find(|&id| arena.parent(id).is_some_and(|parent| arena.key(parent) == KnownKey::Content.key()));
    media_type.map(|id| MediaRange::parse(arena.key_text(id)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::in_operation;

    const FORM: &str = "application/x-www-form-urlencoded";
    const PARTS: &str = "multipart/form-data";

    fn form_of(media_type: &str, part: &Value) -> Value {
        let properties = json!({"logo": {"type": "string"}, "ids": {"type": "array", "items": {"type": "string"}}});
        let schema = json!({"type": "object", "properties": properties});
        in_operation(&json!({"requestBody": {"content": {media_type: {"schema": schema, "encoding": part}}}}))
    }

    #[test]
    fn the_media_types_of_a_part_are_compared_by_range() {
        let (narrowed, widened) = (Relation::Narrowed, Relation::Widened);
        for (before, after, expected) in [
            (json!({"contentType": "image/png"}), json!({"contentType": "image/*"}), Some(widened)),
            (json!({"contentType": "image/png, image/gif"}), json!({"contentType": "image/gif"}), Some(narrowed)),
            (json!({"contentType": "image/png,image/gif"}), json!({"contentType": "image/gif, image/png"}), None),
            (json!({"contentType": "text/plain"}), json!({}), None),
            (json!({"contentType": "image/png"}), json!({}), Some(Relation::Incomparable)),
        ] {
            let [before, after] = [before, after].map(|logo| form_of("multipart/form-data", &json!({"logo": logo})));
            let found = examples::events(Facet::EncodingContentType, &before, &after);
            assert_eq!(found, expected.map(Event::Changed).into_iter().collect::<Vec<_>>(), "{before} {after}");
        }
    }

    #[test]
    fn part_without_encoding_has_the_default_style() {
        let with = |part: Value| form_of("application/x-www-form-urlencoded", &part);
        let none = in_operation(&json!({}));
        assert_ne!(with(json!({})), none);
        assert_eq!(examples::facets(&with(json!({})), &with(json!({"ids": {"explode": true}}))), []);
        assert_eq!(
            examples::facets(&with(json!({})), &with(json!({"ids": {"explode": false}}))),
            [Facet::EncodingStyle]
        );
        assert_eq!(
            examples::facets(&with(json!({"logo": {"contentType": "image/png"}})), &with(json!({}))),
            [Facet::EncodingContentType]
        );
        assert_eq!(
            examples::facets(&with(json!({"ids": {"allowReserved": true}})), &with(json!({}))),
            [Facet::AllowReserved]
        );
    }

    #[test]
    fn a_property_comes_and_goes_with_its_encoding() {
        let form = |media_type: &str, names: &[&str]| {
            let properties: serde_json::Map<String, Value> =
                names.iter().map(|&name| (name.to_owned(), json!({"type": "array"}))).collect();
            let part = json!({"style": "deepObject", "explode": true, "contentType": "text/csv",
                "headers": {"X-Rows": {"required": true, "schema": {"type": "integer"}}}});
            let encoding: serde_json::Map<String, Value> =
                names.iter().map(|&name| (name.to_owned(), part.clone())).collect();
            let schema = json!({"allOf": [{"properties": properties}]});
            let content = json!({media_type: {"schema": schema, "encoding": encoding}});
            in_operation(&json!({"requestBody": {"content": content}}))
        };
        for media_type in ["application/x-www-form-urlencoded", "multipart/form-data"] {
            let (one, two) = (form(media_type, &["a"]), form(media_type, &["a", "b"]));
            assert_eq!(examples::facets(&one, &two), [Facet::Property], "{media_type}");
            assert_eq!(examples::facets(&two, &one), [Facet::Property], "{media_type}");
        }
    }

    #[test]
    fn encoding_of_a_media_type_without_parts_is_docs() {
        let with = |part: Value| form_of("application/json", &part);
        assert_eq!(examples::facets(&with(json!({})), &with(json!({"ids": {"explode": false}}))), [Facet::Docs]);
    }

    /// Returns the facets of the facts for a changed encoding. Both directions have the same facets.
    fn changed(version: &str, media_type: &str, schema: &Value, before: &Value, after: &Value) -> Vec<Facet> {
        let of = |encoding: &Value| {
            let object = json!({"type": "object", "properties": {"a": schema}});
            let content = json!({media_type: {"schema": object, "encoding": {"a": encoding}}});
            let mut description = in_operation(&json!({"requestBody": {"content": content}}));
            description["openapi"] = json!(version);
            description
        };
        let there = examples::facets(&of(before), &of(after));
        assert_eq!(examples::facets(&of(after), &of(before)), there, "{after} {before}");
        there
    }

    #[test]
    fn number_in_a_form_has_the_same_digits_as_json() {
        let json = json!({"contentType": "application/json"});
        let (number, text) = (json!({"type": "integer"}), json!({"type": "string"}));
        assert_eq!(changed("3.1.0", FORM, &number, &json!({}), &json), []);
        assert_eq!(changed("3.1.0", FORM, &text, &json!({}), &json), [Facet::EncodingContentType]);
        assert_eq!(changed("3.1.0", PARTS, &number, &json!({}), &json), [Facet::EncodingContentType]);
    }

    #[test]
    fn one_element_needs_no_separator() {
        let list = json!({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 1});
        assert_eq!(changed("3.1.0", FORM, &list, &json!({}), &json!({"explode": false})), [Facet::Docs]);
    }

    #[test]
    fn a_part_is_of_the_media_type_that_follows_from_its_schema() {
        let list = |items: Value| json!({"type": "array", "items": items});
        let binary = json!({"type": "string", "format": "binary"});
        for (version, schema, media_type) in [
            ("3.0.3", json!({"type": "boolean"}), "text/plain"),
            ("3.0.3", list(list(json!({"type": "boolean"}))), "text/plain"),
            ("3.0.3", json!({"type": "object"}), "application/json"),
            ("3.0.3", list(json!({"type": "object"})), "application/json"),
            ("3.0.3", binary.clone(), "application/octet-stream"),
            ("3.0.3", list(binary), "application/octet-stream"),
            ("3.1.0", json!({}), "application/octet-stream"),
            ("3.1.0", list(json!({})), "application/octet-stream"),
            ("3.1.0", json!({"type": "string", "contentEncoding": "base64"}), "application/octet-stream"),
        ] {
            let encoding = json!({"contentType": media_type});
            assert_eq!(changed(version, PARTS, &schema, &json!({}), &encoding), [], "{version} {schema}");
        }
    }
}
