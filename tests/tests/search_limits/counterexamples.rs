//! The search for a value that one schema allows and another does not.

use serde_json::{Value, json};

use crate::Edge;
use crate::descriptions::{
    COVERED, NOT_COVERED, added, elements, halves, members, names, nested, refer, request, response, texts,
};

/// A relation that is certain both ways, and one that is not.
const CERTAIN: &[&str] = &["breaking response-alternative-added", "breaking response-composition-widened"];
const UNCERTAIN: &[&str] = &["breaking response-alternative-added", "unproved composition-changed"];

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "diff/src/prover/refutation/mod.rs",
        limit: "MAX_STEPS = 400",
        pair: properties,
        last: 125,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/mod.rs",
        limit: "MAX_DEPTH = 24",
        pair: properties_of_properties,
        last: 23,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/mod.rs",
        limit: "MAX_CHOICES = 16",
        pair: ranges,
        last: 16,
        decided: &["breaking request-range-narrowed"],
        beyond: &["breaking request-composition-narrowed", "breaking request-range-narrowed"],
    },
    Edge {
        file: "diff/src/prover/refutation/mod.rs",
        limit: "MAX_CHECKS = 100_000",
        pair: definitions_used_twice,
        last: 8,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/expand.rs",
        limit: "MAX_CHOICES = 40",
        pair: choices_of_which_one_is_met,
        last: 40,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/expand.rs",
        limit: "MAX_SCHEMAS = 100",
        pair: schemas_of_what_is_said_twice,
        last: 100,
        decided: &[
            "breaking response-alternative-added",
            "breaking response-composition-widened",
            "breaking response-definition-widened",
        ],
        beyond: &[
            "breaking response-alternative-added",
            "breaking response-definition-widened",
            "unproved composition-changed",
        ],
    },
    Edge {
        file: "diff/src/prover/refutation/evaluated.rs",
        limit: "MAX_SCHEMAS = 100",
        pair: branches_beside_other_properties,
        last: 98,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/evaluated.rs",
        limit: "MAX_SPLIT = 50",
        pair: choices_beside_other_properties,
        last: 24,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/meaning.rs",
        limit: "MAX_PAIRS = 400",
        pair: definitions_in_a_chain,
        last: 421,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/declared.rs",
        limit: "MAX_SCHEMAS = 300",
        pair: schemas_that_declare_names,
        last: 298,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/objects.rs",
        limit: "MAX_ASSIGNMENTS = 300",
        pair: names_for_two_properties,
        last: 15,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/objects.rs",
        limit: "MAX_PATTERNS = 3",
        pair: patterns_of_names,
        last: 3,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/arrays.rs",
        limit: "MAX_PLACEMENTS = 200",
        pair: first_elements,
        last: 99,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/arrays.rs",
        limit: "MAX_MATCHES = 6",
        pair: elements_that_match,
        last: 6,
        decided: CERTAIN,
        beyond: UNCERTAIN,
    },
];

/// Of each property, what both alternatives say is left out again: three steps.
fn properties(count: usize) -> [Value; 2] {
    let object = |of_a: Value| {
        let mut properties = texts(count, 5);
        properties["a"] = of_a;
        json!({"type": "object", "required": ["a"], "properties": properties})
    };
    let choices = halves()["anyOf"].as_array().unwrap().iter().map(|half| object(half.clone())).collect::<Vec<_>>();
    let more = [choices, vec![json!({"type": "integer"})]].concat();
    added(&more, &object(json!({"type": "integer"})), &json!({}))
}

fn properties_of_properties(count: usize) -> [Value; 2] {
    let around = |schema| json!({"type": "object", "required": ["p"], "properties": {"p": schema}});
    let outer = nested(count, halves(), around);
    let inner = nested(count, json!({"type": "integer"}), around);
    added(&[outer, json!({"type": "integer"})], &inner, &json!({}))
}

/// The alternatives that came allow all integers, of which no fewer are allowed by that.
fn ranges(count: usize) -> [Value; 2] {
    let mut choices = elements(count, |at| json!({"type": "integer", "maximum": 1 - i64::try_from(at).unwrap()}));
    choices[0] = json!({"type": "integer", "minimum": 0});
    let new = json!({"type": "integer", "maximum": 100, "anyOf": choices});
    [request(&json!({"type": "integer"}), &json!({})), request(&new, &json!({}))]
}

/// Each value that is none of theirs asks all of them: four times as many schemas as ways lead to the last one.
fn definitions_used_twice(count: usize) -> [Value; 2] {
    let mut components = members(count, |at| {
        let next = refer(&format!("A{}", at + 1));
        (format!("A{at}"), json!({"anyOf": [next, next]}))
    });
    components[format!("A{count}")] = json!({"const": "z"});
    let all = names(51);
    let choices = [refer("A0"), json!({"enum": all[..20]}), json!({"enum": all[20..]}), json!({"type": "integer"})];
    added(&choices, &json!({"enum": all}), &components)
}

