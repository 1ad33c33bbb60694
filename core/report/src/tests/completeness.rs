//! Completeness: any changed location of a description is in the report.

use proptest::prelude::*;
use serde_json::{Value, json};
use waybill_openapi::{Limits, Loader};

use super::super::{CompareOptions, Comparison, Progress, Report, compare};

fn base() -> Value {
    let mut base: Value = serde_json::from_str(include_str!("../../../rules/base.json")).unwrap();
    base["x-owner"] = json!({"team": ["a", "b"], "since": 1});
    base["servers"] = json!([{"url": "https://a.example"}]);
    base["paths"]["/shipments"]["get"]["security"] = json!([{"key": []}]);
    base["components"]["schemas"]["Shipment"]["properties"]["state"] =
        json!({"oneOf": [{"enum": ["a", "b"]}, {"$ref": "#/components/schemas/Circle"}]});
    base["components"]["schemas"]["Circle"] = json!({"type": "object", "not": {"required": ["z"]}, "properties": {"next": {"$ref": "#/components/schemas/Circle"}}});
    base
}

fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    if !at.is_empty() {
        found.push(at.to_owned());
    }
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            pointers(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
        }),
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(index, value)| pointers(value, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

fn report(old: &Value, new: &Value) -> Option<Report> {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).ok()
}

fn remove(document: &mut Value, pointer: &str) {
    let (parent, token) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(&token.replace("~1", "/").replace("~0", "~"))),
        Value::Array(elements) => drop(elements.remove(token.parse::<usize>().unwrap())),
        _ => {}
    }
}

/// Returns true for the only locations whose change is not reported: the versions of the format and the release.
fn is_silent(pointer: &str) -> bool {
    ["/openapi", "/info/version"].contains(&pointer)
}

#[test]
fn removing_any_one_place_is_reported_from_both_sides() {
    let base = base();
    let mut places = Vec::new();
    pointers(&base, "", &mut places);
    assert!(places.len() > 130, "{}", places.len());
    for pointer in places.iter().filter(|pointer| !is_silent(pointer)) {
        let mut changed = base.clone();
        remove(&mut changed, pointer);
        let (Some(there), Some(back)) = (report(&base, &changed), report(&changed, &base)) else { continue };
        assert!(!there.changes.is_empty(), "removing {pointer} is not reported");
        assert!(!back.changes.is_empty(), "adding {pointer} is not reported");
    }
}

#[test]
fn changing_any_one_scalar_is_reported() {
    let base = base();
    let mut places = Vec::new();
    pointers(&base, "", &mut places);
    for pointer in places.iter().filter(|pointer| !is_silent(pointer)) {
        let mut changed = base.clone();
        let value = changed.pointer_mut(pointer).unwrap();
        *value = match value {
            Value::String(text) => json!(format!("{text}x")),
            Value::Bool(flag) => json!(!*flag),
            Value::Number(_) => json!(17),
            _ => continue,
        };
        let Some(report) = report(&base, &changed) else { continue };
        assert!(!report.changes.is_empty(), "changing {pointer} is not reported");
    }
}

#[test]
fn values_of_a_wrong_kind_are_reported_as_unclassified() {
    let with = |operation: Value| json!({"openapi": "3.1.0", "paths": {"/a": {"get": operation}}});
    let schema =
        |value: Value| with(json!({"responses": {"200": {"description": "", "content": {"a/b": {"schema": value}}}}}));
    for (old, new) in [
        (schema(json!("string")), schema(json!("integer"))),
        (schema(json!(null)), schema(json!("integer"))),
        (schema(json!([])), schema(json!(1))),
        (schema(json!({"properties": {"a": "string"}})), schema(json!({"properties": {"a": "integer"}}))),
        (with(json!({"parameters": {"name": "a"}})), with(json!({}))),
        (with(json!({"parameters": {"name": "a"}})), with(json!({"parameters": {"name": "b"}}))),
        (with(json!({"responses": [1]})), with(json!({"responses": [2]}))),
        (with(json!({"requestBody": "a"})), with(json!({"requestBody": "b"}))),
        (schema(json!({})), schema(json!({"allOf": 1}))),
        (schema(json!({"allOf": {"a": 1}})), schema(json!({"allOf": {"b": 1}}))),
        (schema(json!({})), schema(json!({"oneOf": {"a": {}}}))),
        (schema(json!({})), schema(json!({"required": "a"}))),
        (schema(json!({"type": 1})), schema(json!({"type": {}}))),
        (schema(json!({"not": []})), schema(json!({"not": "a"}))),
        (schema(json!({"additionalProperties": "a"})), schema(json!({"additionalProperties": 1}))),
        (schema(json!({})), schema(json!({"dependentRequired": {"a": "b"}}))),
        (schema(json!({})), schema(json!({"deprecated": "yes"}))),
        (schema(json!({"discriminator": "a"})), schema(json!({"discriminator": []}))),
        (with(json!({})), with(json!({"servers": null}))),
        (with(json!({"tags": "a"})), with(json!({"tags": "b"}))),
        (
            with(json!({"parameters": [{"name": "a", "in": "query"}]})),
            with(json!({"parameters": [{"name": "a", "in": "query", "required": "true"}]})),
        ),
        (json!({"openapi": "3.1.0", "info": {"version": true}}), json!({"openapi": "3.1.0", "info": {"version": [1]}})),
        (json!({"openapi": "3.1.0", "components": "a"}), json!({"openapi": "3.1.0"})),
    ] {
        for (from, to) in [(&old, &new), (&new, &old)] {
            let report = report(from, to).unwrap();
            let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
            assert!(rules.iter().any(|rule| rule.starts_with("unclassified")), "{from} {to}: {rules:?}");
        }
    }
}

