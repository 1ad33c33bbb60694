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

/// A parameter of the query is described by a schema.
pub(crate) fn parameter(schema: &Value) -> Value {
    let parameters = json!([{"name": "p", "in": "query", "schema": schema}]);
    description(&json!({"parameters": parameters, "responses": {"204": {"description": ""}}}), &json!({}))
}

/// A field of a form is described by a schema, and perhaps by its media type.
pub(crate) fn form(schema: &Value, media_type: Option<&str>) -> Value {
    let mut media = json!({"schema": {"type": "object", "properties": {"f": schema}}});
    if let Some(media_type) = media_type {
        media["encoding"] = json!({"f": {"contentType": media_type}});
    }
    let body = json!({"content": {"multipart/form-data": media}});
    description(&json!({"requestBody": body, "responses": {"204": {"description": ""}}}), &json!({}))
}

/// An answer that is one of some schemas may be another one as well: no break where they cover it.
pub(crate) fn added(choices: &[Value], another: &Value, components: &Value) -> [Value; 2] {
    let mut more = choices.to_vec();
    more.push(another.clone());
    [choices, &more].map(|choices| response(&json!({"anyOf": choices}), components))
}

pub(crate) const COVERED: &[&str] = &["docs covered-alternative-added"];
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

/// So many properties that are texts of some length.
pub(crate) fn texts(count: usize, longest: usize) -> Value {
    members(count, |at| (format!("p{at}"), json!({"type": "string", "maxLength": longest})))
}

/// A schema within so many others.
pub(crate) fn nested(count: usize, innermost: Value, around: impl Fn(Value) -> Value) -> Value {
    (0..count).fold(innermost, |schema, _| around(schema))
}

/// Every integer, in two alternatives: proved by looking for one that is in neither, and not keyword by keyword.
pub(crate) fn halves() -> Value {
    json!({"anyOf": [{"type": "integer", "minimum": 5}, {"type": "integer", "maximum": 4}]})
}

/// So many texts that are told apart.
pub(crate) fn names(count: usize) -> Vec<Value> {
    elements(count, |at| json!(format!("v{at}")))
}
