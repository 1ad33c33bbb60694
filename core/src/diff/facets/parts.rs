//! How the parts of forms and of `multipart` bodies are written: `contentType`, `style`, `explode`, `allowReserved`
//! (OpenAPI 3.1.1 section 4.8.15). Other media types have no parts, and what is said of them is for readers.

use super::forms::{form, said_in_vain, types_of};
use super::{headers, syntax};
use crate::diff::coverage::Named;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Relation, Shown};
use crate::diff::media_range::MediaRange;
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::openapi::{Description, NodeId, Word};

/// A media type on both sides: parts one side says nothing of.
pub(super) fn of_media_type(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (left, right) = differ.sides.word(old, new, Word::Encoding);
    // An empty map says what a missing one says.
    differ.places.claim(left, right, Claim::Neutral);
    let items = differ.sides.word(old, new, Word::ItemEncoding);
    if items.0.is_some() != items.1.is_some() {
        of(differ, unit, (old, new), "", items);
    }
    let entries = |description: &Description<'_>, id: Option<NodeId>| -> Vec<(String, NodeId)> {
        let arena = description.arena();
        let entries = id.into_iter().flat_map(|id| arena.children(id));
        entries.map(|id| (arena.key_text(id).to_owned(), id)).collect()
    };
    let (before, after) = (entries(differ.sides.old, left), entries(differ.sides.new, right));
    for (name, part) in &before {
        if after.iter().all(|(other, _)| other != name) {
            of(differ, unit, (old, new), name, (Some(*part), None));
        }
    }
    for (name, part) in &after {
        if before.iter().all(|(other, _)| other != name) {
            of(differ, unit, (old, new), name, (None, Some(*part)));
        }
    }
}

/// A part both sides say something of.
pub(super) fn of_encoding(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let holder = |description: &Description<'_>, id| {
        let arena = description.arena();
        let parent = arena.parent(id)?;
        if arena.key(parent) == Word::Encoding.key() { arena.parent(parent) } else { None }
    };
    let holders = holder(differ.sides.old, old).zip(holder(differ.sides.new, new));
    let name = differ.sides.new.arena().key_text(new).to_owned();
    // Parts by position have no property to be described by.
    of(differ, unit, holders.unwrap_or((old, new)), &name, (Some(old), Some(new)));
}

fn of(
    differ: &mut Differ<'_>,
    unit: usize,
    (old, new): (NodeId, NodeId),
    name: &str,
    (left, right): (Option<NodeId>, Option<NodeId>),
) {
    differ.places.claim(left, right, Claim::Neutral);
    if left.is_some() != right.is_some() {
        headers::of_part(differ, unit, (old, left), (new, right));
    }
    let property = (property(differ.sides.old, old, name), property(differ.sides.new, new, name));
    let (from, to) = (left.unwrap_or(old), right.unwrap_or(new));
    let word = |word| -> (Option<NodeId>, Option<NodeId>) {
        let left = left.and_then(|id| differ.sides.old.arena().word(id, word));
        (left, right.and_then(|id| differ.sides.new.arena().word(id, word)))
    };
    let words = [Word::ContentType, Word::Style, Word::Explode, Word::AllowReserved].map(word);
    let [content_type, style, explode, reserved] = words;
    if !has_parts(differ.sides.old, from) || !has_parts(differ.sides.new, to) {
        return said_in_vain(differ, unit, false, &words);
    }
    let types = types_of(differ, property.0, property.1);
    if differ.places.is_open(content_type.0, content_type.1) {
        let before = Types::of(differ.sides.old, content_type.0, property.0, types.names().as_slice());
        let after = Types::of(differ.sides.new, content_type.1, property.1, types.names().as_slice());
        differ.claim(content_type.0, content_type.1);
        let relation = before.relation(&after);
        if relation != Relation::Same {
            let event = Event::Changed(relation);
            let fact = Fact::new(Facet::PartType, event, Some(from), Some(to), Affected::Unit(unit));
            differ.facts.push(fact.named(name).showing(before.shown, after.shown));
        }
    }
    let forms = (form(differ.sides.old, "query", from), form(differ.sides.new, "query", to));
    match forms.0.unlike(forms.1, types) {
        None => said_in_vain(differ, unit, forms.0 == forms.1, &[style, explode]),
        Some((before, after)) => {
            differ.claim(style.0, style.1);
            differ.claim(explode.0, explode.1);
            let event = Event::Changed(Relation::Incomparable);
            let fact = Fact::new(Facet::PartForm, event, Some(from), Some(to), Affected::Unit(unit)).named(name);
            differ.facts.push(fact.showing(Shown::Form(before), Shown::Form(after)));
        }
    }
    if reserved != (None, None) {
        syntax::of_part(differ, unit, from, to, true);
    }
}

