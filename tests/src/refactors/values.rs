//! Finite sets of values, patterns, and schemas that accept everything or nothing.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::can_move;
use super::walk::{Node, each, visit};

const ENUM: &str = "JSON Schema Validation 2020-12, 6.1.2: equal to one of the elements";
const CONST: &str = "JSON Schema Validation 2020-12, 6.1.3: functionally equivalent to an enum with a single value";
const BOOLEAN: &str = "JSON Schema 2020-12, 4.3.2: true is {}, and false is {\"not\": {}}";
const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);

pub(super) const KINDS: &[Kind] = &[
    Kind::places("const-as-enum", CONST, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if !schema.contains_key("enum")
                && schema.contains_key("const")
                && places.take()
                && let Some(value) = schema.remove("const")
            {
                schema.insert("enum".to_owned(), json!([value]));
            }
        });
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("enum-as-const", CONST, |root, places| {
        each(root, Node::Schema, |schema, _| {
            let single = schema.get("enum").and_then(Value::as_array).filter(|values| values.len() == 1);
            if let Some(value) = single.and_then(|values| values.first()).cloned()
                && places.take()
            {
                schema.remove("enum");
                schema.insert("const".to_owned(), value);
            }
        });
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("enum-as-one-of-const", ENUM, |root, places| {
        spread(root, places, "oneOf", |value| json!({"const": value}));
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("enum-as-any-of-const", ENUM, |root, places| {
        spread(root, places, "anyOf", |value| json!({"const": value}));
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("enum-as-titled-constants", ENUM, |root, places| {
        spread(
            root,
            places,
            "oneOf",
            |value| json!({"const": value, "title": value.to_string(), "description": "One value."}),
        );
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("enum-as-any-of-enums", ENUM, |root, places| {
        spread(root, places, "anyOf", |value| json!({"enum": [value]}));
    })
    .within(V3_X.0, V3_X.1),
    Kind::places("enum-as-one-of-enums", ENUM, |root, places| {
        spread(root, places, "oneOf", |value| json!({"enum": [value]}));
    })
    .within(V3_X.0, V3_X.1),
    Kind::places("enum-without-type", ENUM, |root, places| {
        each(root, Node::Schema, |schema, path| {
            // How a parameter is written depends on its type.
            let is_body = path.iter().any(|step| step == "content" || step == "schemas");
            let all_texts =
                schema.get("enum").and_then(Value::as_array).is_some_and(|values| values.iter().all(Value::is_string));
            let is_text = schema.get("type").is_some_and(|kind| kind == "string");
            if is_body && all_texts && is_text && !schema.contains_key("nullable") && places.take() {
                schema.remove("type");
            }
        });
    })
    .within(V3_X.0, V3_X.1),
    Kind::places("enum-in-all-of", "JSON Schema 2020-12, 10.2.1.1: valid against all", |root, places| {
        if can_move(root) {
            each(root, Node::Schema, |schema, _| {
                if !schema.contains_key("allOf")
                    && schema.contains_key("enum")
                    && places.take()
                    && let Some(values) = schema.remove("enum")
                {
                    schema.insert("allOf".to_owned(), json!([{"enum": values}]));
                }
            });
        }
    }),
    Kind::places("pattern-grouped", "ECMA-262, 22.2.1: (?:x) matches what x matches", |root, places| {
        each(root, Node::Schema, |schema, _| {
            let pattern = schema.get("pattern").and_then(Value::as_str);
            if let Some(pattern) = pattern.map(|pattern| format!("(?:{pattern})"))
                && places.take()
            {
                schema.insert("pattern".to_owned(), json!(pattern));
            }
        });
    }),
    Kind::places(
        "pattern-any-before-and-after",
        "JSON Schema 2020-12, 6.4: patterns are not implicitly anchored",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let pattern = schema.get("pattern").and_then(Value::as_str).filter(|pattern| pattern.starts_with('^'));
                // One that has alternatives is anchored in the first alone.
                if let Some(pattern) =
                    pattern.filter(|pattern| !pattern.contains('|')).map(|pattern| format!("^(?:){}", &pattern[1..]))
                    && places.take()
                {
                    schema.insert("pattern".to_owned(), json!(pattern));
                }
            });
        },
    ),
    Kind::places("any-as-true", BOOLEAN, |root, places| {
        visit(root, &mut |node, value, _| {
            if node == Node::Schema && *value == json!({}) && places.take() {
                *value = json!(true);
            }
        });
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("none-as-not-any", BOOLEAN, |root, places| {
        visit(root, &mut |node, value, _| {
            if node == Node::Schema && *value == json!(false) && places.take() {
                *value = json!({"not": {}});
            }
        });
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "any-as-all-types",
        "JSON Schema Validation 2020-12, 6.1.1: there are no other types",
        |root, places| {
            visit(root, &mut |node, value, path| {
                let is_property = path.iter().rev().nth(1).is_some_and(|step| step == "properties");
                if node == Node::Schema && is_property && *value == json!({}) && places.take() {
                    *value = json!({"type": ["object", "array", "string", "number", "boolean", "null"]});
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "number-or-integer",
        "JSON Schema Validation 2020-12, 6.1.1: an integer is a number",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let is_number = schema.get("type").is_some_and(|kind| kind == "number");
                if is_number && !schema.contains_key("format") && places.take() {
                    schema.insert("type".to_owned(), json!(["number", "integer"]));
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
];

/// Writes each element of an enum as an alternative.
fn spread(root: &mut Value, places: &mut Places, keyword: &str, alternative: fn(&Value) -> Value) {
    if !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let is_free = !["anyOf", "oneOf", "nullable", "discriminator"].iter().any(|name| schema.contains_key(*name));
        let Some(values) = schema.get("enum").and_then(Value::as_array).filter(|values| values.len() > 1) else {
            return;
        };
        // An element that is there twice matches twice.
        let is_set = values.iter().enumerate().all(|(at, value)| values.iter().take(at).all(|other| other != value));
        if is_free && is_set && places.take() {
            let alternatives: Vec<Value> = values.iter().map(alternative).collect();
            replace(schema, keyword, alternatives);
        }
    });
}

fn replace(schema: &mut Map<String, Value>, keyword: &str, alternatives: Vec<Value>) {
    schema.remove("enum");
    schema.insert(keyword.to_owned(), Value::Array(alternatives));
}
