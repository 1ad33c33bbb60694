//! Small random OpenAPI descriptions whose components refer to each other, often in circles: every applicator of JSON Schema, and
//! references in every place that takes one.

#![allow(clippy::indexing_slicing, reason = "a choice is below the length of its list, and members of a literal exist")]

use serde_json::{Map, Value, json};

/// Numbers that decide what a description holds. After the last one, each further choice is the first of its kind.
#[derive(Debug)]
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    /// Takes choices from these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter() }
    }

    fn below(&mut self, count: usize) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte) % count)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

const SCHEMAS: [&str; 4] = ["A", "B", "C", "D"];
/// Names of properties and definitions.
const NAMES: [&str; 4] = ["a", "b", "x-c", "d/e"];
const PATTERNS: [&str; 5] = ["^a", ".", "^[a-z]+$", "(a|b)*c", "\\p{L}"];
const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];
/// Targets of references that are not components.
const ELSEWHERE: [&str; 9] = [
    "#/components/schemas/A/properties/a",
    "#/components/schemas/B/items",
    "#/components/schemas/C/$defs/a",
    "#/components/schemas/D/allOf/0",
    "#/components/parameters/P/schema",
    "#/paths/~1p~1{a}/post/requestBody/content/application~1json/schema",
    "#A",
    "#",
    "other.json#/A",
];

/// Creates a description.
#[must_use]
pub fn description(choices: &mut Choices) -> Value {
    let version = choices.one(&["3.0.3", "3.1.0", "3.2.0"]);
    let schemas = named(choices, &SCHEMAS, |choices| schema(choices, 0));
    let mut description = json!({
        "openapi": version,
        "info": { "title": "Random", "version": "1.0.0" },
        "paths": { "/p/{a}": path_item(choices), "/q": path_item(choices) },
        "components": {
            "schemas": schemas,
            "parameters": named(choices, &["P", "Q"], parameter),
            "headers": named(choices, &["P", "Q"], header),
            "requestBodies": named(choices, &["P", "Q"], request_body),
            "responses": named(choices, &["P", "Q"], response),
            "callbacks": named(choices, &["P", "Q"], callback),
            "links": named(choices, &["P", "Q"], |choices| reference(choices, "links")),
            "examples": named(choices, &["P", "Q"], |choices| reference(choices, "examples")),
            "pathItems": named(choices, &["P", "Q"], path_item),
            "mediaTypes": named(choices, &["P", "Q"], media_type),
        },
    });
    if choices.below(4) == 1 {
        description["webhooks"] = json!({ "w": path_item(choices) });
    }
    description
}

fn named(choices: &mut Choices, names: &[&str], each: impl Fn(&mut Choices) -> Value) -> Value {
    names.iter().map(|name| ((*name).to_owned(), each(choices))).collect::<Map<_, _>>().into()
}

fn reference(choices: &mut Choices, section: &str) -> Value {
    json!({ "$ref": format!("#/components/{section}/{}", choices.one(&["P", "Q", "none"])) })
}

/// One of three is a reference.
fn referable(choices: &mut Choices, section: &str, direct: impl Fn(&mut Choices) -> Value) -> Value {
    if choices.below(3) == 1 { reference(choices, section) } else { direct(choices) }
}

fn path_item(choices: &mut Choices) -> Value {
    let mut item = Map::new();
    if choices.below(6) == 1 {
        item.insert("$ref".to_owned(), reference(choices, "pathItems")["$ref"].take());
    }
    for method in ["get", "post"] {
        if choices.below(2) == 0 {
            item.insert(method.to_owned(), operation(choices));
        }
    }
    item.into()
}

fn operation(choices: &mut Choices) -> Value {
    let mut operation = json!({
        "parameters": [parameter(choices)],
        "requestBody": request_body(choices),
        "responses": { "200": response(choices), "default": response(choices) },
    });
    if choices.below(4) == 1 {
        operation["callbacks"] = json!({ "c": callback(choices) });
    }
    operation
}

fn parameter(choices: &mut Choices) -> Value {
    referable(choices, "parameters", |choices| {
        let place = choices.one(&["query", "path", "header", "cookie"]);
        let required = place == "path" || choices.below(2) == 1;
        let mut parameter = json!({ "name": choices.one(&["a", "b"]), "in": place, "required": required });
        if choices.below(4) == 1 {
            parameter["content"] = json!({ "application/json": media_type(choices) });
        } else {
            parameter["schema"] = schema(choices, 1);
            parameter["style"] = choices.one(&["form", "simple", "deepObject", "matrix"]).into();
        }
        parameter
    })
}

fn header(choices: &mut Choices) -> Value {
    referable(choices, "headers", |choices| json!({ "schema": schema(choices, 1) }))
}

fn request_body(choices: &mut Choices) -> Value {
    referable(
        choices,
        "requestBodies",
        |choices| json!({ "required": choices.below(2) == 1, "content": content(choices) }),
    )
}

