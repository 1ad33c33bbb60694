//! The dialect of OpenAPI 3.0: schemas in it, and the same written for JSON Schema 2020-12 for the other validator.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use waybill_core::schema::{Instance, SampleOptions, Schema, Validator};

use crate::description_of;
use crate::random::value;
use crate::referee::referee;

/// A schema of OpenAPI 3.0.
fn schema(depth: u32) -> BoxedStrategy<Value> {
    let kinds = prop::sample::select(vec!["boolean", "integer", "number", "string", "array", "object"]);
    let bound = || (-3_i64..7).prop_map(|number| json!(number));
    let count = || (0_u64..4).prop_map(|count| json!(count));
    let scalar = (
        kinds,
        prop::option::of(any::<bool>()),
        prop::option::of((bound(), any::<bool>())),
        prop::option::of((bound(), any::<bool>())),
        prop::option::of(count()),
        prop::option::of(prop::sample::select(vec![json!("a"), json!(1), Value::Null])),
    );
    let own = scalar.prop_map(|(kind, nullable, least, most, length, listed)| {
        let mut schema = Map::from_iter([("type".to_owned(), json!(kind))]);
        if kind == "array" {
            schema.insert("items".to_owned(), json!({}));
        }
        let mut add = |name: &str, value: Option<Value>| value.and_then(|value| schema.insert(name.to_owned(), value));
        add("nullable", nullable.map(Value::Bool));
        add("exclusiveMinimum", least.as_ref().map(|(_, open)| json!(open)));
        add("minimum", least.map(|(bound, _)| bound));
        add("exclusiveMaximum", most.as_ref().map(|(_, open)| json!(open)));
        add("maximum", most.map(|(bound, _)| bound));
        add("minLength", length);
        add("enum", listed.map(|value| json!([value, "b", 2])));
        // Keywords that this dialect does not know.
        add("const", Some(json!("nothing")));
        add("if", Some(json!(false)));
        add("propertyNames", Some(json!({"maxLength": 0})));
        Value::Object(schema)
    });
    if depth == 0 {
        return own.boxed();
    }
    let inner = || schema(depth - 1);
    let properties = (inner(), inner(), any::<bool>()).prop_map(|(one, other, closed)| {
        json!({"type": "object", "properties": {"a": one, "b": other}, "required": ["a"], "additionalProperties": !closed})
    });
    let composed = (prop::sample::select(vec!["allOf", "anyOf", "oneOf"]), inner(), inner())
        .prop_map(|(word, one, other)| json!({word: [one, other]}));
    let items = inner().prop_map(|items| json!({"type": "array", "items": items, "nullable": true}));
    prop_oneof![2 => own, 2 => properties, 1 => composed, 1 => items].boxed()
}

/// The same schema for JSON Schema 2020-12.
fn newer(schema: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let mut out = Map::new();
    for (name, value) in schema {
        let value = match name.as_str() {
            "nullable" | "const" | "if" | "propertyNames" | "exclusiveMinimum" | "exclusiveMaximum" => continue,
            "type" if schema.get("nullable") == Some(&json!(true)) => json!([value, "null"]),
            "properties" => {
                let map = value.as_object().unwrap().iter();
                Value::Object(map.map(|(name, schema)| (name.clone(), newer(schema))).collect())
            }
            "items" => newer(value),
            "allOf" | "anyOf" | "oneOf" => value.as_array().unwrap().iter().map(newer).collect(),
            _ => value.clone(),
        };
        let name = match name.as_str() {
            "minimum" if schema.get("exclusiveMinimum") == Some(&json!(true)) => "exclusiveMinimum",
            "maximum" if schema.get("exclusiveMaximum") == Some(&json!(true)) => "exclusiveMaximum",
            name => name,
        };
        out.insert(name.to_owned(), value);
    }
    Value::Object(out)
}

#[test]
fn openapi_3_0_schemas_agree_with_another_validator() {
    let mut runner = TestRunner::new(Config { cases: 1_000, failure_persistence: None, ..Config::default() });
    let (valid, sampled) = (Cell::new(0), Cell::new(0));
    runner
        .run(&(schema(2), prop::collection::vec(value(2), 8)), |(schema, values)| {
            let other = referee(&newer(&schema)).unwrap();
            let description = description_of("3.0.3", &schema);
            let handle = Schema::component(&description, "S").unwrap();
            let mut validator = Validator::default();
            for value in values {
                let text = value.to_string();
                let instance = Instance::read("value", text.as_bytes()).unwrap();
                let outcome = validator.validate(&description, handle, &instance, None);
                let expected = other.is_valid(&value);
                valid.set(valid.get() + usize::from(expected));
                prop_assert_eq!(outcome.is_valid(), expected, "{} {} {:?}", schema, value, outcome);
            }
            if let Ok(sample) = validator.sample(&description, handle, &SampleOptions::default()) {
                sampled.set(sampled.get() + 1);
                prop_assert!(other.is_valid(&serde_json::from_str(&sample).unwrap()), "{} {}", schema, sample);
            }
            Ok(())
        })
        .unwrap();
    let (valid, sampled) = (valid.get(), sampled.get());
    assert!(valid > 300 && sampled > 500, "{valid} values were valid, {sampled} schemas had a sample");
}
