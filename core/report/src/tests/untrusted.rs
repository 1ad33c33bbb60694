//! Descriptions that try to exhaust or mislead a comparison.

use serde_json::{Value, json};
use waybill_openapi::internal::{Digest, forge_string};
use waybill_openapi::{Limits, Loader};

use super::super::{CompareOptions, Comparison, Progress, Report, compare};

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// Returns a description whose response is the component `Node`.
fn with_schemas(schemas: &Value) -> Value {
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}});
    let operation = json!({"responses": {"200": {"description": "", "content": content}}});
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": operation}}, "components": {"schemas": schemas}})
}

/// Returns a schema with one keyword, whose value `wrap` creates from a subschema.
fn with_keyword(keyword: &str, wrap: fn(Value) -> Value, subschema: Value) -> Value {
    let mut schema = json!({});
    schema[keyword] = wrap(subschema);
    schema
}

#[test]
fn recursive_subschema_behind_a_reference_ends() {
    let plain: fn(Value) -> Value = |schema| schema;
    let list: fn(Value) -> Value = |schema| json!([schema]);
    let map: fn(Value) -> Value = |schema| json!({"^x": schema});
    let nested: fn(Value) -> Value = |schema| json!({"^x": {"^y": schema}});
    let mut missed = Vec::new();
    for (keyword, wrap) in [
        ("patternProperties", map),
        ("properties", map),
        ("dependentSchemas", map),
        ("dependencies", map),
        ("$defs", map),
        ("definitions", map),
        ("allOf", map),
        ("anyOf", map),
        ("oneOf", map),
        ("prefixItems", list),
        ("items", list),
        ("allOf", list),
        ("anyOf", list),
        ("oneOf", list),
        ("properties", list),
        ("patternProperties", list),
        ("prefixItems", map),
        ("patternProperties", nested),
        ("items", plain),
        ("additionalProperties", plain),
        ("additionalItems", plain),
        ("unevaluatedProperties", plain),
        ("unevaluatedItems", plain),
        ("propertyNames", plain),
        ("contentSchema", plain),
        ("contains", plain),
        ("not", plain),
        ("if", plain),
        ("then", plain),
        ("else", plain),
        ("discriminator", plain),
        ("x-schema", plain),
        ("schema", plain),
    ] {
        let branches = |name: &str, more: Value| {
            let reference = json!({"$ref": format!("#/components/schemas/{name}")});
            with_keyword(keyword, wrap, json!({"allOf": [reference, more]}))
        };
        let old = with_schemas(&json!({"Node": branches("Node", json!({"maxProperties": 4}))}));
        let new = with_schemas(&json!({
            "Node": {"$ref": "#/components/schemas/Next"},
            "Next": branches("Next", json!({"minProperties": 1})),
        }));
        for (from, to) in [(&old, &new), (&new, &old)] {
            // These keywords apply to the value itself or have no effect, so no change follows.
            let is_silent = ["anyOf", "oneOf", "not", "if", "then", "else", "discriminator"].contains(&keyword);
            if report(from, to).changes.is_empty() && !is_silent {
                missed.push(branches("", json!({})));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Returns a description of one operation.
fn with_operation(operation: &Value) -> Value {
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": operation}}})
}

/// Returns a description of one operation whose body has this schema.
fn with_body(schema: &Value) -> Value {
    with_operation(&json!({"requestBody": {"content": {"application/json": {"schema": schema}}}}))
}

fn rules(report: &Report) -> Vec<&'static str> {
    report.changes.iter().map(|change| change.rule).collect()
}

fn codes(report: &Report) -> Vec<String> {
    report.problems.iter().map(|problem| format!("{} {}", problem.code, problem.place.pointer)).collect()
}

#[test]
fn value_with_a_forged_digest_is_compared() {
    let old = with_body(&json!({"properties": {"shipment": {"type": "string"}}}));
    // This schema has the same digest as `{"type": "string"}`.
    let forged = json!({"type": "integer", "x-build-id": "VVfZBclempofg6yTQDuQeL.va9p4E+.1"});
    let new = with_body(&json!({"properties": {"shipment": forged}}));
    for (from, to) in [(&old, &new), (&new, &old)] {
        let report = report(from, to);
        assert!(rules(&report).iter().any(|rule| rule.starts_with("request-type-")), "{:?}", report.changes);
        assert!(report.complete && report.counts.breaking > 0);
    }
    assert_eq!(rules(&report(&new, &new)), [""; 0]);
}

#[test]
fn forged_digest_is_a_problem_and_the_report_incomplete() {
    let forged = forge_string(5, Digest::hash(5, b"string"), "x-");
    let texts = ["string", &forged].map(|name| with_body(&json!({"type": name})).to_string());
    let read = |text: &str| Loader::new("t.json", text.as_bytes().to_vec(), &Limits::default()).unwrap().finish();
    let [old, new] = texts.each_ref().map(|text| read(text));
    let mut comparison = Comparison::new(&old, &new, &CompareOptions::default());
    let Ok(Progress::Finished(report)) = comparison.advance(usize::MAX) else { panic!("it has not finished") };
    assert_eq!(codes(&report), ["description.forged "]);
    assert!(!report.complete);
}

#[test]
fn names_with_a_forged_digest_are_compared() {
    let forged = forge_string(0, Digest::hash(0, b"shipment"), "x-");
    let [old, new] =
        ["shipment", &forged].map(|name| with_body(&json!({"required": [name], "properties": {name: {}}})));
    let report = report(&old, &new);
    assert!(rules(&report).contains(&"required-request-property-added"), "{:?}", report.changes);
}

#[test]
fn parameter_with_a_forged_identity_is_compared() {
    let forged = forge_string(1, Digest::hash(1, b"query limit"), "query x-");
    let parameter = |name: &str| {
        with_operation(&json!({"parameters": [{"name": name, "in": "query", "required": true, "schema": {}}]}))
    };
    let report = report(&parameter("limit"), &parameter(forged.strip_prefix("query ").unwrap()));
    assert_eq!(rules(&report), ["parameter-removed", "required-parameter-added"]);
}

#[test]
fn path_with_a_forged_shape_is_compared() {
    let forged = forge_string(0, Digest::hash(0, b"/a/{}"), "/x-");
    let path = |path: &str| json!({"openapi": "3.1.0", "paths": {path: {"get": {"responses": {}}}}});
    let report = report(&path("/a/{id}"), &path(&forged));
    assert_eq!(rules(&report), ["operation-removed", "operation-added"]);
}

#[test]
fn server_with_a_forged_url_is_compared() {
    let forged = forge_string(0, Digest::hash(0, b"https://a.example"), "https://");
    let server = |url: &str| json!({"openapi": "3.1.0", "servers": [{"url": url}], "paths": {"/a": {"get": {}}}});
    let report = report(&server("https://a.example"), &server(&forged));
    assert!(!report.changes.is_empty());
}

#[test]
fn reference_with_a_forged_digest_leads_to_its_own_target() {
    let forged = forge_string(5, Digest::hash(5, b"#/components/schemas/Node"), "#/components/schemas/");
    let mut old = with_schemas(&json!({"Node": {"type": "string"}}));
    old["paths"]["/a"]["get"] = old["paths"]["/a"]["post"].clone();
    let mut new = old.clone();
    new["paths"]["/a"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"] = json!(forged);
    let pointer = "/paths/~1a/get/responses/200/content/application~1json/schema/$ref";
    let report = report(&old, &new);
    assert_eq!(codes(&report), [format!("reference.unresolved {pointer}")]);
    assert!(!report.changes.is_empty());
}
