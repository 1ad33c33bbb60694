//! Random schemas and values of JSON Schema 2020-12: ours and the crate `jsonschema` have to agree, and each sample has to
//! match by both.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use waybill_core::schema::{Instance, SampleOptions, Schema, Validator};

use crate::description_of;
use crate::random::{root_schema, value};

/// What the other validator says; nothing where it refuses the schema.
pub(crate) fn referee(schema: &Value) -> Option<jsonschema::Validator> {
    jsonschema::draft202012::options().should_validate_formats(true).build(schema).ok()
}

/// Whether a reference of the schema leads to the schema it stands in, without going on to another value: what follows of
/// that is not defined (JSON Schema 2020-12, section 9.4.1).
pub(crate) fn leads_to_itself(schema: &Value, root: &Value, seen: &mut Vec<*const Value>) -> bool {
    let Some(object) = schema.as_object() else { return false };
    let here: *const Value = schema;
    if seen.contains(&here) {
        return true;
    }
    seen.push(here);
    let target = object.get("$ref").and_then(Value::as_str).and_then(|to| root.pointer(to.strip_prefix('#')?));
    let lists = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|word| object.get(word)?.as_array());
    let maps = ["dependentSchemas"].into_iter().filter_map(|word| object.get(word)?.as_object());
    let own = ["not", "if", "then", "else"].into_iter().filter_map(|word| object.get(word));
    let inside = own.chain(lists.flatten()).chain(maps.flat_map(serde_json::Map::values)).chain(target);
    let leads = inside.into_iter().any(|inner| leads_to_itself(inner, root, seen));
    seen.pop();
    leads
}

fn has_circle(schema: &Value, root: &Value) -> bool {
    let inside: Vec<&Value> = match schema {
        Value::Object(object) => object.values().collect(),
        Value::Array(list) => list.iter().collect(),
        _ => Vec::new(),
    };
    leads_to_itself(schema, root, &mut Vec::new()) || inside.into_iter().any(|inner| has_circle(inner, root))
}

#[test]
fn random_schemas_agree_with_another_validator() {
    let mut runner = TestRunner::new(Config { cases: 3_000, failure_persistence: None, ..Config::default() });
    let valid = Cell::new(0);
    let values = || prop::collection::vec(value(2), 8);
    runner
        .run(&(root_schema(), values()), |(schema, values)| {
            let Some(other) = referee(&schema).filter(|_| !has_circle(&schema, &schema)) else { return Ok(()) };
            let description = description_of("3.1.0", &schema);
            let handle = Schema::component(&description, "S").unwrap();
            let mut validator = Validator::default();
            for value in values {
                let text = value.to_string();
                let instance = Instance::read("value", text.as_bytes()).unwrap();
                let outcome = validator.validate(&description, handle, &instance, None);
                let expected = other.is_valid(&value);
                valid.set(valid.get() + usize::from(expected));
                prop_assert_eq!(outcome.is_valid(), expected, "{} {} {:?}", schema, value, outcome);
                prop_assert_eq!(outcome.is_invalid(), !expected, "{} {} {:?}", schema, value, outcome);
            }
            Ok(())
        })
        .unwrap();
    let valid = valid.get();
    assert!(valid > 2_000, "only {valid} values were valid: nothing is told apart");
}

#[test]
fn samples_match_by_both_validators() {
    let mut runner = TestRunner::new(Config { cases: 1_500, failure_persistence: None, ..Config::default() });
    let (sampled, missed) = (Cell::new(0), Cell::new(0));
    runner
        .run(&(root_schema(), 0_u64..3, prop::collection::vec(value(2), 30)), |(schema, seed, values)| {
            let Some(other) = referee(&schema).filter(|_| !has_circle(&schema, &schema)) else { return Ok(()) };
            let description = description_of("3.1.0", &schema);
            let handle = Schema::component(&description, "S").unwrap();
            let mut validator = Validator::default();
            let options = SampleOptions { seed, ..SampleOptions::default() };
            if let Ok(sample) = validator.sample(&description, handle, &options) {
                let value: Value = serde_json::from_str(&sample).unwrap();
                prop_assert!(other.is_valid(&value), "{} {}", schema, sample);
                let again = validator.sample(&description, handle, &options);
                prop_assert_eq!(again, Ok(sample));
                sampled.set(sampled.get() + 1);
            } else {
                // Of schemas that random values match, nearly all have to have one.
                let is_missed = values.iter().any(|value| other.is_valid(value));
                missed.set(missed.get() + usize::from(is_missed));
            }
            Ok(())
        })
        .unwrap();
    let (sampled, missed) = (sampled.get(), missed.get());
    assert!(sampled > 600 && missed * 30 < sampled, "{sampled} were sampled, {missed} missed");
}
