//! Bounds of numbers, strings, lists and objects in other words, and bounds that follow from others.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each};

const INTEGERS: &str = "JSON Schema Validation 2020-12, 6.2: above n-1 is n or more for integers";
const OLD: (Version, Version) = (Version::V2_0, Version::V3_0);
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);

pub(super) const KINDS: &[Kind] = &[
    Kind::places("minimum-of-integer-exclusive", INTEGERS, |root, places| exclude(root, places, "minimum", -1))
        .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("maximum-of-integer-exclusive", INTEGERS, |root, places| exclude(root, places, "maximum", 1))
        .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("minimum-of-integer-flagged", INTEGERS, |root, places| flag(root, places, "minimum", -1))
        .within(OLD.0, OLD.1),
    Kind::places("maximum-of-integer-flagged", INTEGERS, |root, places| flag(root, places, "maximum", 1))
        .within(OLD.0, OLD.1),
    Kind::places(
        "bound-implied-by-exclusive",
        "JSON Schema Validation 2020-12, 6.2: every keyword is asserted",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                for (name, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
                    let bound = schema.get(exclusive).filter(|bound| bound.is_number()).cloned();
                    if let Some(bound) = bound
                        && !schema.contains_key(name)
                        && places.take()
                    {
                        schema.insert(name.to_owned(), bound);
                    }
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("numbers-with-fractions", "JSON Schema 2020-12, 4.2.2: 1.0 is the integer 1", |root, places| {
        let names = [
            "minimum",
            "maximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
        ];
        each(root, Node::Schema, |schema, _| {
            for name in names {
                let small = schema.get(name).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
                if let Some(number) = small
                    && places.take()
                {
                    schema.insert(name.to_owned(), json!(f64::from(number)));
                }
            }
        });
    }),
    Kind::places(
        "multiple-of-one",
        "JSON Schema Validation 2020-12, 6.2.1: every integer is a multiple of 1",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if has_type(schema, "integer") && !schema.contains_key("multipleOf") && places.take() {
                    schema.insert("multipleOf".to_owned(), json!(1));
                }
            });
        },
    ),
    Kind::places(
        "integer-as-multiple-of-one",
        "JSON Schema Validation 2020-12, 6.1.1: a number with a zero fractional part",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let is_free = !schema.contains_key("multipleOf") && !schema.contains_key("format");
                if has_type(schema, "integer") && is_free && places.take() {
                    schema.insert("type".to_owned(), json!("number"));
                    schema.insert("multipleOf".to_owned(), json!(1));
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "lengths-implied-by-enum",
        "JSON Schema Validation 2020-12, 6.1.2: no other value is valid",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let texts = schema.get("enum").and_then(Value::as_array).map(|values| values.iter().map(Value::as_str));
                let lengths: Option<Vec<usize>> =
                    texts.and_then(|texts| texts.map(|text| Some(text?.chars().count())).collect());
                let Some((least, most)) = lengths.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?))) else {
                    return;
                };
                let is_free = !schema.contains_key("minLength") && !schema.contains_key("maxLength");
                if is_free && has_type(schema, "string") && places.take() {
                    schema.insert("minLength".to_owned(), json!(least));
                    schema.insert("maxLength".to_owned(), json!(most));
                }
            });
        },
    ),
    Kind::places(
        "properties-implied-by-required",
        "JSON Schema Validation 2020-12, 6.5.3: each name is there",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let required = schema.get("required").and_then(Value::as_array).map_or(0, Vec::len);
                let declared = schema.get("properties").and_then(Value::as_object);
                // A property that is not sent back cannot be counted.
                let is_sent = declared.is_none_or(|it| {
                    it.values().all(|own| {
                        own.get("readOnly").is_none() && own.get("writeOnly").is_none() && own.get("$ref").is_none()
                    })
                });
                let is_free = has_type(schema, "object") && !schema.contains_key("minProperties");
                if required > 0 && is_free && is_sent && places.take() {
                    schema.insert("minProperties".to_owned(), json!(required));
                }
            });
        },
    ),
    Kind::places(
        "unique-single-item",
        "JSON Schema Validation 2020-12, 6.4.3: one element is unique",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if schema.get("maxItems").is_some_and(|most| *most == 1)
                    && !schema.contains_key("uniqueItems")
                    && places.take()
                {
                    schema.insert("uniqueItems".to_owned(), json!(true));
                }
            });
        },
    ),
];

fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    schema.get("type").is_some_and(|kind| kind == name)
}

/// Returns the bound of an integer that neither a format nor another bound limits.
fn integer_bound(schema: &Map<String, Value>, name: &str) -> Option<i64> {
    let exclusive = exclusive(name);
    if !has_type(schema, "integer") || schema.contains_key(exclusive) {
        return None;
    }
    let bound = schema.get(name)?.as_i64()?;
    (bound.abs() < 1_000_000_000).then_some(bound)
}

fn exclusive(name: &str) -> &'static str {
    if name == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" }
}

fn exclude(root: &mut Value, places: &mut Places, name: &str, difference: i64) {
    each(root, Node::Schema, |schema, _| {
        if let Some(bound) = integer_bound(schema, name)
            && places.take()
        {
            schema.remove(name);
            schema.insert(exclusive(name).to_owned(), json!(bound + difference));
        }
    });
}

fn flag(root: &mut Value, places: &mut Places, name: &str, difference: i64) {
    each(root, Node::Schema, |schema, _| {
        if let Some(bound) = integer_bound(schema, name)
            && places.take()
        {
            schema.insert(name.to_owned(), json!(bound + difference));
            schema.insert(exclusive(name).to_owned(), json!(true));
        }
    });
}
