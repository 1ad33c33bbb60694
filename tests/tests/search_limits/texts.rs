//! Patterns, and values that are written as text.

use serde_json::{Value, json};

use crate::Edge;
use crate::descriptions::{COVERED, NOT_COVERED, added, elements, form, nested, parameter};

/// Another type whose texts are the same ones, and one of which that is not known.
const SAME: &[&str] = &["docs inert-keyword-changed"];
const WIDENED: &[&str] = &["additive request-type-widened"];
const NARROWED: &[&str] = &["breaking request-type-narrowed"];

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "diff/src/prover/refutation/few.rs",
        limit: "MAX_TEXTS = 40",
        pair: texts_of_a_pattern,
        last: 40,
        decided: SAME,
        beyond: NARROWED,
    },
    Edge {
        file: "diff/src/prover/refutation/patterns.rs",
        limit: "MAX_STATES = 600",
        pair: repetitions,
        last: 293,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/patterns.rs",
        limit: "MAX_COMBINATIONS = 4000",
        pair: characters_at_least,
        last: 1333,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/refutation/patterns.rs",
        limit: "MAX_WALKED = 1_150_000",
        pair: characters_of_hundreds,
        last: 123,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "diff/src/prover/texts/pieces.rs",
        limit: "MAX_TEXTS = 1000",
        pair: integers_as_texts,
        last: 1000,
        decided: SAME,
        beyond: NARROWED,
    },
    Edge {
        file: "diff/src/prover/texts/pieces.rs",
        limit: "MAX_COUNTED_LENGTH = 100",
        pair: length_of_a_pattern,
        last: 100,
        decided: WIDENED,
        beyond: NARROWED,
    },
    Edge {
        file: "diff/src/prover/texts/reader.rs",
        limit: "MAX_CHOICES = 64",
        pair: alternatives_as_texts,
        last: 64,
        decided: WIDENED,
        beyond: &["additive request-composition-widened", "breaking request-type-narrowed"],
    },
    Edge {
        file: "openapi/src/schema/pattern/ecma.rs",
        limit: "MAX_DEPTH = 50",
        pair: groups_in_groups,
        last: 50,
        decided: COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "openapi/src/schema/pattern/ecma.rs",
        limit: "MAX_REPEATS = 10_000",
        // The automata that are compared have fewer states than that.
        pair: repetitions,
        last: 10_000,
        decided: NOT_COVERED,
        beyond: NOT_COVERED,
    },
    Edge {
        file: "openapi/src/tree/decimal.rs",
        limit: "MAX_ZEROS = 40",
        pair: zeros_of_a_number,
        last: 40,
        decided: WIDENED,
        beyond: NARROWED,
    },
    Edge {
        file: "diff/src/facets/messages/part_types.rs",
        limit: "MAX_DEPTH = 20",
        pair: arrays_of_a_part,
        last: 20,
        decided: &[],
        beyond: &["unclassified unclassified-changed"],
    },
];

/// The same integers, listed by a pattern.
fn texts_of_a_pattern(count: usize) -> [Value; 2] {
    let listed: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let old = json!({"type": "string", "pattern": format!("^({})$", listed.join("|"))});
    [parameter(&old), parameter(&json!({"type": "integer", "minimum": 1, "maximum": count}))]
}

/// Each takes two states; what stands around them takes the others.
fn repetitions(count: usize) -> [Value; 2] {
    let inner = json!({"type": "string", "pattern": format!("^a{{{count}}}b*$")});
    added(&[json!({"type": "string", "pattern": "^a+b*$"}), json!({"type": "integer"})], &inner, &json!({}))
}

/// After each character the two patterns are in one of three combinations.
fn characters_at_least(count: usize) -> [Value; 2] {
    let inner = json!({"type": "string", "minLength": count, "pattern": "^[ab]*$"});
    added(&[json!({"type": "string", "pattern": "^[ab]*c?$"}), json!({"type": "integer"})], &inner, &json!({}))
}

/// Each of 200 characters, and of those between them, is tried after each character.
fn characters_of_hundreds(count: usize) -> [Value; 2] {
    let all: String = (0..200).filter_map(|at| char::from_u32(0x4e00 + 2 * at)).collect();
    let inner = json!({"type": "string", "minLength": count, "pattern": format!("^[{all}]*$")});
    let outer = json!({"type": "string", "pattern": format!("^[{all}]*c?$")});
    added(&[outer, json!({"type": "integer"})], &inner, &json!({}))
}

fn groups_in_groups(count: usize) -> [Value; 2] {
    let pattern = format!("^{}a+{}$", "(".repeat(count), ")".repeat(count));
    let inner = json!({"type": "string", "pattern": "^aa$"});
    added(&[json!({"type": "string", "pattern": pattern}), json!({"type": "integer"})], &inner, &json!({}))
}

/// Such a number is as well written with an exponent, by a client or by whoever generates it.
fn zeros_of_a_number(count: usize) -> [Value; 2] {
    let number = format!("1{}", "0".repeat(count));
    let exact: Value = serde_json::from_str(&format!("1e{count}")).unwrap();
    [parameter(&json!({"enum": [1, exact]})), parameter(&json!({"type": "string", "enum": ["1", number]}))]
}

fn integers_as_texts(count: usize) -> [Value; 2] {
    let listed: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let old = json!({"type": "integer", "minimum": 1, "maximum": count});
    [parameter(&old), parameter(&json!({"type": "string", "enum": listed}))]
}

/// A list of one text is written as that text.
fn length_of_a_pattern(count: usize) -> [Value; 2] {
    let old = json!({"type": "string", "pattern": format!("^[a-z]{{1,{count}}}$")});
    let items = json!({"type": "string", "maxLength": count});
    [parameter(&old), parameter(&json!({"type": "array", "items": items}))]
}

fn alternatives_as_texts(count: usize) -> [Value; 2] {
    let choices = elements(count, |at| json!({"const": at}));
    [parameter(&json!({"anyOf": choices})), parameter(&json!({"type": "string"}))]
}

/// A part is of the media type that its elements have, where it names none.
fn arrays_of_a_part(count: usize) -> [Value; 2] {
    let schema = nested(count, json!({"type": "string"}), |items| json!({"type": "array", "items": items}));
    [form(&schema, Some("text/plain")), form(&schema, None)]
}
