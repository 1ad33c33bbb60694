//! Messages that depend on the values of a fact, not only on its rule.

use serde_json::{Value, json};

use crate::{CompareOptions, compare};

fn messages(old: &Value, new: &Value) -> Vec<String> {
    let (old, new) = (old.to_string(), new.to_string());
    let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
    report.changes.into_iter().map(|change| change.message).collect()
}

fn body(schema: &Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    let post = json!({"requestBody": {"content": content}, "responses": {"204": {"description": ""}}});
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": post}}})
}

#[test]
fn message_states_the_new_limit_and_the_previous_one() {
    for (before, after, says) in [
        (json!({"maximum": 10}), json!({"exclusiveMaximum": 10}), "must now be less than 10 (was at most 10)"),
        (json!({"minimum": 1}), json!({}), "no longer has to be at least 1"),
        (json!({}), json!({"minItems": 1}), "must now have at least 1 item"),
        (json!({"maxProperties": 1}), json!({"maxProperties": 2}), "can now have up to 2 properties (was 1)"),
        (json!({"maxLength": 9}), json!({"maxLength": 5}), "must now have at most 5 characters (was 9)"),
        (json!({"multipleOf": 2}), json!({"multipleOf": 4}), "is now a multiple of 4 (was 2)"),
        (json!({"type": "string"}), json!({"type": ["string", "array"]}), "can now also be `array`"),
        (json!({"type": ["string", "array"]}), json!({"type": "string"}), "can no longer be `array`"),
        (json!({"type": "integer"}), json!({"type": "string"}), "changed from `integer` to `string`"),
        (json!({"type": "string"}), json!({"type": "string", "format": "uuid"}), "now has the format `uuid`"),
        (json!({"type": "string", "default": "a"}), json!({"type": "string"}), "no longer defaults to `a`"),
        (
            json!({"type": "integer", "default": 1}),
            json!({"type": "integer", "default": 2}),
            "now defaults to 2 (was 1)",
        ),
    ] {
        let property = |schema: Value| body(&json!({"type": "object", "properties": {"p": schema}}));
        let expected = vec![format!("`p` in the request body of `POST /a` {says}")];
        assert_eq!(messages(&property(before), &property(after)), expected);
    }
}

#[test]
fn new_304_of_get_advises_to_use_the_stored_copy() {
    for (method, says) in [("get", ": use the stored copy"), ("delete", "")] {
        let description = |statuses: &[&str]| {
            let responses: Value =
                statuses.iter().map(|status| ((*status).to_owned(), json!({"description": ""}))).collect();
            json!({"openapi": "3.1.0", "paths": {"/a": {method: {"responses": responses}}}})
        };
        let name = method.to_uppercase();
        let expected = vec![format!("`{name} /a` can now respond with 304{says}")];
        assert_eq!(messages(&description(&["200"]), &description(&["200", "304"])), expected);
    }
}

#[test]
fn consequences_that_differ_in_the_value_they_end_with_are_one() {
    let description = |kind: &str| {
        let object = |name: &str| json!({"type": "object", "required": [name], "properties": {name: {"const": name}}});
        let all = ["A", "B", "C"].map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
        let mut description = body(&json!({"$ref": format!("#/components/schemas/{kind}")}));
        description["components"] = json!({"schemas": {
            "A": object("a"), "B": object("b"), "C": object("c"),
            "Few": {"anyOf": [{"$ref": "#/components/schemas/A"}]},
            "More": {"anyOf": all},
        }});
        description
    };
    let said = messages(&description("Few"), &description("More"));
    let says = "the request body of `POST /a` is now `More` instead of `Few`: it can now also be `B` or `C`".to_owned();
    assert!(said.contains(&says), "{said:?}");
}

#[test]
fn a_property_that_its_name_leads_to_is_named_once() {
    let asked = json!({"type": "object", "required": ["a"]});
    let described = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}});
    let expected =
        vec!["`a` in the request body of `POST /a` could be of any type and now has to be `string`".to_owned()];
    assert_eq!(messages(&body(&asked), &body(&described)), expected);
}

