//! Random values and schemas, small enough that many pairs match.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

const NAMES: [&str; 4] = ["a", "b", "ab", "x-1"];
const PATTERNS: [&str; 6] = ["^a", "b$", "^[a-c]{1,3}$", "^x-\\d+$", "[^a]", "^(a|bc)*$"];

/// A value, nested at most so deep.
pub(crate) fn value(depth: u32) -> BoxedStrategy<Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-4_i64..8).prop_map(|number| json!(number)),
        (-4_i32..8).prop_map(|number| json!(f64::from(number) / 2.0)),
        prop::sample::select(vec!["", "a", "b", "abc", "x-1", "ä", "2024-07-01"]).prop_map(|text| json!(text)),
    ];
    if depth == 0 {
        return scalar.boxed();
    }
    let inner = value(depth - 1);
    let elements = prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array);
    let member = (prop::sample::select(NAMES.to_vec()), inner);
    let members = prop::collection::vec(member, 0..4);
    let object = members
        .prop_map(|members| Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()));
    prop_oneof![2 => scalar, 1 => elements, 2 => object].boxed()
}

/// One keyword with its value, for schemas of JSON Schema 2020-12.
fn keyword(depth: u32) -> BoxedStrategy<(&'static str, Value)> {
    let types = prop::sample::select(vec!["null", "boolean", "integer", "number", "string", "array", "object"]);
    let count = || (0_u64..4).prop_map(|count| json!(count));
    let number = || (-3_i32..7).prop_map(|number| json!(f64::from(number) / 2.0));
    let names =
        || prop::collection::btree_set(prop::sample::select(NAMES.to_vec()), 0..3).prop_map(|names| json!(names));
    let scalar = prop_oneof![
        types.clone().prop_map(|name| ("type", json!(name))),
        prop::collection::btree_set(types, 1..3).prop_map(|names| ("type", json!(names))),
        value(1).prop_map(|value| ("const", value)),
        prop::collection::vec(value(1), 1..4).prop_map(|values| ("enum", json!(values))),
        number().prop_map(|bound| ("minimum", bound)),
        number().prop_map(|bound| ("maximum", bound)),
        number().prop_map(|bound| ("exclusiveMinimum", bound)),
        number().prop_map(|bound| ("exclusiveMaximum", bound)),
        prop::sample::select(vec![0.5, 1.0, 2.0, 3.0]).prop_map(|step| ("multipleOf", json!(step))),
        count().prop_map(|count| ("minLength", count)),
        count().prop_map(|count| ("maxLength", count)),
        prop::sample::select(PATTERNS.to_vec()).prop_map(|pattern| ("pattern", json!(pattern))),
        prop::sample::select(vec!["date", "ipv4", "uuid"]).prop_map(|format| ("format", json!(format))),
        count().prop_map(|count| ("minItems", count)),
        count().prop_map(|count| ("maxItems", count)),
        any::<bool>().prop_map(|flag| ("uniqueItems", json!(flag))),
        count().prop_map(|count| ("minContains", count)),
        count().prop_map(|count| ("maxContains", count)),
        count().prop_map(|count| ("minProperties", count)),
        count().prop_map(|count| ("maxProperties", count)),
        names().prop_map(|names| ("required", names)),
        (prop::sample::select(NAMES.to_vec()), names())
            .prop_map(|(name, names)| ("dependentRequired", json!({name: names}))),
        prop::sample::select(vec!["#", "#/$defs/a", "#/$defs/b"]).prop_map(|to| ("$ref", json!(to))),
    ];
    if depth == 0 {
        return scalar.boxed();
    }
    let inner = || schema(depth - 1);
    let list = || prop::collection::vec(inner(), 1..4).prop_map(Value::Array);
    let map = |names: &'static [&'static str]| {
        let entry = (prop::sample::select(names.to_vec()), inner());
        prop::collection::vec(entry, 1..4).prop_map(|entries| {
            Value::Object(entries.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect())
        })
    };
    let applying = prop_oneof![
        4 => map(&NAMES).prop_map(|map| ("properties", map)),
        1 => map(&PATTERNS).prop_map(|map| ("patternProperties", map)),
        1 => inner().prop_map(|schema| ("additionalProperties", schema)),
        1 => inner().prop_map(|schema| ("propertyNames", schema)),
        1 => inner().prop_map(|schema| ("unevaluatedProperties", schema)),
        1 => inner().prop_map(|schema| ("unevaluatedItems", schema)),
        2 => inner().prop_map(|schema| ("items", schema)),
        1 => list().prop_map(|list| ("prefixItems", list)),
        1 => inner().prop_map(|schema| ("contains", schema)),
        2 => list().prop_map(|list| ("allOf", list)),
        2 => list().prop_map(|list| ("anyOf", list)),
        2 => list().prop_map(|list| ("oneOf", list)),
        1 => inner().prop_map(|schema| ("not", schema)),
        1 => inner().prop_map(|schema| ("if", schema)),
        1 => inner().prop_map(|schema| ("then", schema)),
        1 => inner().prop_map(|schema| ("else", schema)),
        1 => map(&NAMES).prop_map(|map| ("dependentSchemas", map)),
    ];
    prop_oneof![3 => scalar, 2 => applying].boxed()
}

fn schema(depth: u32) -> BoxedStrategy<Value> {
    let keywords = prop::collection::vec(keyword(depth), 1..4);
    let object = keywords.prop_map(|keywords| {
        Value::Object(keywords.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    });
    prop_oneof![1 => any::<bool>().prop_map(Value::Bool), 12 => object].boxed()
}

/// A schema with two definitions that any part of it may refer to.
pub(crate) fn root_schema() -> impl Strategy<Value = Value> {
    (schema(3), schema(1), schema(1)).prop_map(|(schema, one, other)| {
        let mut schema = match schema {
            Value::Object(schema) => schema,
            other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
        };
        schema.insert("$defs".to_owned(), json!({"a": one, "b": other}));
        Value::Object(schema)
    })
}
