//! What reading a description gives up: the report names it among its problems, or there is none.

use serde_json::{Value, json};

use crate::Edge;
use crate::descriptions::{members, nested, refer, request};

const NARROWED: &[&str] = &["breaking request-length-narrowed"];

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "openapi/src/description.rs",
        limit: "MAX_CHAIN = 64",
        pair: references_to_one_another,
        last: 64,
        decided: NARROWED,
        beyond: &["breaking request-length-narrowed", "problem reference.chain"],
    },
    Edge {
        file: "openapi/src/swagger/converter.rs",
        limit: "MAX_ADDED_DEPTH = 9",
        pair: arrays_of_a_field,
        // As deep as a file may be: what is written is never deeper than the limit of both together.
        last: 256,
        decided: &["breaking request-length-narrowed", "docs extension-changed"],
        beyond: &["unread description.limit"],
    },
    Edge {
        file: "openapi/src/tree/yaml/indent.rs",
        limit: "MAX_ATTEMPTS = 300",
        pair: lines_to_be_indented,
        last: 300,
        decided: &["docs extension-changed"],
        beyond: &["unread description.syntax"],
    },
    Edge {
        file: "openapi/src/tree/yaml/indent.rs",
        limit: "MAX_BYTES = 8 << 20",
        pair: lines_of_a_text_to_be_indented,
        last: 8174,
        decided: &["docs extension-changed"],
        beyond: &["unread description.syntax"],
    },
];

/// A Swagger 2.0 description of one operation that takes some parameters.
pub(crate) fn swagger(parameters: &Value, shared: &Value) -> Value {
    json!({
        "swagger": "2.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/a": {"post": {"parameters": parameters, "responses": {"204": {"description": ""}}}}},
        "parameters": shared,
    })
}

/// The first of them stands in the body.
fn references_to_one_another(count: usize) -> [Value; 2] {
    [5, 4].map(|longest| {
        let mut components = members(count - 1, |at| (format!("A{at}"), refer(&format!("A{}", at + 1))));
        components[format!("A{}", count - 1)] = json!({"type": "string", "maxLength": longest});
        request(&refer("A0"), &components)
    })
}

/// A member of the whole, which is written as a property of the body's schema, eight levels deeper.
fn arrays_of_a_field(depth: usize) -> [Value; 2] {
    [5, 4].map(|longest| {
        let innermost = json!({"type": "string", "maxLength": longest});
        let mut field = nested(depth - 2, innermost, |items| json!({"type": "array", "items": items}));
        field["name"] = json!("f");
        field["in"] = json!("formData");
        let mut description = swagger(&json!([{"$ref": "#/x-field"}]), &json!({}));
        description["x-field"] = field;
        description
    })
}

/// Two descriptions, of which one holds some more.
fn with_rest(rest: &str) -> [Value; 2] {
    let head = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\n";
    [json!(format!("{head}x-rest:\n{rest}")), json!(head)]
}

fn lines_to_be_indented(count: usize) -> [Value; 2] {
    let rest: Vec<String> = (0..count).map(|at| format!("  k{at}: {{\n    a: 1\n}}\n")).collect();
    with_rest(&rest.concat())
}

/// Each line is given as many spaces as stand before the comment, and one more.
fn lines_of_a_text_to_be_indented(count: usize) -> [Value; 2] {
    let rest = format!("{}# far\n  k: '{}'\n", " ".repeat(1023), "\na".repeat(count));
    with_rest(&rest)
}
