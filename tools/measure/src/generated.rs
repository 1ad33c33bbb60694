//! Generates descriptions in which hundreds of operations share one schema through deep nesting and cycles.
//!
//! Other programs report one entry for each path to the schema. These descriptions show how time and entries grow.

use serde_json::{Map, Value, json};

/// Nesting depth of the schemas.
const LEVELS: usize = 40;

/// Returns a description with this many operations. All of them reach the schema `User` over forty levels. Each level also
/// refers back to others, and `User` to the first. `changed` adds an optional property to `User`.
#[must_use]
pub fn shared_schema(operations: usize, changed: bool) -> String {
    let paths: Map<String, Value> = (0..operations)
        .map(|number| {
            let schema = reference(&format!("Level{}", number % 7));
            let response = json!({"description": "found", "content": {"application/json": {"schema": schema}}});
            (format!("/things-{number}"), json!({"get": {"responses": {"200": response}}}))
        })
        .collect();
    let mut schemas: Map<String, Value> = (0..LEVELS).map(|level| (format!("Level{level}"), nested(level))).collect();
    let text = json!({"type": "string"});
    let mut properties = Map::new();
    properties.insert("name".to_owned(), text.clone());
    properties.insert("manager".to_owned(), reference("User"));
    properties.insert("home".to_owned(), reference("Level0"));
    if changed {
        properties.insert("pronouns".to_owned(), text);
    }
    schemas.insert("User".to_owned(), json!({"type": "object", "properties": properties}));
    let info = json!({"title": "Shared", "version": "1.0.0"});
    json!({"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}).to_string()
}

fn nested(level: usize) -> Value {
    let inner = if level + 1 == LEVELS { "User".to_owned() } else { format!("Level{}", level + 1) };
    let properties = json!({
        "inner": reference(&inner),
        "several": {"type": "array", "items": reference(&inner)},
        "other": reference(&format!("Level{}", (level * 7 + 3) % LEVELS)),
        "owner": {"type": "object", "properties": {"user": reference("User"), "since": {"type": "string"}}},
    });
    json!({"type": "object", "properties": properties})
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}
