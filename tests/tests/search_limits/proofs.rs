//! Proofs keyword by keyword, and what they rest on: pairs, types, what tells alternatives apart.

use serde_json::{Value, json};

use crate::Edge;
use crate::descriptions::{COVERED, NOT_COVERED, added, elements, names, nested, refer, request, response, texts};

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "diff/src/prover/inclusion/mod.rs",
        limit: "MAX_STEPS = 2000",
        pair: properties,
        last: 1998,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/inclusion/mod.rs",
        limit: "MAX_DEPTH = 48",
        pair: properties_of_properties,
        last: 46,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/inclusion/mod.rs",
        limit: "MAX_VALUES = 50",
        pair: values_in_two_lists,
        last: 50,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/inclusion/choices.rs",
        limit: "MAX_CHOICES = 16",
        pair: choices_beside_a_property,
        last: 16,
        decided: &[],
        beyond: &["breaking response-alternative-added", "unproved overlapping-alternative-removed"],
    },
    Edge {
        file: "diff/src/prover/inclusion/apart.rs",
        limit: "MAX_CHOICES = 2000",
        pair: closed_choices,
        last: 2000,
        decided: &["additive response-length-narrowed"],
        beyond: &["unproved overlapping-alternative-changed"],
    },
    Edge {
        file: "diff/src/prover/inclusion/closing.rs",
        limit: "MAX_SCHEMAS = 100",
        pair: schemas_beside_other_properties,
        last: 99,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/unevaluated.rs",
        limit: "MAX_SCHEMAS = 2000",
        pair: schemas_beside_a_closed_one,
        last: 1998,
        decided: &["risky request-property-removed"],
        beyond: &["breaking closed-request-property-removed"],
    },
    Edge {
        file: "diff/src/prover/types.rs",
        limit: "MAX_DEPTH = 150",
        pair: branches_of_branches,
        last: 148,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/types.rs",
        limit: "MAX_SCHEMAS = 10_000",
        pair: alternatives_of_types,
        last: 9997,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
];

/// Each property is a pair; two more are the wholes.
fn properties(count: usize) -> [Value; 2] {
    let object = |longest| json!({"type": "object", "properties": texts(count, longest)});
    added(&[object(5), json!({"type": "integer"})], &object(4), &json!({}))
}

fn properties_of_properties(count: usize) -> [Value; 2] {
    let of = |longest: usize| {
        let innermost = json!({"type": "string", "maxLength": longest});
        nested(count, innermost, |schema| json!({"type": "object", "properties": {"p": schema}}))
    };
    added(&[of(5), json!({"type": "integer"})], &of(4), &json!({}))
}

/// Of the format nobody knows anything, so that values are looked at one by one with it.
fn values_in_two_lists(count: usize) -> [Value; 2] {
    let all = names(count);
    let (some, others) = all.split_at(count / 2);
    let list = |values: &[Value]| json!({"type": "string", "format": "code", "enum": values});
    added(&[list(some), list(others), json!({"type": "integer"})], &list(&all), &json!({}))
}

/// What each alternative says of a property stands beside all of them.
fn choices_beside_a_property(count: usize) -> [Value; 2] {
    let told = json!({"k": {"type": "string"}});
    let with =
        |choices: Vec<Value>| response(&json!({"type": "object", "properties": told, "oneOf": choices}), &json!({}));
    let old = elements(count, |at| json!({"required": [format!("a{at}")], "properties": told}));
    [with(old), with(elements(count, |at| json!({"required": [format!("a{at}")]})))]
}

fn closed_choices(count: usize) -> [Value; 2] {
    let closed = |at: usize, least: usize| {
        let name = format!("k{at}");
        let properties = json!({name.as_str(): {"type": "string", "minLength": least}});
        json!({"type": "object", "required": [name], "properties": properties, "additionalProperties": false})
    };
    [1, 2].map(|least| {
        let choices = elements(count, |at| closed(at, if at == 0 { least } else { 1 }));
        response(&json!({"oneOf": choices}), &json!({}))
    })
}

/// The object itself looks at its properties as well.
fn schemas_beside_other_properties(count: usize) -> [Value; 2] {
    let other = |longest| json!({"type": "object", "properties": texts(60, longest)});
    let choices = elements(count, |at| json!({"title": at.to_string()}));
    let inner = json!({"type": "object", "anyOf": choices, "unevaluatedProperties": other(4)});
    let outer = json!({"type": "object", "additionalProperties": other(5)});
    added(&[outer, json!({"type": "integer"})], &inner, &json!({}))
}

/// What goes from another object may go from one that a schema of so many others closes. That one and its condition are two.
fn schemas_beside_a_closed_one(count: usize) -> [Value; 2] {
    let asked = elements(count, |at| json!({"properties": {format!("k{at}"): {"type": "string"}}}));
    let closed = json!({"type": "object", "if": {"anyOf": asked}, "unevaluatedProperties": false});
    [json!({"p": {"type": "string"}}), json!({})]
        .map(|properties| request(&json!({"type": "object", "properties": properties}), &json!({"Closed": closed})))
}

/// Null is allowed by all of them, or not.
fn branches_of_branches(count: usize) -> [Value; 2] {
    let around = |schema| json!({"allOf": [schema]});
    let innermost = json!({"type": ["object", "null"], "properties": texts(100, 5)});
    let components = json!({
        "Outer": nested(90, refer("Inner"), around),
        "Inner": nested(count - 90, innermost, around),
    });
    let another = json!({"type": ["object", "null"], "properties": texts(100, 4)});
    added(&[refer("Outer"), json!({"type": "integer"})], &another, &components)
}

fn alternatives_of_types(count: usize) -> [Value; 2] {
    let choices = elements(count, |at| json!({"title": at.to_string()}));
    let outer = json!({"type": ["object", "null"], "properties": texts(100, 5), "anyOf": choices});
    let another = json!({"type": ["object", "null"], "properties": texts(100, 4)});
    added(&[refer("Outer"), json!({"type": "integer"})], &another, &json!({"Outer": outer}))
}
