//! Values that are few enough to be looked at one by one.

use serde_json::{Value, json};

use crate::Edge;
use crate::descriptions::{COVERED, NOT_COVERED, added, names, nested};

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "diff/src/prover/refutation/finite.rs",
        limit: "MAX_VALUES = 200",
        pair: objects_of_one_property,
        last: 199,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/finite.rs",
        limit: "MAX_DEPTH = 4",
        pair: objects_in_objects,
        last: 3,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/value.rs",
        limit: "MAX_DEPTH = 32",
        pair: arrays_in_arrays,
        last: 31,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/matches.rs",
        limit: "MAX_DEPTH = 48",
        pair: branches_around_values,
        last: 46,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/numbers.rs",
        limit: "MAX_MULTIPLES = 1000",
        pair: integers_that_are_listed,
        last: 999,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
];

/// The property may also be left out, which is one value more.
fn objects_of_one_property(count: usize) -> [Value; 2] {
    let values: Vec<usize> = (0..count).collect();
    let mut objects: Vec<Value> = values.iter().map(|value| json!({"a": value})).collect();
    objects.push(json!({}));
    let inner = json!({"type": "object", "properties": {"a": {"enum": values}}, "additionalProperties": false});
    added(&[json!({"enum": objects}), json!({"type": "integer"})], &inner, &json!({}))
}

/// The innermost value is one more level.
fn objects_in_objects(count: usize) -> [Value; 2] {
    let around = |schema| json!({"type": "object", "properties": {"a": schema}, "additionalProperties": false});
    let inner = nested(count, json!({"const": 1}), around);
    let mut values = vec![json!(1)];
    for _ in 0..count {
        values = values.iter().map(|value| json!({"a": value})).chain([json!({})]).collect();
    }
    added(&[json!({"enum": values}), json!({"type": "string"})], &inner, &json!({}))
}

/// More values than a proof by cases takes, in two lists.
fn in_two_lists(all: &[Value], around: impl Fn(Value) -> Value) -> [Value; 2] {
    let choices = [around(json!({"enum": all[..20]})), json!({"enum": all[20..]}), json!({"type": "integer"})];
    added(&choices, &json!({"enum": all}), &json!({}))
}

/// The innermost value is one more level.
fn arrays_in_arrays(count: usize) -> [Value; 2] {
    let mut all = names(50);
    all.push(nested(count, json!(1), |value| json!([value])));
    in_two_lists(&all, |schema| schema)
}

/// The list and the alternative that holds it are two more.
fn branches_around_values(count: usize) -> [Value; 2] {
    in_two_lists(&names(51), |schema| nested(count, schema, |schema| json!({"allOf": [schema]})))
}

/// The first that is past the last of them is one more.
fn integers_that_are_listed(count: usize) -> [Value; 2] {
    let listed = json!({"enum": (1..=count).collect::<Vec<_>>()});
    let inner = json!({"type": "integer", "minimum": 1, "maximum": count});
    added(&[listed, json!({"type": "string"})], &inner, &json!({}))
}