/// Whether the media type around a node has parts; one in the components does not say.
fn has_parts(description: &Description<'_>, id: NodeId) -> bool {
    let arena = description.arena();
    let mut ancestors = std::iter::successors(Some(id), |&id| arena.parent(id));
    let media_type =
        ancestors.find(|&id| arena.parent(id).is_some_and(|parent| arena.key(parent) == Word::Content.key()));
    media_type.is_none_or(|id| MediaRange::of(arena.key_text(id)).has_parts())
}

/// The schema of the property a part is of.
fn property(description: &Description<'_>, media_type: NodeId, name: &str) -> Option<NodeId> {
    let arena = description.arena();
    let schema = description.resolve(arena.word(media_type, Word::Schema)?)?;
    let properties = arena.word(schema, Word::Properties)?;
    arena.children(properties).find(|&id| arena.key_text(id) == name)
}

/// The media types a part may be of.
struct Types {
    ranges: Vec<MediaRange>,
    shown: Shown,
}

impl Types {
    fn of(description: &Description<'_>, written: Option<NodeId>, property: Option<NodeId>, types: &[&str]) -> Types {
        let arena = description.arena();
        if let Some((id, text)) = written.and_then(|id| Some((id, arena.string(id)?))) {
            return Types { ranges: text.split(',').map(MediaRange::of).collect(), shown: Shown::Node(id) };
        }
        let default = default(description, property, types);
        Types { ranges: vec![MediaRange::of(default)], shown: Shown::Default(default) }
    }

    fn relation(&self, after: &Types) -> Relation {
        let within = |inner: &Types, outer: &Types| {
            inner.ranges.iter().all(|range| outer.ranges.iter().any(|wide| wide == range || wide.covers(range)))
        };
        Relation::of(within(after, self), within(self, after))
    }
}

/// What a part is where nothing says it (OpenAPI 3.1.1 section 4.8.15.1.1).
fn default(description: &Description<'_>, property: Option<NodeId>, types: &[&str]) -> &'static str {
    let arena = description.arena();
    let property = property.and_then(|id| description.resolve(id));
    let is_binary = property.is_some_and(|id| {
        let format = arena.string_at(id, Word::Format);
        arena.word(id, Word::ContentEncoding).is_some() || format.is_some_and(|format| format == "binary")
    });
    match property {
        None => "application/octet-stream",
        Some(_) if is_binary => "application/octet-stream",
        Some(id) if types.contains(&"array") => {
            let items = arena.word(id, Word::Items).and_then(|items| description.resolve(items));
            let kind = items.and_then(|items| arena.string_at(items, Word::Type));
            if kind.is_some_and(|kind| kind != "object" && kind != "array") { "text/plain" } else { "application/json" }
        }
        Some(_) if types.contains(&"object") => "application/json",
        Some(_) => "text/plain",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::diff::facets::examples::{self, in_operation};

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
            let found = examples::events(Facet::PartType, &before, &after);
            assert_eq!(found, expected.map(Event::Changed).into_iter().collect::<Vec<_>>(), "{before} {after}");
        }
    }

    #[test]
    fn a_part_nothing_is_said_of_is_written_the_usual_way() {
        let with = |part: Value| form_of("application/x-www-form-urlencoded", &part);
        let none = in_operation(&json!({}));
        assert_ne!(with(json!({})), none);
        assert_eq!(examples::facets(&with(json!({})), &with(json!({"ids": {"explode": true}}))), []);
        assert_eq!(examples::facets(&with(json!({})), &with(json!({"ids": {"explode": false}}))), [Facet::PartForm]);
        assert_eq!(
            examples::facets(&with(json!({"logo": {"contentType": "image/png"}})), &with(json!({}))),
            [Facet::PartType]
        );
        assert_eq!(examples::facets(&with(json!({"ids": {"allowReserved": true}})), &with(json!({}))), [Facet::Syntax]);
    }

    #[test]
    fn what_is_said_of_a_media_type_without_parts_is_for_readers() {
        let with = |part: Value| form_of("application/json", &part);
        assert_eq!(examples::facets(&with(json!({})), &with(json!({"ids": {"explode": false}}))), [Facet::Docs]);
    }
}
