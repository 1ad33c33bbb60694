//! Comparison of the strings that two descriptions allow.

use serde_json::{Value, json};

use crate::facets::tests::examples::{description, events, facets, found, in_operation};
use crate::{Event, Facet, Relation};

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

/// Returns the relations of the facts about two schemas of a parameter, and checks that the reverse change mirrors
/// them.
fn relations(members: &Value, before: &Value, after: &Value) -> Vec<Relation> {
    let with = |schema: &Value| {
        let mut members = members.clone();
        members["schema"] = schema.clone();
        with(&members)
    };
    let of = |old: &Value, new: &Value| {
        let said = |facet| ![Facet::Docs, Facet::KeywordWithoutEffect, Facet::SpecificationVersion].contains(&facet);
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
fn change_of_serialized_texts_is_reported_once() {
    let query = json!({"in": "query"});
    for (before, after, expected) in [
        (json!({"type": "integer", "minimum": 0}), json!({"type": "string", "minLength": 1}), Relation::Widened),
        (json!({"type": "boolean"}), json!({"type": "string", "minLength": 5}), Relation::Incomparable),
        (json!({"enum": ["1", "2"]}), json!({"type": "integer", "minimum": 1}), Relation::Widened),
        (json!({"type": "integer"}), json!({"enum": ["1", "2"]}), Relation::Narrowed),
        (json!({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}), json!({"type": "string"}), Relation::Widened),
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
        found.retain(|facet| *facet != Facet::KeywordWithoutEffect);
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
