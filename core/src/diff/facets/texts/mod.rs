//! Values that are written as text, in parameters, headers, fields of forms and plain texts: which texts are accepted is
//! what counts, and another type need not be another text. A number is a text as well, a list of exactly one is written as
//! that one (OpenAPI 3.1.1 section 4.8.12.4), and for null nothing is sent.

mod pieces;
mod read;
mod writing;

use pieces::Texts;
pub(super) use read::SCALARS;
use read::{Reader, text_of};
use writing::Writing;

use super::types;
use crate::diff::as_text::Candidate;
use crate::diff::conjuncts::is_annotation;
use crate::diff::differ::{Differ, Visit};
use crate::diff::fact::{Event, Facet, Fact, Relation};
use crate::diff::form::Form;
use crate::diff::inclusion::Side;
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::diff::types::TypeSet;
use crate::diff::written::{Manner, Text};
use crate::openapi::{Description, Kind, NodeId, Site, Word};

/// Two schemas that stand in the same place: says how their texts relate, where that is known and more than what their
/// types and keywords say. Whether their values are texts for which null is nothing.
pub(super) fn of_schema(differ: &mut Differ<'_>, unit: usize, visit: &Visit) -> bool {
    let &Visit { site, old, new, whole } = visit;
    let manners = (Manner::of(differ.sides.old, whole.0), Manner::of(differ.sides.new, whole.1));
    let texts = match manners {
        (Manner::Text(before), Manner::Text(after)) => (before, after),
        // What one side refers to is written as the other side is, which stands in its place.
        (Manner::Text(text), Manner::Open(_)) | (Manner::Open(_), Manner::Text(text)) => (text, text),
        (Manner::Open(_), Manner::Open(_)) => {
            if site != Site::Branch {
                of_definition(differ, unit, (old, new));
            }
            return false;
        }
        _ => return false,
    };
    if site != Site::Branch {
        of_text(differ, unit, (old, new), texts);
    }
    texts.0.null_is_nothing && texts.1.null_is_nothing
}

fn of_text(differ: &mut Differ<'_>, unit: usize, (old, new): (NodeId, NodeId), (before, after): (Text, Text)) {
    let kinds = types_of(differ, (old, new));
    let both_null = kinds.0.meets(TypeSet::NULL) == kinds.1.meets(TypeSet::NULL);
    if !(both_null || before.null_is_nothing && after.null_is_nothing) || !is_open(differ, unit, (old, new)) {
        return;
    }
    let lists = before.lists && after.lists;
    let relation = relation(differ, (old, new), (before.form, after.form), lists);
    let kinds = (kinds.0.without(TypeSet::NULL), kinds.1.without(TypeSet::NULL));
    // Which formats bound what others do already is for the facet of formats to say.
    let formats = differ.sides.word(old, new, Word::Format);
    let is_format_open = kinds.0 == kinds.1 && differ.places.is_open(formats.0, formats.1);
    let relation = relation.filter(|_| !is_format_open);
    if !both_null || kinds.0 != kinds.1 && relation.is_some() {
        differ.texts.add((old, new));
    }
    match relation {
        Some(Relation::Same) => {
            push_idle(differ, unit, (old, new));
            settle(differ, unit, (old, new), Claim::Neutral);
        }
        Some(relation) if kinds.0 != kinds.1 => {
            types::said(differ, unit, (old, new), kinds, relation);
            settle(differ, unit, (old, new), Claim::Fact);
        }
        _ => {}
    }
}

/// What a definition describes may be text to some who refer to it.
fn of_definition(differ: &mut Differ<'_>, unit: usize, (old, new): (NodeId, NodeId)) {
    let kinds = types_of(differ, (old, new));
    let texts = SCALARS.or(TypeSet::ARRAY).or(TypeSet::NULL);
    if kinds.0 == kinds.1 || !kinds.0.or(kinds.1).within(texts) {
        return;
    }
    let null = kinds.0.meets(TypeSet::NULL) != kinds.1.meets(TypeSet::NULL);
    let lists = kinds.0.or(kinds.1).meets(TypeSet::ARRAY);
    let null_alone = kinds.0.differs_in_null_alone(kinds.1);
    let relation = if null_alone {
        Some(Relation::Same)
    } else {
        let form = Candidate::form();
        relation(differ, (old, new), (form, form), true)
    };
    if let Some(relation) = relation {
        differ.text_candidates.push(Candidate { unit, old, new, relation, lists, null, null_alone });
    }
}

