//! The same description in the next version of the specification.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each};

pub(super) const KINDS: &[Kind] = &[
    Kind::places("patch-of-3-0", "OpenAPI 3.0.4, 4.1: tooling ignores the patch version", |root, _| {
        root["openapi"] = json!("3.0.4");
    })
    .within(Version::V3_0, Version::V3_0),
    Kind::places("patch-of-3-1", "OpenAPI 3.1.1, 4.1: tooling ignores the patch version", |root, _| {
        root["openapi"] = json!("3.1.2");
    })
    .within(Version::V3_1, Version::V3_1),
    Kind::places("from-3-0-to-3-1", "OpenAPI 3.1.1, 4.8.24: schemas of JSON Schema 2020-12", to_3_1)
        .within(Version::V3_0, Version::V3_0),
    Kind::places("from-3-1-to-3-2", "OpenAPI 3.2.0, 1: the fields of 3.1 keep their meaning", |root, _| {
        let base = "https://spec.openapis.org/oas/3.1/dialect/base";
        if root.get("jsonSchemaDialect").is_none_or(|dialect| dialect == base) {
            root["openapi"] = json!("3.2.0");
            if let Some(members) = root.as_object_mut() {
                members.remove("jsonSchemaDialect");
            }
        }
    })
    .within(Version::V3_1, Version::V3_1),
    Kind::places("from-3-0-to-3-2", "OpenAPI 3.2.0, 1: the fields of 3.1 keep their meaning", |root, places| {
        to_3_1(root, places);
        if root["openapi"] == "3.1.1" {
            root["openapi"] = json!("3.2.0");
        }
    })
    .within(Version::V3_0, Version::V3_0),
];

/// Rewrites the keywords of schemas that have another meaning since 3.1.
fn to_3_1(root: &mut Value, _: &mut Places) {
    let mut is_ambiguous = false;
    each(root, Node::Schema, |schema, _| {
        is_ambiguous |= schema.contains_key("nullable") && !schema.contains_key("type");
    });
    // The specification gives `nullable` without a type no effect, and authors mean one. Styles of parts count since 3.1.
    each(root, Node::Encoding, |encoding, _| {
        is_ambiguous |= ["style", "explode", "allowReserved"].iter().any(|name| encoding.contains_key(*name));
    });
    if is_ambiguous {
        return;
    }
    root["openapi"] = json!("3.1.1");
    each(root, Node::Schema, |schema, _| {
        if let Some(target) = schema.get("$ref").cloned() {
            // Members beside a reference are ignored in 3.0.
            *schema = Map::from_iter([("$ref".to_owned(), target)]);
            return;
        }
        null(schema);
        for (bound, flag) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            let is_exclusive = schema.remove(flag).is_some_and(|flag| flag == true);
            if is_exclusive && let Some(bound) = schema.remove(bound) {
                schema.insert(flag.to_owned(), bound);
            }
        }
        if let Some(example) = schema.remove("example") {
            schema.insert("examples".to_owned(), json!([example]));
        }
    });
}

fn null(schema: &mut Map<String, Value>) {
    let is_nullable = schema.remove("nullable").is_some_and(|flag| flag == true);
    if let (true, Some(name)) = (is_nullable, schema.get("type").cloned()) {
        schema.insert("type".to_owned(), json!([name, "null"]));
        // Authors of 3.0 leave null out of the list, and generators read it in.
        if let Some(Value::Array(values)) = schema.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
    }
}
