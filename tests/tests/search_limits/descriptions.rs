//! Descriptions around the schemas that are compared.

use serde_json::{Map, Value, json};

/// A description of one operation.
fn description(operation: &Value, components: &Value) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/a": {"post": operation}},
        "components": {"schemas": components},
    })
}

fn body(schema: &Value) -> Value {
    json!({"description": "", "content": {"application/json": {"schema": schema}}})
}

/// What is sent is described by a schema.
pub(crate) fn request(schema: &Value, components: &Value) -> Value {
    description(&json!({"requestBody": body(schema), "responses": {"204": {"description": ""}}}), components)
}

/// What is answered is described by a schema.
pub(crate) fn response(schema: &Value, components: &Value) -> Value {
    description(&json!({"responses": {"200": body(schema)}}), components)
}

/// An answer that is one of some schemas may be another one as well: no break where they cover it.
pub(crate) fn added(choices: &[Value], another: &Value, components: &Value) -> [Value; 2] {
    let mut more = choices.to_vec();
    more.push(another.clone());
    [choices, &more].map(|choices| response(&json!({"anyOf": choices}), components))
}

pub(crate) const NOT_COVERED: &[&str] = &["breaking response-alternative-added"];

/// A reference to a component.
pub(crate) fn refer(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// So many members, each by its number.
pub(crate) fn members(count: usize, member: impl Fn(usize) -> (String, Value)) -> Value {
    Value::Object((0..count).map(member).collect::<Map<_, _>>())
}

/// So many elements, each by its number.
pub(crate) fn elements(count: usize, element: impl Fn(usize) -> Value) -> Vec<Value> {
    (0..count).map(element).collect()
}

/// So many texts that are told apart.
pub(crate) fn names(count: usize) -> Vec<Value> {
    elements(count, |at| json!(format!("v{at}")))
}