fn types_of(differ: &mut Differ<'_>, (old, new): (NodeId, NodeId)) -> (TypeSet, TypeSet) {
    (differ.old_types.of(Some(old)), differ.new_types.of(Some(new)))
}

/// How the texts of two schemas relate, where that is known.
fn relation(
    differ: &mut Differ<'_>,
    (old, new): (NodeId, NodeId),
    (before, after): (Form, Form),
    lists: bool,
) -> Option<Relation> {
    let old = writing(differ, Side::Old, old, lists)?;
    let new = writing(differ, Side::New, new, lists)?;
    old.relation(before, &new, after)
}

fn writing(differ: &mut Differ<'_>, side: Side, schema: NodeId, lists: bool) -> Option<Writing> {
    let (description, types) = match side {
        Side::Old => (differ.sides.old, &mut differ.old_types),
        Side::New => (differ.sides.new, &mut differ.new_types),
    };
    let mut reader = Reader { description, types, inclusion: &mut differ.inclusion, side, choices: 0 };
    reader.read(schema, lists)
}

/// Whether something differs in two schemas that has not been explained, what tools and people read into them aside.
fn is_open(differ: &Differ<'_>, unit: usize, (old, new): (NodeId, NodeId)) -> bool {
    said_in(differ.sides.old, old).into_iter().any(|id| differ.places.is_old_open_in(unit, id))
        || said_in(differ.sides.new, new).into_iter().any(|id| differ.places.is_new_open_in(unit, id))
}

/// Says that a keyword of two schemas changed and no text with it.
fn push_idle(differ: &mut Differ<'_>, unit: usize, (old, new): (NodeId, NodeId)) {
    let of_old = |id: &NodeId| {
        !is_annotation(differ.sides.old, *id)
            && said_in(differ.sides.old, *id).iter().any(|&id| differ.places.is_old_open_in(unit, id))
    };
    let of_new = |id: &NodeId| {
        !is_annotation(differ.sides.new, *id)
            && said_in(differ.sides.new, *id).iter().any(|&id| differ.places.is_new_open_in(unit, id))
    };
    let (olds, news) = (differ.sides.old.arena(), differ.sides.new.arena());
    let lost = olds.children(old).find(of_old).map(|id| (Some(id), differ.sides.in_new(new, id)));
    let Some((before, after)) = lost.or_else(|| news.children(new).find(of_new).map(|id| (None, Some(id)))) else {
        return;
    };
    let event = match (before, after) {
        (None, _) => Event::Added,
        (_, None) => Event::Removed,
        _ => Event::Changed(Relation::Unknown),
    };
    let name = before.map(|id| olds.key_text(id)).or(after.map(|id| news.key_text(id))).unwrap_or_default();
    let cause = (before.unwrap_or(old), after.unwrap_or(new));
    let fact = Fact::new(Facet::Inert, event, Some(cause.0), Some(cause.1), Affected::Unit(unit));
    differ.facts.push(fact.named(name));
}

/// Claims all of that.
fn settle(differ: &mut Differ<'_>, unit: usize, (old, new): (NodeId, NodeId), claim: Claim) {
    for id in said_in(differ.sides.old, old) {
        differ.places.claim_old_in(unit, id, claim);
    }
    for id in said_in(differ.sides.new, new) {
        differ.places.claim_new_in(unit, id, claim);
    }
}

/// A schema and all that it says of values.
fn said_in(description: &Description<'_>, schema: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    let (mut found, mut waiting) = (Vec::new(), vec![schema]);
    while let Some(id) = waiting.pop() {
        found.push(id);
        waiting.extend(arena.children(id).filter(|&member| !is_annotation(description, member)));
    }
    found
}