fn response(choices: &mut Choices) -> Value {
    referable(choices, "responses", |choices| {
        json!({
            "description": "",
            "content": content(choices),
            "headers": { "X-A": header(choices) },
            "links": { "l": reference(choices, "links") },
        })
    })
}

fn content(choices: &mut Choices) -> Value {
    let media_types =
        ["application/json", "multipart/form-data", "application/xml", "application/x-www-form-urlencoded"];
    json!({ choices.one(&media_types): media_type(choices) })
}

fn media_type(choices: &mut Choices) -> Value {
    match choices.below(8) {
        1 => reference(choices, "mediaTypes"),
        2 => json!({ "itemSchema": schema(choices, 1) }),
        3 => json!({ "schema": schema(choices, 1), "encoding": { "a": { "headers": { "X-A": header(choices) } } } }),
        4 => json!({ "schema": schema(choices, 1), "examples": { "e": reference(choices, "examples") } }),
        _ => json!({ "schema": schema(choices, 1) }),
    }
}

fn callback(choices: &mut Choices) -> Value {
    referable(choices, "callbacks", |choices| json!({ "{$request.body#/a}": path_item(choices) }))
}

/// Maximum depth of a schema that no reference makes deeper.
const DEPTH: usize = 2;

fn schema(choices: &mut Choices, depth: usize) -> Value {
    match choices.below(8) {
        1 | 2 => return schema_reference(choices),
        3 => return [json!(true), json!(false), json!({})][choices.below(3)].clone(),
        _ if depth >= DEPTH => return json!({ "type": choices.one(&TYPES) }),
        _ => {}
    }
    let mut schema = Map::new();
    for _ in 0..=choices.below(2) {
        let (keyword, value) = keyword(choices, depth + 1);
        schema.insert(keyword.to_owned(), value);
    }
    schema.into()
}

fn schema_reference(choices: &mut Choices) -> Value {
    let target = match choices.below(4) {
        1 => choices.one(&ELSEWHERE).to_owned(),
        _ => format!("#/components/schemas/{}", choices.one(&SCHEMAS)),
    };
    match choices.below(6) {
        1 => json!({ "$dynamicRef": "#A" }),
        2 => json!({ "$ref": target, "properties": { "a": { "type": choices.one(&TYPES) } } }),
        _ => json!({ "$ref": target }),
    }
}

fn keyword(choices: &mut Choices, depth: usize) -> (&'static str, Value) {
    let by_name = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
    let lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
    let singles = [
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
    match choices.below(6) {
        0 => {
            let keyword = choices.one(&by_name);
            let names: &[&str] = if keyword == "patternProperties" { &PATTERNS } else { &NAMES };
            let members = (0..=choices.below(2)).map(|_| (choices.one(names).to_owned(), schema(choices, depth)));
            (keyword, members.collect::<Map<_, _>>().into())
        }
        1 => (choices.one(&lists), (0..=choices.below(3)).map(|_| schema(choices, depth)).collect()),
        2 => (choices.one(&singles), schema(choices, depth)),
        3 => (
            "type",
            if choices.below(4) == 1 { json!([choices.one(&TYPES), "null"]) } else { choices.one(&TYPES).into() },
        ),
        4 => assertion(choices),
        _ => annotation(choices),
    }
}

fn assertion(choices: &mut Choices) -> (&'static str, Value) {
    let number = [-1, 0, 1, 3, 200];
    match choices.below(10) {
        0 => ("required", json!([choices.one(&NAMES)])),
        1 => ("enum", json!([choices.one(&NAMES), choices.one(&number), null])),
        2 => ("const", json!({ choices.one(&NAMES): choices.one(&number) })),
        3 => ("pattern", choices.one(&PATTERNS).into()),
        4 => ("nullable", json!(true)),
        5 => ("dependentRequired", json!({ choices.one(&NAMES): [choices.one(&NAMES)] })),
        6 => ("multipleOf", json!(choices.one(&number))),
        7 => ("uniqueItems", json!(true)),
        8 => ("format", choices.one(&["date", "uuid", "int64", "binary", "regex"]).into()),
        _ => {
            let bounds = [
                "minimum",
                "maximum",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "minProperties",
                "maxProperties",
                "minContains",
                "maxContains",
            ];
            (choices.one(&bounds), json!(choices.one(&number)))
        }
    }
}

fn annotation(choices: &mut Choices) -> (&'static str, Value) {
    match choices.below(7) {
        0 => {
            let mapping =
                json!({ "a": choices.one(&SCHEMAS), "b": format!("#/components/schemas/{}", choices.one(&SCHEMAS)) });
            ("discriminator", json!({ "propertyName": choices.one(&NAMES), "mapping": mapping }))
        }
        1 => ("default", json!(choices.one(&NAMES))),
        2 => ("$id", choices.one(&["other.json", "https://example.com/a", "#b"]).into()),
        3 => ("$dynamicAnchor", "A".into()),
        4 => ("$anchor", "A".into()),
        5 => ("readOnly", json!(true)),
        _ => ("xml", json!({ "name": choices.one(&NAMES), "attribute": choices.below(2) == 1 })),
    }
}
