//! Small descriptions whose parts multiply: no search takes for ever.

use serde_json::{Value, json};

use crate::descriptions::{NOT_COVERED, added, elements, members, names, refer, request};
use crate::said;

fn is_said(pair: &[Value; 2], expected: &str) {
    let said = said(pair);
    assert!(said.contains(expected), "{said:?}");
}

#[test]
fn definitions_that_are_used_twice_by_each_other_are_given_up() {
    let mut components = members(40, |at| {
        let next = refer(&format!("A{}", at + 1));
        (format!("A{at}"), json!({"anyOf": [next, next]}))
    });
    components["A40"] = json!({"const": 2});
    let pair = [json!({"enum": [1]}), refer("A0")].map(|schema| request(&schema, &components));
    is_said(&pair, "unproved definition-changed");
    let components = json!({
        "A": {"anyOf": vec![refer("B"); 200]},
        "B": {"anyOf": vec![refer("C"); 200]},
        "C": {"anyOf": vec![refer("D"); 200]},
        "D": {"enum": [1, 2]},
    });
    let choices = [json!({"type": "integer", "maximum": 1}), json!({"type": "string"})];
    is_said(&added(&choices, &refer("A"), &components), NOT_COVERED[0]);
}

#[test]
fn many_undecided_keywords_exceed_the_search_limit() {
    let counted = |at| json!({"type": "array", "contains": {"const": at}, "minContains": 2, "maxContains": 3});
    is_said(&added(&elements(40, counted), &json!({"type": "array"}), &json!({})), NOT_COVERED[0]);
    let formatted = |at: usize| json!({"type": "integer", "format": "int32", "title": at.to_string()});
    is_said(&added(&elements(40, formatted), &json!({"type": "integer"}), &json!({})), NOT_COVERED[0]);
}

#[test]
fn patterns_of_many_characters_and_many_states_are_given_up() {
    let words: Vec<String> = names(60).iter().map(|name| name.as_str().unwrap().to_owned()).collect();
    let characters: String = (0..100).filter_map(|at| char::from_u32(0x4e00 + 2 * at)).collect();
    let pattern = |end: &str| format!("^(?:{}|[{characters}]|.)*x.{{12}}{end}", words.join("|"));
    let choices = [json!({"type": "string", "pattern": pattern("(y|$)")}), json!({"type": "integer"})];
    is_said(&added(&choices, &json!({"type": "string", "pattern": pattern("$")}), &json!({})), NOT_COVERED[0]);
}

#[test]
fn whether_a_property_is_sent_is_asked_of_each_definition_once() {
    let mut components =
        members(20, |at| (format!("A{at}"), json!({"allOf": vec![refer(&format!("A{}", at + 1)); 20]})));
    components["A20"] = json!({"type": "string", "readOnly": true});
    let pair = [json!({}), json!({"p": refer("A0")})].map(|properties| {
        let object = json!({"type": "object", "properties": properties});
        request(&object, &components)
    });
    is_said(&pair, "docs unsent-value-changed");
}

/// Each line of a text that stands too far to the left would be given as many spaces as the comment has.
#[test]
fn very_deep_indentation_is_unread() {
    let rest = format!("{}# far\nx-rest:\n  k: '{}'\n", " ".repeat(700_000), "\na".repeat(400_000));
    let old = json!(format!("openapi: 3.1.0\ninfo: {{title: t, version: '1'}}\npaths: {{}}\n{rest}"));
    is_said(&[old, json!({})], "unread description.syntax");
}