fn choices_of_which_one_is_met(count: usize) -> [Value; 2] {
    let components = members(count, |at| (format!("C{at}"), json!({"required": [format!("k{at}")]})));
    let choices = elements(count, |at| refer(&format!("C{at}")));
    let inner = json!({"type": "object", "allOf": [refer("C0"), {"oneOf": choices}]});
    let outer = json!({"type": "object", "not": {"required": ["k1"]}});
    added(&[outer, json!({"type": "integer"})], &inner, &components)
}

/// One array has an element that the others lack, and the other way round.
fn without_common_elements(more: &[(&str, Value)], least: usize, components: &Value) -> [Value; 2] {
    let array = |value: usize| json!({"type": "array", "contains": {"const": value}, "minContains": least});
    let mut old = array(1);
    for (name, value) in more {
        old[*name] = value.clone();
    }
    [response(&old, components), response(&json!({"anyOf": [array(2), array(3)]}), components)]
}

fn schemas_of_what_is_said_twice(count: usize) -> [Value; 2] {
    let choices = elements(count, |at| json!({"title": at.to_string()}));
    let twice = json!([refer("Said"), refer("Said")]);
    without_common_elements(&[("allOf", twice)], 1, &json!({"Said": {"anyOf": choices}}))
}

fn elements_that_match(count: usize) -> [Value; 2] {
    without_common_elements(&[], count, &json!({}))
}

/// Other properties are integers, in what looks at them and in what does not.
fn other_properties(mut inner: Value) -> [Value; 2] {
    inner["type"] = json!("object");
    inner["unevaluatedProperties"] = json!({"type": "integer"});
    let outer = json!({"type": "object", "additionalProperties": halves()});
    added(&[outer, json!({"type": "string"})], &inner, &json!({}))
}

/// The object and its last branch are two more.
fn branches_beside_other_properties(count: usize) -> [Value; 2] {
    let mut branches = elements(count, |at| json!({"title": at.to_string()}));
    branches.push(json!({"properties": {"a": {"type": "integer"}}}));
    other_properties(json!({"allOf": branches}))
}

/// Each is a branch as well, so that it is known to be met, and counted twice; the object is one more.
fn choices_beside_other_properties(count: usize) -> [Value; 2] {
    let choices = elements(count, |at| json!({"title": at.to_string()}));
    other_properties(json!({"allOf": choices, "anyOf": choices, "properties": {"a": {"type": "integer"}}}))
}

/// Where texts count as different, the search goes into properties, and finds those there as far as it goes: 21 more.
fn definitions_in_a_chain(count: usize) -> [Value; 2] {
    let mut components = members(count, |at| {
        let next = refer(&format!("C{}", at + 1));
        (format!("C{at}"), json!({"type": "object", "properties": {"next": next}}))
    });
    components[format!("C{count}")] = json!({"type": "string", "format": "code"});
    let object = |a: &Value| json!({"type": "object", "required": ["a"], "properties": {"a": a, "b": refer("C0")}});
    let mut choices: Vec<Value> = halves()["anyOf"].as_array().unwrap().iter().map(object).collect();
    choices.push(json!({"type": "integer"}));
    added(&choices, &object(&json!({"type": "integer"})), &components)
}

/// A name that none of them declares is taken not to be there. The object and its condition are two of them.
fn schemas_that_declare_names(count: usize) -> [Value; 2] {
    let asked = elements(count, |at| json!({"minProperties": at}));
    let inner = json!({"type": "object", "properties": {"p": {"type": "integer"}}, "if": {"anyOf": asked}});
    let outer = json!({"type": "object", "properties": {"q": {"type": "integer"}}});
    added(&[outer, json!({"type": "string"})], &inner, &json!({}))
}

/// Each of two properties that have to be there may have each name, or another one.
fn names_for_two_properties(count: usize) -> [Value; 2] {
    let inner = json!({
        "type": "object",
        "propertyNames": {"enum": names(count)},
        "additionalProperties": {"type": "integer"},
    });
    let outer = |from: i64| {
        let halves = json!([{"type": "integer", "minimum": from}, {"type": "integer", "maximum": from - 1}]);
        json!({"type": "object", "additionalProperties": {"anyOf": halves}})
    };
    added(&[outer(5), outer(6), json!({"type": "string"})], &inner, &json!({}))
}

fn patterns_of_names(count: usize) -> [Value; 2] {
    let patterns = members(count, |at| (format!("^{at}"), json!({"type": "integer", "minimum": at})));
    let other = json!({"type": "integer"});
    let inner = json!({"type": "object", "patternProperties": patterns, "additionalProperties": other});
    let outer = json!({"type": "object", "additionalProperties": other});
    added(&[outer, json!({"type": "string"})], &inner, &json!({}))
}

/// Each of them is tried as the one that fits nowhere, in two steps.
fn first_elements(count: usize) -> [Value; 2] {
    let element = json!({"type": "integer", "minimum": 0});
    let outer = json!({"type": "array", "prefixItems": vec![&element; count]});
    added(&[outer, json!({"type": "string"})], &json!({"type": "array", "items": element}), &json!({}))
}
