//! Adds annotations beside every schema of both descriptions, which changes no verdict.

use serde_json::{Map, Value, json};

/// Keywords whose value is a schema, a list of schemas, or a map of schemas.
const ONE: [&str; 11] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentSchema",
];
const LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const MAPS: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// The annotations that are tried, each set by itself.
pub(super) fn sets() -> [Value; 3] {
    [
        json!({"x-team": "depot", "x-deep": {"owners": ["a", {"b": null}]}}),
        json!({"deprecated": true}),
        json!({"description": "d", "title": "t", "example": 1, "externalDocs": {"url": "https://a.example"}}),
    ]
}

/// The description with the annotations beside each schema that has members.
pub(super) fn annotated(description: &Value, annotations: &Value) -> Value {
    let annotations = annotations.as_object().unwrap();
    let mut description = description.clone();
    for section in ["/components/schemas", "/definitions"] {
        if let Some(schemas) = description.pointer_mut(section).and_then(Value::as_object_mut) {
            for schema in schemas.values_mut() {
                annotate(schema, annotations);
            }
        }
    }
    find_schemas(&mut description, annotations);
    description
}

/// Annotates the schemas of parameters, headers and media types.
fn find_schemas(value: &mut Value, annotations: &Map<String, Value>) {
    match value {
        Value::Array(values) => {
            for value in values.iter_mut() {
                find_schemas(value, annotations);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match name.as_str() {
                    "schema" => annotate(member, annotations),
                    "schemas" | "definitions" | "example" | "examples" | "default" => {}
                    _ => find_schemas(member, annotations),
                }
            }
        }
        _ => {}
    }
}

fn annotate(schema: &mut Value, annotations: &Map<String, Value>) {
    let Some(members) = schema.as_object_mut() else { return };
    for (name, member) in members.iter_mut() {
        match member {
            Value::Object(_) if ONE.contains(&name.as_str()) => annotate(member, annotations),
            Value::Object(map) if MAPS.contains(&name.as_str()) => {
                for schema in map.values_mut() {
                    annotate(schema, annotations);
                }
            }
            Value::Array(list) if LISTS.contains(&name.as_str()) => {
                for schema in list.iter_mut() {
                    annotate(schema, annotations);
                }
            }
            _ => {}
        }
    }
    for (name, annotation) in annotations {
        members.entry(name.as_str()).or_insert_with(|| annotation.clone());
    }
}
