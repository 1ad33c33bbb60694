//! Null in its spellings.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::{can_move, has_discriminator};
use super::walk::{Node, each};

const TYPES: &str = "JSON Schema Validation 2020-12, 6.1.1: any of the types, and null is one";
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);

const fn kind(name: &'static str, clause: &'static str, edit: fn(&mut Value, &mut Places)) -> Kind {
    Kind::places(name, clause, edit).within(JSON_SCHEMA.0, JSON_SCHEMA.1)
}

pub(super) const KINDS: &[Kind] = &[
    kind("null-as-any-of", TYPES, |root, places| null_beside(root, places, "anyOf", &json!({"type": "null"}))),
    kind("null-as-one-of", TYPES, |root, places| null_beside(root, places, "oneOf", &json!({"type": "null"}))),
    kind("null-as-const", "JSON Schema Validation 2020-12, 6.1.3: equal to the value", |root, places| {
        null_beside(root, places, "anyOf", &json!({"const": null}));
    }),
    kind("null-as-enum", "JSON Schema Validation 2020-12, 6.1.2: equal to an element", |root, places| {
        null_beside(root, places, "anyOf", &json!({"enum": [null]}));
    }),
    kind("null-first", TYPES, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if let Some(Value::Array(types)) = schema.get_mut("type")
                && let Some(at) = types.iter().position(|name| name == "null").filter(|at| *at > 0)
                && places.take()
            {
                types.swap(0, at);
            }
        });
    }),
    kind("null-alternative-first", "JSON Schema 2020-12, 10.2.1.2: valid against at least one", |root, places| {
        each(root, Node::Schema, |schema, _| {
            let parts = schema.get_mut("anyOf").and_then(Value::as_array_mut);
            let Some(parts) = parts else { return };
            let at = parts.iter().position(|part| *part == json!({"type": "null"})).filter(|at| *at > 0);
            if let Some(at) = at
                && places.take()
            {
                let null = parts.remove(at);
                parts.insert(0, null);
            }
        });
    }),
    kind("types-as-any-of", TYPES, types_as_alternatives),
    kind("type-as-list", "JSON Schema Validation 2020-12, 6.1.1: a string is as an array of it", |root, places| {
        each(root, Node::Schema, |schema, _| {
            if let Some(name) = schema.get("type").and_then(Value::as_str).map(str::to_owned)
                && places.take()
            {
                schema.insert("type".to_owned(), json!([name]));
            }
        });
    }),
    Kind::places(
        "null-listed-in-nullable-enum",
        "OpenAPI 3.0.4, 4.8.24.1: null is allowed where enum has it",
        |root, places| {
            // Without null in the list, `nullable` beside `enum` allows no null (clarified in 3.0.3), so that is no spelling of it.
            each(root, Node::Schema, |schema, _| {
                let is_nullable =
                    schema.get("nullable").is_some_and(|flag| flag == true) && schema.contains_key("type");
                if is_nullable
                    && let Some(Value::Array(values)) = schema.get_mut("enum")
                    && let Some(at) = values.iter().position(Value::is_null)
                    && places.take()
                {
                    let null = values.remove(at);
                    values.insert(0, null);
                }
            });
        },
    )
    .within(Version::V3_0, Version::V3_0),
    Kind::places(
        "nullable-reference-in-one-of",
        "OpenAPI 3.0.4, 4.8.24.1: nullable needs a type beside it, and does nothing here",
        |root, places| {
            respell_nullable_parts(root, places, "allOf", "oneOf");
        },
    )
    .within(Version::V3_0, Version::V3_0),
    Kind::places(
        "nullable-reference-in-any-of",
        "OpenAPI 3.0.4, 4.8.24.1: nullable needs a type beside it, and does nothing here",
        |root, places| {
            respell_nullable_parts(root, places, "allOf", "anyOf");
        },
    )
    .within(Version::V3_0, Version::V3_0),
];

/// Writes a type list with null as an alternative beside the rest.
fn null_beside(root: &mut Value, places: &mut Places, keyword: &str, alternative: &Value) {
    if has_discriminator(root) || !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let Some(Value::Array(types)) = schema.get("type") else { return };
        let rest: Vec<Value> = types.iter().filter(|name| *name != "null").cloned().collect();
        // `enum` and others beside it would be asserted of null as well.
        let asserted = ["enum", "const", "anyOf", "oneOf", "allOf", "not", "$ref", "if"];
        let is_free = !asserted.iter().any(|name| schema.contains_key(*name));
        let [only] = rest.as_slice() else { return };
        if types.len() == 2 && is_free && places.take() {
            let kept = [
                "title",
                "description",
                "readOnly",
                "writeOnly",
                "deprecated",
                "default",
                "example",
                "examples",
                "xml",
            ];
            let all = std::mem::take(schema);
            let (outside, mut inside): (Map<_, _>, Map<_, _>) =
                all.into_iter().partition(|(name, _)| kept.contains(&name.as_str()) || name.starts_with("x-"));
            inside.insert("type".to_owned(), only.clone());
            *schema = outside;
            schema.insert(keyword.to_owned(), json!([inside, alternative]));
        }
    });
}

/// Writes a list of bare types as alternatives.
fn types_as_alternatives(root: &mut Value, places: &mut Places) {
    if !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let Some(Value::Array(types)) = schema.get("type") else { return };
        let parts: Vec<Value> = types.iter().map(|name| json!({"type": name})).collect();
        if parts.len() > 1 && !schema.contains_key("anyOf") && places.take() {
            schema.remove("type");
            schema.insert("anyOf".to_owned(), Value::Array(parts));
        }
    });
}

/// Writes `allOf` with a single reference, as some generators write what can be null, with another keyword.
fn respell_nullable_parts(root: &mut Value, places: &mut Places, from: &str, to: &str) {
    if has_discriminator(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let is_single = schema.get(from).and_then(Value::as_array).is_some_and(|parts| parts.len() == 1);
        let is_nullable = schema.get("nullable").is_some_and(|flag| flag == true);
        if is_single
            && is_nullable
            && !schema.contains_key(to)
            && places.take()
            && let Some(parts) = schema.remove(from)
        {
            schema.insert(to.to_owned(), parts);
        }
    });
}