#[test]
fn property_that_was_required_but_not_declared_is_named_once() {
    let description = |base: &Value, required: &Value| {
        let whole = json!({"required": required, "allOf": [{"$ref": "#/components/schemas/Base"}]});
        let mut description = body(&json!({"$ref": "#/components/schemas/Whole"}));
        description["components"] = json!({"schemas": {"Base": base, "Whole": whole}});
        description
    };
    let base = |names: &[&str]| {
        let properties: Value = names.iter().map(|name| ((*name).to_owned(), json!({"type": "string"}))).collect();
        json!({"type": "object", "properties": properties})
    };
    let found =
        messages(&description(&base(&["a"]), &json!(["a", "v"])), &description(&base(&["a", "v"]), &json!(["a"])));
    let expected = "the property `Whole.v` is now optional";
    assert!(found.iter().any(|message| message == expected), "{found:#?}");
}

#[test]
fn property_that_is_required_but_no_longer_declared_belongs_to_the_requiring_schema() {
    let description = |base: &Value| {
        let whole = json!({"required": ["v"], "allOf": [{"$ref": "#/components/schemas/Base"}]});
        let mut description = body(&json!({"$ref": "#/components/schemas/Whole"}));
        description["components"] = json!({"schemas": {"Base": base, "Whole": whole}});
        description
    };
    let declared = description(&json!({"type": "object", "properties": {"v": {"type": "string"}}}));
    let undeclared = description(&json!({"type": "object"}));
    let expected =
        "`Whole.v` is still required but no longer declared: it was `string` and can now be of any type".to_owned();
    assert_eq!(messages(&declared, &undeclared), [expected]);
}

#[test]
fn repeated_values_of_a_list_are_named_once() {
    let found = messages(&body(&json!({"enum": ["a"]})), &body(&json!({"enum": ["b", "a", "c", "b", "a", "c"]})));
    assert_eq!(found, ["the request body of `POST /a` can now also be `b` or `c`"]);
}

#[test]
fn change_of_null_names_a_nullable_without_effect() {
    let (before, after) = (json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]}));
    for (old, new, verb) in [(&before, &after, "can now be null"), (&after, &before, "can no longer be null")] {
        let expected = format!("the request body of `POST /a` {verb} (`nullable` has no effect since OpenAPI 3.1)");
        assert!(messages(&body(old), &body(new)).contains(&expected), "{:?}", messages(&body(old), &body(new)));
    }
    let plain = json!({"type": "string", "nullable": false});
    assert!(
        messages(&body(&plain), &body(&after)).contains(&"the request body of `POST /a` can now be null".to_owned())
    );
}

#[test]
fn definition_that_became_an_alternative_is_still_possible() {
    let description = |schema: &Value| {
        let mut description = body(schema);
        description["components"] = json!({"schemas": {"A": {"type": "string"}, "B": {"type": "integer"}}});
        description
    };
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let (one, two) = (description(&reference("A")), description(&json!({"oneOf": [reference("A"), reference("B")]})));
    let says = |old: &Value, new: &Value| messages(old, new).join("\n");
    assert_eq!(says(&one, &two), "the request body of `POST /a` is no longer always `A`: it can now also be `integer`");
    assert_eq!(says(&two, &one), "the request body of `POST /a` is now always `A`: it can no longer be `integer`");
}

#[test]
fn alternatives_of_several_credentials_are_set_apart() {
    let description = |security: &Value| {
        let mut description = body(&json!({}));
        let key = |name: &str| json!({"type": "apiKey", "in": "header", "name": name});
        description["components"] = json!({"securitySchemes": {"a": key("A"), "b": key("B"), "c": key("C")}});
        description["paths"]["/a"]["post"]["security"] = security.clone();
        description
    };
    let two = description(&json!([{"a": [], "b": []}, {"c": []}]));
    let one = description(&json!([{"a": []}, {"c": []}]));
    let expected = "`POST /a` required `a` or `c` and now requires `a` together with `b`, or `c`";
    assert_eq!(messages(&one, &two), [expected]);
}