#[test]
fn invalid_subschema_is_only_a_composition_change() {
    let with = |schema: &Value| {
        let mut document = with_property(schema);
        // `propertyNames` is not a keyword in earlier versions.
        document["openapi"] = json!("3.1.0");
        document
    };
    let base = with(&json!({"type": "object"}));
    for odd in
        [json!({"additionalProperties": "a"}), json!({"not": 1}), json!({"propertyNames": 1}), json!({"anyOf": 1})]
    {
        let mut schema = json!({"type": "object"});
        schema.as_object_mut().unwrap().extend(odd.as_object().unwrap().clone());
        let report = report(&base, &with(&schema)).unwrap();
        let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
        assert_eq!(rules, ["composition-changed"], "{odd}");
    }
}

/// Returns a description with one path. It refers to a path item with these members, and has some members itself.
fn with_item(beside: &Value, item: &Value) -> Value {
    let mut entry = json!({"$ref": "#/components/pathItems/Item"});
    entry.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
    json!({"openapi": "3.1.0", "paths": {"/a": entry}, "components": {"pathItems": {"Item": item}}})
}

#[test]
fn siblings_of_a_path_item_reference_apply_to_its_operations() {
    let parameter = |required: bool| json!({"parameters": [{"name": "q", "in": "query", "required": required, "schema": {"type": "string"}}]});
    let servers = |url: &str| json!({"servers": [{"url": url}]});
    let none = json!({});
    for (old, new, expected) in [
        (&none, &parameter(true), &["required-parameter-added"][..]),
        (&parameter(false), &none, &["parameter-removed"]),
        (&parameter(false), &parameter(true), &["parameter-became-required"]),
        (&servers("https://a"), &servers("https://b"), &["server-changed"]),
        (&none, &servers("https://b"), &["server-removed", "server-added"]),
        (&none, &json!({"post": {}}), &["operation-added"]),
        (&json!({"summary": "a"}), &none, &["docs-changed"]),
    ] {
        let item = json!({"get": {"responses": {"200": {"description": ""}}}});
        let report = report(&with_item(old, &item), &with_item(new, &item)).unwrap();
        let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
        assert_eq!(rules, expected, "{old} {new}");
    }
}

#[test]
fn siblings_of_a_path_item_reference_may_move_inside() {
    let get = json!({"get": {"responses": {"200": {"description": ""}}}});
    let parameters = json!([{"name": "q", "in": "query", "schema": {"type": "string"}}]);
    for (word, value) in [
        ("servers", json!([{"url": "https://a"}])),
        ("parameters", parameters),
        ("post", json!({"requestBody": {"content": {"a/b": {"schema": {"maxLength": 5}}}}})),
    ] {
        let beside = json!({word: value});
        let mut inside = get.clone();
        inside[word] = value;
        let inline = json!({"openapi": "3.1.0", "paths": {"/a": inside}, "components": {"pathItems": {"Item": get}}});
        let (beside, inside) = (with_item(&beside, &get), with_item(&json!({}), &inside));
        for (from, to) in [(&beside, &inside), (&inside, &beside), (&beside, &inline), (&inline, &beside)] {
            let report = report(from, to).unwrap();
            let rules: Vec<&str> = report.changes.iter().map(|change| change.rule).collect();
            assert!(rules.iter().all(|rule| rule.starts_with("unused-component")), "{from} {to}: {rules:?}");
        }
    }
}

