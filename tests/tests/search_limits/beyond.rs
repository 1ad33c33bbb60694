//! Far beyond the limits: no break is missed there.

use serde_json::{Value, json};

use crate::composition::{components_built_on_one, definitions_in_a_circle};
use crate::descriptions::{NOT_COVERED, added, elements, members, nested, refer, request};
use crate::reading::swagger;
use crate::said;

fn is_said(pair: &[Value; 2], expected: &str) {
    let said = said(pair);
    assert!(said.contains(expected), "{said:?}");
}

#[test]
fn a_definition_in_a_long_circle_allows_everything() {
    is_said(&definitions_in_a_circle(300), "unproved composition-changed");
}

#[test]
fn a_long_circle_that_is_there_before_and_after_hides_nothing() {
    let components = members(300, |at| (format!("A{at}"), json!({"allOf": [refer(&format!("A{}", (at + 1) % 300))]})));
    let pair = [5, 4].map(|longest| {
        request(&json!({"allOf": [refer("A0"), {"type": "string", "maxLength": longest}]}), &components)
    });
    assert_eq!(said(&pair).into_iter().collect::<Vec<_>>(), ["breaking request-length-narrowed"]);
}

#[test]
fn property_described_beyond_the_limit_is_unproved() {
    is_said(&components_built_on_one(300), "unproved composition-changed");
}

#[test]
fn a_property_of_one_branch_of_many_is_held_against_its_partner() {
    let components =
        |count| members(count, |at| (format!("A{at}"), json!({"properties": {format!("p{at}"): {"type": "string"}}})));
    for count in [50, 52, 60] {
        for changed in [0, count - 1] {
            let kind = |at| if at == changed { "integer" } else { "string" };
            let properties = members(count, |at| (format!("p{at}"), json!({"type": kind(at)})));
            let old = json!({"allOf": elements(count, |at| refer(&format!("A{at}")))});
            let pair = [old, json!({"properties": properties})].map(|schema| request(&schema, &components(count)));
            let said = said(&pair);
            assert!(said.len() == 1 && said.contains("breaking request-definition-narrowed"), "{count}: {said:?}");
        }
    }
    // Of more branches than are taken apart.
    let properties = members(300, |at| (format!("p{at}"), json!({"type": if at == 0 { "integer" } else { "string" }})));
    let old = json!({"allOf": elements(300, |at| refer(&format!("A{at}")))});
    let pair = [old, json!({"properties": properties})].map(|schema| request(&schema, &components(300)));
    is_said(&pair, "unproved composition-changed");
}

#[test]
fn property_removed_from_a_large_closed_object_is_breaking() {
    for count in [150, 3000] {
        let asked = elements(count, |at| json!({"properties": {format!("k{at}"): {"type": "string"}}}));
        let pair = [json!({"p": {"type": "string"}}), json!({})].map(|properties| {
            let condition = json!({"anyOf": asked});
            let object =
                json!({"type": "object", "properties": properties, "if": condition, "unevaluatedProperties": false});
            request(&object, &json!({}))
        });
        is_said(&pair, "breaking closed-request-property-removed");
    }
}

/// Schemas that lie deeper than types are looked for do not let null in where they refuse it.
#[test]
fn unexamined_schemas_do_not_allow_null() {
    let around = |schema| json!({"allOf": [schema]});
    // Larger schemas are held against each other by their keywords alone.
    let large = json!({"type": "integer", "enum": (500..1000).collect::<Vec<_>>()});
    let another = json!({"type": ["string", "null"]});
    for depth in [5, 58, 60, 90] {
        let inner = nested(depth, json!({"type": "string"}), around);
        let components = json!({"Outer": nested(90, refer("Inner"), around), "Inner": inner});
        let pair = added(&[refer("Outer"), large.clone()], &another, &components);
        assert!(said(&pair).contains(NOT_COVERED[0]), "{depth}");
    }
    let wide = elements(11_000, |at| json!({"title": at.to_string()}));
    let components = members(1, |_| ("Outer".to_owned(), json!({"anyOf": wide, "type": "string"})));
    let pair = added(&[refer("Outer"), large], &another, &components);
    assert!(said(&pair).contains(NOT_COVERED[0]));
}

/// Bodies and fields of forms are no parameters once they are written as OpenAPI 3 has them, however far away they stand.
#[test]
fn bodies_and_forms_are_found_over_many_references() {
    for count in [2, 64, 65, 300] {
        let pair = |of: fn(usize) -> Value| {
            [5, 4].map(|longest| {
                let next = |at| json!({"$ref": format!("#/parameters/A{}", at + 1)});
                let mut shared = members(count - 1, |at| (format!("A{at}"), next(at)));
                shared[format!("A{}", count - 1)] = of(longest);
                swagger(&json!([{"$ref": "#/parameters/A0"}]), &shared)
            })
        };
        let form = pair(|longest| json!({"name": "f", "in": "formData", "type": "string", "maxLength": longest}));
        assert_eq!(said(&form).into_iter().collect::<Vec<_>>(), ["breaking request-length-narrowed"], "{count}");
        let body = said(&pair(
            |longest| json!({"name": "b", "in": "body", "schema": {"type": "string", "maxLength": longest}}),
        ));
        let far = (count > 64).then_some("problem reference.chain");
        assert_eq!(
            body.iter().map(String::as_str).collect::<Vec<_>>(),
            ["breaking request-length-narrowed"].into_iter().chain(far).collect::<Vec<_>>(),
            "{count}"
        );
    }
}