/// Whether two values are written as the same text; null is none, and nothing is none either.
pub(super) fn are_same(differ: &Differ<'_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let text = |description: &Description<'_>, id: Option<NodeId>| match id {
        Some(id) if description.arena().kind(id) != Kind::Null => text_of(description, id).map(Some),
        _ => Some(None),
    };
    let texts = text(differ.sides.old, old).zip(text(differ.sides.new, new));
    texts.is_some_and(|(before, after)| before == after)
}

/// Whether a schema, where it is plain text, leaves out no text.
pub(super) fn is_any_text(differ: &mut Differ<'_>, side: Side, schema: NodeId) -> bool {
    let types = match side {
        Side::Old => differ.old_types.of(Some(schema)),
        Side::New => differ.new_types.of(Some(schema)),
    };
    !types.meets(TypeSet::NULL) && writing(differ, side, schema, false).is_some_and(|all| Texts::any().within(&all.one))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::diff::facets::examples::{description, events, facets, found, in_operation};
    use crate::diff::{Event, Facet, Relation};

    fn with(members: &Value) -> Value {
        let mut parameter = json!({"name": "id", "in": "query"});
        for (name, value) in members.as_object().unwrap() {
            parameter[name] = value.clone();
        }
        in_operation(&json!({"parameters": [parameter]}))
    }

    #[test]
    fn a_parameter_takes_the_texts_it_took() {
        let list = |items: Value| json!({"type": "array", "items": items});
        for (before, after, expected) in [
            (json!({"type": "integer"}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer", "minimum": 1}), json!({"type": "string", "title": "a"}), Relation::Widened),
            (json!({"type": "boolean"}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer"}), json!({"type": "string", "format": "uuid"}), Relation::Incomparable),
            (json!({"type": "integer"}), json!({"type": "string", "maxLength": 3}), Relation::Incomparable),
            (json!({"type": "integer"}), json!({"type": "boolean"}), Relation::Incomparable),
            (json!({"type": "string"}), json!({"type": "object"}), Relation::Incomparable),
            (json!({"type": "string"}), list(json!({"type": "string"})), Relation::Widened),
            (json!({"enum": ["a"]}), list(json!({"enum": ["a", "b"]})), Relation::Widened),
            (json!({"enum": ["a", "c"]}), list(json!({"enum": ["a", "b"]})), Relation::Incomparable),
            (json!({"type": "string"}), list(json!({"type": "integer"})), Relation::Incomparable),
            (
                json!({"type": "string"}),
                json!({"type": "array", "items": {"type": "string"}, "minItems": 2}),
                Relation::Incomparable,
            ),
        ] {
            let (old, new) = (with(&json!({"schema": before})), with(&json!({"schema": after})));
            assert_eq!(events(Facet::Type, &old, &new), [Event::Changed(expected)], "{before} {after}");
            assert_eq!(events(Facet::Type, &new, &old), [Event::Changed(expected.mirrored())], "{after} {before}");
        }
    }

    #[test]
    fn an_element_is_a_text_as_a_value_by_itself_is() {
        let list = |items: Value| json!({"type": "array", "items": items});
        for (before, after, expected) in [
            (json!({"type": "integer"}), json!({"type": "string"}), Relation::Widened),
            (json!({"enum": [1, 2]}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer"}), json!({"type": "string", "maxLength": 3}), Relation::Incomparable),
            (json!({"type": "integer"}), list(json!({"type": "integer"})), Relation::Incomparable),
            (list(json!({"type": "integer"})), json!({"type": "string"}), Relation::Incomparable),
        ] {
            let (old, new) = (with(&json!({"schema": list(before)})), with(&json!({"schema": list(after)})));
            assert_eq!(events(Facet::Type, &old, &new), [Event::Changed(expected)], "{old} {new}");
            assert_eq!(events(Facet::Type, &new, &old), [Event::Changed(expected.mirrored())], "{new} {old}");
        }
    }

    #[test]
    fn a_list_whose_elements_are_joined_is_a_text() {
        for (form, expected) in [
            (json!({"in": "header"}), Relation::Widened),
            (json!({"in": "header", "explode": true}), Relation::Widened),
            (json!({"explode": false}), Relation::Widened),
            (json!({"style": "pipeDelimited"}), Relation::Widened),
            (json!({"style": "pipeDelimited", "explode": true}), Relation::Incomparable),
            (json!({"style": "deepObject", "explode": false}), Relation::Incomparable),
            (json!({}), Relation::Incomparable),
        ] {
            let with = |schema: Value| {
                let mut members = form.clone();
                members["schema"] = schema;
                with(&members)
            };
            let list = with(json!({"type": "array", "items": {"type": "integer"}, "maxItems": 4}));
            let (text, short) = (with(json!({"type": "string"})), with(json!({"type": "string", "maxLength": 4})));
            assert_eq!(events(Facet::Type, &list, &text), [Event::Changed(expected)], "{form}");
            assert_eq!(events(Facet::Type, &text, &list), [Event::Changed(expected.mirrored())], "{form}");
            assert_eq!(events(Facet::Type, &list, &short), [Event::Changed(Relation::Incomparable)], "{form}");
        }
    }

    #[test]
    fn a_text_that_may_hold_the_separator_is_no_list_of_one() {
        let list = |kind: &str| json!({"type": "array", "items": {"type": kind}});
        for (kind, expected) in [("string", Relation::Narrowed), ("integer", Relation::Widened)] {
            let with = |schema| with(&json!({"in": "header", "schema": schema}));
            let found = events(Facet::Type, &with(json!({"type": kind})), &with(list(kind)));
            assert_eq!(found, [Event::Changed(expected)], "{kind}");
        }
    }

    /// Whatever is found out about two schemas of a parameter, and that the other way round it is the same, mirrored.
    fn relations(members: &Value, before: &Value, after: &Value) -> Vec<Relation> {
        let with = |schema: &Value| {
            let mut members = members.clone();
            members["schema"] = schema.clone();
            with(&members)
        };
        let of = |old: &Value, new: &Value| {
            let said = |facet| ![Facet::Docs, Facet::Inert, Facet::SpecificationVersion].contains(&facet);
            let found = found(old, new, |fact| (said(fact.facet), fact.event));
            let relation = |event| match event {
                Event::Changed(relation) => relation,
                Event::Added => Relation::Narrowed,
                Event::Removed => Relation::Widened,
            };
            found.into_iter().filter(|(said, _)| *said).map(|(_, event)| relation(event)).collect::<Vec<_>>()
        };
        let (old, new) = (with(before), with(after));
        let there = of(&old, &new);
        let back: Vec<Relation> = of(&new, &old).into_iter().map(Relation::mirrored).collect();
        assert_eq!(there, back, "{before} {after}");
        there
    }

    #[test]
    fn the_same_texts_are_no_change() {
        let query = json!({"in": "query"});
        for (before, after) in [
            (json!({"type": "boolean"}), json!({"enum": ["true", "false"]})),
            (json!({"type": "boolean"}), json!({"type": "string", "pattern": "^(true|false)$"})),
            (json!({"type": "integer", "minimum": 1, "maximum": 3}), json!({"enum": ["3", "1", "2"]})),
            (json!({"enum": [1, "a", true]}), json!({"type": "string", "enum": ["1", "a", "true"]})),
            (json!({"type": ["integer", "string"]}), json!({"type": "string"})),
            (json!({"anyOf": [{"type": "number"}, {"type": "string"}]}), json!({"type": "string"})),
            (json!({"type": ["string", "null"], "default": null}), json!({"type": "string"})),
            (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), json!({"type": "string"})),
            (json!({"type": "integer", "default": 1, "enum": [1]}), json!({"enum": ["1"], "default": "1"})),
        ] {
            assert_eq!(relations(&query, &before, &after), [], "{before} {after}");
        }
    }

    #[test]
    fn what_became_of_the_texts_is_said_once() {
        let query = json!({"in": "query"});
        for (before, after, expected) in [
            (json!({"type": "integer", "minimum": 0}), json!({"type": "string", "minLength": 1}), Relation::Widened),
            (json!({"type": "boolean"}), json!({"type": "string", "minLength": 5}), Relation::Incomparable),
            (json!({"enum": ["1", "2"]}), json!({"type": "integer", "minimum": 1}), Relation::Widened),
            (json!({"type": "integer"}), json!({"enum": ["1", "2"]}), Relation::Narrowed),
            (
                json!({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}),
                json!({"type": "string"}),
                Relation::Widened,
            ),
        ] {
            assert_eq!(relations(&query, &before, &after), [expected], "{before} {after}");
        }
    }

    #[test]
    fn a_list_of_exactly_one_is_written_as_that_one() {
        let list = |more: Value| {
            let mut list = json!({"type": "array", "items": {"type": "integer"}});
            for (name, value) in more.as_object().unwrap() {
                list[name] = value.clone();
            }
            list
        };
        let (one, two) = (json!({"minItems": 1, "maxItems": 1}), json!({"minItems": 2}));
        let integer = json!({"type": "integer"});
        for (form, more, expected) in [
            (json!({"in": "query"}), &one, None),
            (json!({"in": "query", "explode": false}), &one, None),
            (json!({"in": "header"}), &one, None),
            (json!({"in": "query"}), &two, Some(Relation::Incomparable)),
            (json!({"in": "query"}), &json!({}), Some(Relation::Narrowed)),
        ] {
            let expected: Vec<Relation> = expected.into_iter().collect();
            assert_eq!(relations(&form, &list(more.clone()), &integer), expected, "{form} {more}");
        }
        let booleans = |more: &str| {
            let bound: Value = serde_json::from_str(more).unwrap();
            let mut booleans = list(bound);
            booleans["items"] = json!({"type": "boolean"});
            booleans
        };
        let (unique, bounded) = (booleans(r#"{"uniqueItems":true}"#), booleans(r#"{"uniqueItems":true,"maxItems":2}"#));
        assert_eq!(relations(&json!({"in": "query"}), &unique, &bounded), []);
    }

    fn body(media: &str, schema: &Value) -> Value {
        let content = json!({media: {"schema": schema}});
        description(&json!({"paths": {"/a": {"post": {
            "requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}
        }}}}))
    }

    #[test]
    fn fields_of_forms_and_plain_texts_are_texts() {
        let form = |kind: Value| json!({"type": "object", "properties": {"a": kind}});
        let parts = "multipart/form-data";
        let (flag, words) = (json!({"type": "boolean"}), json!({"type": "string", "enum": ["true", "false"]}));
        for (media, before, after, expected) in [
            ("application/x-www-form-urlencoded", form(flag.clone()), form(words.clone()), false),
            (parts, form(flag.clone()), form(words.clone()), false),
            (parts, form(json!({"type": ["string", "null"]})), form(json!({"type": "string"})), false),
            (parts, form(form(flag.clone())), form(form(words.clone())), true),
            ("text/plain", flag.clone(), words.clone(), false),
            ("text/plain", json!({"type": ["string", "null"]}), json!({"type": "string"}), true),
            ("application/json", flag.clone(), words.clone(), true),
            ("application/json", form(flag), form(words), true),
        ] {
            let mut found = facets(&body(media, &before), &body(media, &after));
            found.retain(|facet| *facet != Facet::Inert);
            assert_eq!(!found.is_empty(), expected, "{media} {before} {after}: {found:?}");
        }
    }

    #[test]
    fn a_plain_text_without_a_schema_is_any_text() {
        let without = |media: &str| {
            let mut without = body(media, &json!({}));
            let operation = &mut without["paths"]["/a"]["post"];
            operation["requestBody"]["content"][media].as_object_mut().unwrap().clear();
            operation["responses"]["200"]["content"][media].as_object_mut().unwrap().clear();
            without
        };
        let (text, short) = (json!({"type": "string"}), json!({"type": "string", "maxLength": 9}));
        assert_eq!(facets(&without("text/plain"), &body("text/plain", &text)), []);
        assert_eq!(facets(&without("text/plain"), &body("text/plain", &short)), [Facet::Schema; 2]);
        assert_eq!(facets(&without("application/json"), &body("application/json", &text)), [Facet::Schema; 2]);
    }
}
