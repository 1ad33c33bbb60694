//! Results of the search, by type of value.

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, resolved};
use waybill_openapi::{Limits, Loader};

use super::{Inhabitation, Refutation};
use crate::model::Side;

/// Searches for a value of component `A` in one description that `A` in another does not allow, in this version.
fn beyond(version: &str, inner: &str, outer: &str) -> Inhabitation {
    let [old, new] = [inner, outer].map(|schema| {
        let head = format!(r#""openapi": "{version}", "info": {{"title": "t", "version": "1"}}, "paths": {{}}"#);
        let text = format!(r#"{{{head}, "components": {{"schemas": {{"A": {schema}}}}}}}"#);
        Loader::new("a", text.into_bytes(), &Limits::default()).unwrap().finish()
    });
    let component = |description: &ResolvedDescription<'_>| {
        let arena = description.arena();
        let schemas =
            arena.member(arena.member(NodeId::ROOT, KnownKey::Components).unwrap(), KnownKey::Schemas).unwrap();
        arena.children(schemas).next().unwrap()
    };
    let (inner, outer) = ((Side::Old, [component(resolved(&old))]), (Side::New, component(resolved(&new))));
    Refutation::new(resolved(&old), resolved(&new)).find_counterexample((inner.0, &inner.1), outer)
}

/// Pairs of schemas, each with the result of a search for values that only the first allows, and the reverse.
fn holds(pairs: &[(&str, &str, Inhabitation, Inhabitation)]) {
    for (one, other, there, back) in pairs {
        assert_eq!(normal(beyond("3.1.0", one, other)), *there, "{one} beyond {other}");
        assert_eq!(normal(beyond("3.1.0", other, one)), *back, "{other} beyond {one}");
    }
}

fn normal(answer: Inhabitation) -> Inhabitation {
    if answer.is_inhabited() { Inhabitation::Inhabited } else { answer }
}

const NO: Inhabitation = Inhabitation::Empty;
const YES: Inhabitation = Inhabitation::Inhabited;

#[test]
fn few_values_are_tried_one_by_one() {
    holds(&[
        (r#"{"type":"boolean"}"#, r#"{"oneOf":[{"const":true},{"const":false}]}"#, NO, NO),
        (r#"{"type":"integer","minimum":1,"maximum":3}"#, r#"{"enum":[1,2,3]}"#, NO, NO),
        (r#"{"type":"number","minimum":1,"maximum":3}"#, r#"{"enum":[1,2,3]}"#, YES, NO),
        (r#"{"type":"string","pattern":"^(on|off)$"}"#, r#"{"enum":["off","on"]}"#, NO, NO),
        (
            r#"{"type":"array","items":{"type":"boolean"},"uniqueItems":true}"#,
            r#"{"type":"array","items":{"type":"boolean"},"maxItems":2}"#,
            NO,
            YES,
        ),
        (
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"boolean"}},"additionalProperties":false}"#,
            r#"{"enum":[{"a":true},{"a":false}]}"#,
            NO,
            NO,
        ),
        (
            r#"{"oneOf":[{"const":"a"},{"const":null}]}"#,
            r#"{"oneOf":[{"const":"a"},{"const":null},{"type":"null"}]}"#,
            YES,
            NO,
        ),
    ]);
}

#[test]
fn numbers_lie_between_ends_and_on_steps() {
    holds(&[
        (
            r#"{"type":"integer"}"#,
            r#"{"anyOf":[{"type":"integer","maximum":5},{"type":"integer","minimum":6}]}"#,
            NO,
            NO,
        ),
        (r#"{"type":"number"}"#, r#"{"anyOf":[{"type":"number","maximum":5},{"type":"number","minimum":6}]}"#, YES, NO),
        (
            r#"{"allOf":[{"multipleOf":4},{"multipleOf":6}],"type":"integer"}"#,
            r#"{"type":"integer","multipleOf":12}"#,
            NO,
            NO,
        ),
        (r#"{"type":"integer","multipleOf":1.5}"#, r#"{"type":"integer","multipleOf":3}"#, NO, NO),
        (r#"{"type":"number","multipleOf":0.25}"#, r#"{"type":"number","multipleOf":0.1}"#, YES, YES),
        (r#"{"type":"integer","minimum":0,"not":{"const":0}}"#, r#"{"type":"integer","minimum":1}"#, NO, NO),
        (r#"{"maximum":0.30000000000000001}"#, r#"{"maximum":0.3}"#, YES, NO),
        (
            r#"{"type":"integer","format":"int32"}"#,
            r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#,
            NO,
            NO,
        ),
    ]);
}

#[test]
fn texts_have_lengths_and_forms() {
    holds(&[
        (r#"{"type":"string"}"#, r#"{"type":"string","anyOf":[{"maxLength":5},{"minLength":3}]}"#, NO, NO),
        (
            r#"{"type":"string","pattern":"^[0-9]{4}$"}"#,
            r#"{"type":"string","pattern":"[0-9]{4}","maxLength":4}"#,
            NO,
            NO,
        ),
        (r#"{"type":"string","pattern":"^[ab]+$"}"#, r#"{"type":"string","pattern":"^[ab]*$"}"#, NO, YES),
        (r#"{"type":"string","format":"date"}"#, r#"{"type":"string","format":"date-time"}"#, YES, YES),
        (
            r#"{"type":"string","format":"sku"}"#,
            r#"{"type":"string","format":"isbn"}"#,
            Inhabitation::Unknown,
            Inhabitation::Unknown,
        ),
        (r#"{"pattern":"(?=a)","maxLength":3}"#, r#"{"pattern":"(?=a)"}"#, NO, Inhabitation::Unknown),
    ]);
}

#[test]
fn alternatives_are_distributed_over_parts() {
    let either = r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#;
    let object = |schema: &str| format!(r#"{{"type":"object","required":["a"],"properties":{{"a":{schema}}}}}"#);
    let objects = format!(r#"{{"oneOf":[{},{}]}}"#, object(r#"{"type":"string"}"#), object(r#"{"type":"integer"}"#));
    let array = |schema: &str, most: usize| format!(r#"{{"type":"array","items":{schema},"maxItems":{most}}}"#);
    let arrays = |most: usize| {
        format!(r#"{{"anyOf":[{},{}]}}"#, array(r#"{"type":"string"}"#, most), array(r#"{"type":"integer"}"#, most))
    };
    holds(&[
        (&object(either), &objects, NO, NO),
        (&array(either, 1), &arrays(1), NO, NO),
        (&array(either, 2), &arrays(2), YES, NO),
    ]);
}

#[test]
fn elements_are_counted_and_have_to_be_there() {
    let strings = r#""type":"array","items":{"type":"string"}"#;
    let with = |text: &str| format!("{{{strings},{text}}}");
    holds(&[
        (&with(r#""contains":{}"#), &with(r#""minItems":1"#), NO, NO),
        (&with(r#""contains":{"const":"x"},"minContains":0"#), &with(r#""minItems":0"#), NO, NO),
        (&with(r#""contains":{"const":"x"},"maxContains":1"#), &with(r#""contains":{"const":"x"}"#), NO, YES),
        (
            r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#,
            r#"{"type":"array","items":{"type":"string"},"maxItems":1}"#,
            NO,
            NO,
        ),
        (
            r#"{"type":"array","contains":{"const":1},"unevaluatedItems":false}"#,
            r#"{"type":"array","items":{"const":1},"minItems":1}"#,
            NO,
            NO,
        ),
    ]);
}

#[test]
fn properties_demand_one_another() {
    let named = r#""type":"object","properties":{"a":{},"b":{}}"#;
    let with = |text: &str| format!("{{{named},{text}}}");
    holds(&[
        (
            &with(r#""dependentRequired":{"a":["b"]}"#),
            &with(r#""if":{"required":["a"]},"then":{"required":["b"]}"#),
            NO,
            NO,
        ),
        (
            &with(r#""not":{"required":["a","b"]}"#),
            &with(r#""dependentSchemas":{"a":{"properties":{"b":false}}}"#),
            NO,
            NO,
        ),
        (
            &with(r#""additionalProperties":false,"maxProperties":1"#),
            &with(r#""additionalProperties":false,"not":{"required":["a","b"]}"#),
            NO,
            NO,
        ),
        (&with(r#""propertyNames":{"enum":["a","b"]}"#), &with(r#""additionalProperties":false"#), NO, NO),
        (&with(r#""unevaluatedProperties":false"#), &with(r#""additionalProperties":false"#), NO, NO),
    ]);
}

#[test]
fn undeclared_names_are_assumed_absent() {
    let one = r#"{"type":"object","properties":{"a":{}}}"#;
    holds(&[
        (one, r#"{"type":"object","properties":{"a":{},"q":{"type":"integer"}}}"#, NO, NO),
        (one, r#"{"type":"object","properties":{"a":{}},"required":["q"]}"#, YES, NO),
        (one, r#"{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"integer"}}"#, YES, NO),
        (
            r#"{"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]},{"required":["q"]}]}"#,
            r#"{"type":"object","properties":{"a":{}},"oneOf":[{"required":["a"]},{"required":["q"]}]}"#,
            NO,
            NO,
        ),
    ]);
}

#[test]
fn a_schema_that_holds_itself_has_finite_values() {
    let itself = r##"{"$ref":"#/components/schemas/A"}"##;
    let chain = format!(r#"{{"type":"object","required":["next"],"properties":{{"next":{itself}}}}}"#);
    let list = |also: &str| format!(r#"{{"type":"object","properties":{{"next":{itself}}}{also}}}"#);
    holds(&[
        (&chain, "false", NO, NO),
        (&list(r#","additionalProperties":false"#), &list(""), NO, YES),
        (r##"{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"string"}]}"##, r#"{"type":"string"}"#, NO, NO),
    ]);
}