/// Returns the base description with a property of this schema in `Circle`.
fn with_property(schema: &Value) -> Value {
    let mut base = base();
    base["components"]["schemas"]["Circle"]["properties"]["held"] = schema.clone();
    base
}

#[test]
fn unusual_schemas_and_content_changes_are_reported() {
    for (before, after) in [
        // Without `type`, only the values define the types.
        (json!({"const": "a"}), json!({"const": {"a": 1}})),
        (json!({"enum": ["a"]}), json!({"enum": [1]})),
        (json!({"enum": ["a"]}), json!({"enum": []})),
        (json!({"type": "string"}), json!({"type": "string", "items": {"type": "string"}})),
        (json!({"allOf": [{"type": "string"}]}), json!({"allOf": [{"type": "string"}, 7]})),
        (json!({"allOf": [{"type": "string"}]}), json!({"allOf": [{"type": "string"}, false]})),
    ] {
        let (old, new) = (with_property(&before), with_property(&after));
        for (old, new) in [(&old, &new), (&new, &old)] {
            let report = report(old, new).unwrap();
            assert!(!report.changes.is_empty(), "{before} and {after}");
        }
    }
    let (old, mut new) = (base(), base());
    let content = new.pointer_mut("/paths/~1shipments/get/responses/200/content").unwrap();
    content["x-note"] = json!(1);
    assert_eq!(report(&old, &new).unwrap().changes.len(), 1);
    content_without_extension(&mut new)["x-world/x-vrml"] = json!({"schema": {}});
    assert_eq!(report(&old, &new).unwrap().changes[0].rule, "response-media-type-added");
}

fn content_without_extension(document: &mut Value) -> &mut Value {
    let content = document.pointer_mut("/paths/~1shipments/get/responses/200/content").unwrap();
    content.as_object_mut().unwrap().remove("x-note");
    content
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn several_changes_at_once_are_each_reported_and_ids_stay_apart(picks in proptest::collection::vec(0_usize..150, 1..6)) {
        let base = base();
        let mut places = Vec::new();
        pointers(&base, "", &mut places);
        let mut changed = base.clone();
        let mut removed = Vec::new();
        for pick in picks {
            let pointer = &places[pick % places.len()];
            if !is_silent(pointer) && pointer != "/info" && changed.pointer(pointer).is_some() {
                remove(&mut changed, pointer);
                removed.push(pointer);
            }
        }
        if let Some(report) = report(&base, &changed) {
            prop_assert_eq!(report.changes.is_empty(), removed.is_empty(), "without {:?}", removed);
            let mut ids: Vec<&str> = report.changes.iter().map(|change| change.id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            prop_assert_eq!(ids.len(), report.changes.len());
        }
    }

    #[test]
    fn a_comparison_in_steps_of_any_size_gives_the_same_report(
        picks in proptest::collection::vec(0_usize..150, 0..6),
        budgets in proptest::collection::vec(0_usize..7, 1..9),
    ) {
        let base = base();
        let mut places = Vec::new();
        pointers(&base, "", &mut places);
        let mut changed = base.clone();
        for pick in picks {
            let pointer = &places[pick % places.len()];
            if changed.pointer(pointer).is_some() {
                remove(&mut changed, pointer);
            }
        }
        let expected = report(&base, &changed);
        let (old, new) = (base.to_string(), changed.to_string());
        let read = |name, text: &str| Loader::new(name, text.as_bytes().to_vec(), &Limits::default()).ok();
        let (Some(old), Some(new)) = (read("previous", &old), read("current", &new)) else {
            prop_assert_eq!(expected, None);
            return Ok(());
        };
        let (old, new) = (old.finish(), new.finish());
        let mut comparison = Comparison::new(&old, &new, &CompareOptions::default());
        let mut before = (0, 0);
        // A budget of 0 performs no step and has no other effect.
        for budget in budgets.into_iter().chain(std::iter::repeat(1)) {
            match comparison.advance(budget).unwrap() {
                Progress::Finished(report) => {
                    prop_assert_eq!(Some(*report), expected);
                    break;
                }
                Progress::Working { phase: _, done, total } => {
                    prop_assert!(done >= before.0 + usize::from(budget > 0) && done < total && total >= before.1);
                    before = (done, total);
                }
            }
        }
    }
}
