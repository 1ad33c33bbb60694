//! The description that is mutated as Swagger 2.0, and what its mutations mean: a table of its own for the fields that
//! are unlike those of OpenAPI 3, and the table of schemas as far as Swagger 2.0 has their keywords.

use serde_json::{Value, json};

use super::schemas;
use super::table::{self, Kind, Operation};

/// The keywords of a schema (Swagger 2.0, section "Schema Object"), and what this project knows beyond them.
const KEYWORDS: [&str; 33] = [
    "$ref",
    "format",
    "title",
    "description",
    "default",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxProperties",
    "minProperties",
    "required",
    "enum",
    "type",
    "items",
    "allOf",
    "properties",
    "additionalProperties",
    "discriminator",
    "readOnly",
    "xml",
    "externalDocs",
    "example",
    "x-nullable",
    "x-note",
    "unheardof",
];

/// The description: each field of Swagger 2.0, and each keyword of its schemas.
pub(super) fn base() -> Value {
    let mut base: Value = serde_json::from_str(include_str!("swagger.json")).unwrap();
    let mut everything = everything();
    everything.as_object_mut().unwrap().retain(|word, _| KEYWORDS.contains(&word.as_str()));
    let properties = everything["properties"].as_object_mut().unwrap();
    properties.retain(|_, schema| is_whole(schema));
    properties.insert("maybe".to_owned(), json!({"type": "string", "x-nullable": true}));
    let limits =
        json!({"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 1, "exclusiveMaximum": true});
    properties.insert("range".to_owned(), limits);
    for name in ["EverythingSent", "EverythingReceived"] {
        base["definitions"][name] = everything.clone();
    }
    base
}

fn everything() -> Value {
    serde_json::from_str(include_str!("everything.json")).unwrap()
}

/// Whether Swagger 2.0 has every keyword of a schema, with its value.
fn is_whole(schema: &Value) -> bool {
    let members = schema.as_object().unwrap();
    members.iter().all(|(word, value)| KEYWORDS.contains(&word.as_str()) && has(word, value))
}

fn has(word: &str, value: &Value) -> bool {
    match word {
        "type" | "discriminator" => value.is_string(),
        "items" => value.is_object(),
        word if word.starts_with("exclusive") => value.is_boolean(),
        _ => true,
    }
}

/// The mutations: those of `swagger.tsv`, and those of schemas.
pub(super) fn kinds(base: &Value) -> Vec<Kind> {
    let of_schemas = schemas::kinds().into_iter().filter_map(|kind| {
        let pointer = kind.pointer.replace("/components/schemas/", "/definitions/").replace("/nullable", "/x-nullable");
        let (parent, token) = pointer.rsplit_once('/').unwrap();
        // A property that Swagger 2.0 has no keywords for is not in the base.
        let everything = everything();
        let lost = |name: &str| base.pointer(&pointer).is_none() && everything["properties"].get(name).is_some();
        // XML is sent here, so that what is said of it is in the table of this version.
        let changes = !pointer.contains("/xml")
            && base.pointer(parent).is_some()
            && !lost(token)
            && changes(base, parent, token, &kind.operation);
        changes.then(|| Kind { pointer, ..kind.clone() })
    });
    table::rows_of(include_str!("swagger.tsv")).into_iter().chain(of_schemas).collect()
}

/// Whether Swagger 2.0 has the place and its new value, and another one there.
fn changes(base: &Value, parent: &str, token: &str, operation: &Operation) -> bool {
    let there = base.pointer(&format!("{parent}/{token}"));
    match operation {
        Operation::Remove => there.is_some(),
        Operation::Set(value) if there == Some(value) => false,
        Operation::Set(value) if parent.ends_with("/properties") => is_whole(value),
        Operation::Set(value) => {
            base.pointer(parent).unwrap().is_array() || KEYWORDS.contains(&token) && has(token, value)
        }
    }
}