#[test]
fn unchanged_keyword_with_another_effect_did_not_change() {
    let object = |names: &[&str]| {
        let properties: Value = names.iter().map(|name| ((*name).to_owned(), json!({"type": "string"}))).collect();
        json!({"type": "object", "properties": properties, "additionalProperties": false})
    };
    let description = |whole: &Value| {
        let mut description = body(&json!({}));
        let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Whole"}}});
        description["paths"]["/a"]["post"]["responses"] = json!({"200": {"description": "", "content": content}});
        description["components"] = json!({"schemas": {"Base": object(&["a", "b"]), "Whole": whole}});
        description
    };
    let base = json!({"$ref": "#/components/schemas/Base"});
    let before = json!({"type": "object", "required": ["a"], "additionalProperties": false, "allOf": [base]});
    let mut after = object(&["b"]);
    after["required"] = json!(["b"]);
    let found = messages(&description(&before), &description(&after));
    let expected = "`Whole` can now have new values (`additionalProperties` has another effect)";
    assert!(found.iter().any(|message| message == expected), "{found:#?}");
}

#[test]
fn wider_alternative_that_overlaps_no_other_one_is_decided() {
    let description = |create: &Value, delete: &Value, entity: &Value| {
        let mut description =
            body(&json!({"oneOf": [{"$ref": "#/components/schemas/C"}, {"$ref": "#/components/schemas/D"}]}));
        let entities = json!({"items": entity});
        description["components"] = json!({"schemas": {
            "Action": {"enum": ["create", "update", "delete"]},
            "C": {"required": ["action"], "properties": {"action": create}},
            "D": {"required": ["action"], "properties": {"action": delete, "entities": entities}},
        }});
        description
    };
    let before = description(&json!({"$ref": "#/components/schemas/Action"}), &json!({}), &json!({"type": "string"}));
    let after = description(&json!({"const": "create"}), &json!({"const": "delete"}), &json!({}));
    let found = messages(&before, &after);
    let expected = "`D.entities[]` had to be `string` and can now be of any type";
    assert!(found.iter().any(|message| message == expected), "{found:#?}");
}

#[test]
fn media_types_that_an_operation_replaces_are_its_own() {
    let description = |operation: &Value| {
        let paths = json!({"/logs": {"post": operation}, "/pets": {"post": {"responses": {}}}});
        json!({
            "swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": paths,
            "consumes": ["application/json"], "produces": ["application/json"],
        })
    };
    let operation = |lists: &Value| {
        let mut operation = json!({
            "parameters": [{"in": "body", "name": "b", "schema": {"type": "string"}}],
            "responses": {"200": {"description": "ok", "schema": {"type": "string"}}},
        });
        operation.as_object_mut().unwrap().extend(lists.as_object().unwrap().clone());
        description(&operation)
    };
    let own = operation(&json!({"consumes": ["text/plain"], "produces": ["text/plain"]}));
    let found = messages(&operation(&json!({})), &own);
    for expected in [
        "the request body of `POST /logs` can no longer be `application/json`",
        "the 200 response of `POST /logs` can no longer be `application/json`",
    ] {
        assert!(found.iter().any(|message| message == expected), "{found:#?}");
    }
}

#[test]
fn values_that_look_the_same_when_shortened_are_not_repeated() {
    let names = |last: &str| {
        let first: Vec<String> = (0..80).map(|at| format!("name{at}")).collect();
        let all: Vec<&str> = first.iter().map(String::as_str).chain([last]).collect();
        body(&json!({"type": "object", "propertyNames": {"type": "string", "enum": all}}))
    };
    let expected = "the request body of `POST /a` no longer accepts some unlisted properties: `propertyNames` changed";
    assert_eq!(messages(&names("a"), &names("b")), [expected]);
}
