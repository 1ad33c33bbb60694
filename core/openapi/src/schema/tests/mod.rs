//! Tests of violations and their locations, which also serve as a specification of the validator.

use super::{Direction, Instance, Schema, Validation, Validator, ValidatorLimits, ValidatorOptions};
use crate::tree::{Digest, forge_string};
use crate::{Description, Loader};

/// Creates a description of a version with these schemas.
fn description(version: &str, schemas: &str) -> Description<'static> {
    let text = format!(
        r#"{{"openapi":"{version}","info":{{"title":"t","version":"1"}},"components":{{"schemas":{schemas}}}}}"#
    );
    Loader::new("t.json", text.into_bytes(), &crate::Limits::default()).unwrap().finish()
}

fn check_with(
    options: ValidatorOptions,
    description: &Description<'_>,
    schema: &str,
    instance: &str,
    direction: Option<Direction>,
) -> Validation {
    let instance = Instance::read("body", instance.as_bytes()).unwrap();
    let schema = Schema::component(description, schema).unwrap();
    Validator::new(options).validate(description, schema, &instance, direction)
}

/// Validates an instance against the schema `S`, and returns each violation as a sentence.
fn check(version: &str, schema: &str, instance: &str) -> Vec<String> {
    let description = description(version, &format!(r#"{{"S":{schema}}}"#));
    let outcome = check_with(ValidatorOptions::default(), &description, "S", instance, None);
    assert_eq!((outcome.unchecked.len(), outcome.limit), (0, None), "{outcome:?}");
    outcome.violations.iter().map(ToString::to_string).collect()
}

#[test]
fn violations_state_expected_and_found_values() {
    for (schema, instance, expected) in [
        (r#"{"type":"string"}"#, "12", "expected a string, found 12"),
        (r#"{"type":["integer","null"]}"#, r#""a""#, r#"expected an integer or null, found "a""#),
        (r#"{"enum":["a",1]}"#, "null", r#"expected one of "a" and 1, found null"#),
        (r#"{"const":{"a":1}}"#, "[1]", "expected an object with 1 property, found an array of 1 element"),
        (r#"{"minimum":3}"#, "2.5", "expected a number ≥ 3, found 2.5"),
        (r#"{"exclusiveMaximum":3}"#, "3.0", "expected a number < 3, found 3.0"),
        (r#"{"multipleOf":0.01}"#, "0.005", "expected a multiple of 0.01, found 0.005"),
        (r#"{"minLength":2}"#, r#""ä""#, r#"expected at least 2 characters, found 1 character in "ä""#),
        (r#"{"pattern":"^a"}"#, r#""b""#, r#"expected a string that matches `^a`, found "b""#),
        (
            r#"{"format":"date"}"#,
            r#""2023-02-29""#,
            r#"expected a date such as 2024-07-01 (`date`), found "2023-02-29""#,
        ),
        (r#"{"maxItems":1}"#, "[1,2]", "expected at most 1 element, found 2"),
        (r#"{"uniqueItems":true}"#, "[1,2,1.0]", "expected unique elements, found elements 0 and 2 equal"),
        (r#"{"contains":{"const":1}}"#, "[2]", "expected an element that matches `contains`, found 0"),
        (r#"{"required":["id"]}"#, "{}", "expected the property `id`, found none"),
        (
            r#"{"dependentRequired":{"a":["b"]}}"#,
            r#"{"a":1}"#,
            "expected the property `b`, as `a` is present, found none",
        ),
        (
            r#"{"properties":{"id":true,"name":true},"additionalProperties":false}"#,
            r#"{"nmae":1}"#,
            "`/nmae`: expected no property except `id` and `name`, found `nmae`",
        ),
        (
            r#"{"propertyNames":{"maxLength":2}}"#,
            r#"{"abc":1}"#,
            "`/abc`: expected a name that is at most 2 characters, found `abc`",
        ),
        (r#"{"not":{"type":"null"}}"#, "null", "expected any value except null, found null"),
        (r#"{"properties":{"a":false}}"#, r#"{"a":1}"#, "`/a`: expected no value, found `a`"),
        (r#"{"prefixItems":[true],"items":false}"#, "[1,2]", "`/1`: expected no such element, found 2"),
    ] {
        assert_eq!(check("3.1.0", schema, instance), [expected], "{schema} {instance}");
    }
}

#[test]
fn all_violations_are_reported_with_locations() {
    let schemas = r##"{"Parcel":{"type":"object","required":["weight","to"],"properties":{
        "weight":{"type":"number","minimum":0},"to":{"$ref":"#/components/schemas/Address"}}},
        "Address":{"type":"object","required":["postalCode"],"properties":{"country":{"type":"string","maxLength":2}}}}"##;
    let description = description("3.0.3", schemas);
    let body = "{\n  \"weight\": -1,\n  \"to\": {\"country\": \"Germany\"}\n}";
    let outcome = check_with(ValidatorOptions::default(), &description, "Parcel", body, None);
    let found: Vec<_> = outcome
        .violations
        .iter()
        .map(|violation| {
            let place = &violation.instance;
            (
                place.pointer.as_str(),
                place.line,
                place.column,
                violation.keyword.as_str(),
                violation.schema.pointer.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("/weight", 2, 3, "minimum", "/components/schemas/Parcel/properties/weight/minimum"),
            ("/to", 3, 3, "required", "/components/schemas/Address/required"),
            ("/to/country", 3, 10, "maxLength", "/components/schemas/Address/properties/country/maxLength"),
        ]
    );
}

#[test]
fn schemas_of_3_0_follow_the_rules_of_openapi() {
    for (schema, valid, invalid) in [
        (r#"{"type":"string","nullable":true}"#, "null", "1"),
        (r#"{"minimum":1,"exclusiveMinimum":true}"#, "1.5", "1"),
        (r#"{"maximum":1,"exclusiveMaximum":false}"#, "1", "2"),
        (
            r##"{"allOf":[{"$ref":"#/components/schemas/S/properties/a","maxLength":1}],"properties":{"a":{"type":"string"}}}"##,
            r#""abc""#,
            "1",
        ),
        (r#"{"const":1,"type":"integer"}"#, "2", "true"),
        (r#"{"type":"array","items":{"type":"integer"}}"#, "[1,2.0]", "[1.5]"),
    ] {
        assert!(check("3.0.3", schema, valid).is_empty(), "{schema} {valid}");
        assert_eq!(check("3.0.3", schema, invalid).len(), 1, "{schema} {invalid}");
    }
    assert_eq!(check("3.1.0", r#"{"type":"string","nullable":true}"#, "null").len(), 1);
}

#[test]
fn swagger_2_0_is_read_in_the_shape_of_3_0() {
    let text = r##"{"swagger":"2.0","info":{"title":"t","version":"1"},"paths":{},
        "definitions":{"S":{"type":"object","properties":{"a":{"type":"string","x-nullable":true},"b":{"$ref":"#/definitions/T"}}},
        "T":{"type":"integer"}}}"##;
    let description = Loader::new("t", text.as_bytes(), &crate::Limits::default()).unwrap().finish();
    let outcome = check_with(ValidatorOptions::default(), &description, "S", r#"{"b":"c"}"#, None);
    assert_eq!(outcome.violations[0].schema.pointer, "/definitions/T/type");
}

#[test]
fn one_way_properties_are_rejected_in_the_other_direction() {
    let schemas = r##"{"S":{"allOf":[{"properties":{"id":{"type":"integer","readOnly":true},"secret":{"$ref":"#/components/schemas/W"}}}],
        "required":["id","secret"]},"W":{"type":"string","writeOnly":true}}"##;
    let description = description("3.0.3", schemas);
    let check = |options, body, direction| {
        let outcome = check_with(options, &description, "S", body, direction);
        outcome.violations.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let (strict, lenient) =
        (ValidatorOptions::default(), ValidatorOptions { refuses_one_way: false, ..ValidatorOptions::default() });
    let (request, response) = (Some(Direction::Request), Some(Direction::Response));
    assert!(check(strict, r#"{"secret":"a"}"#, request).is_empty());
    assert!(check(strict, r#"{"id":1}"#, response).is_empty());
    assert_eq!(check(strict, "{}", request), ["expected the property `secret`, found none"]);
    let both = r#"{"id":1,"secret":"a"}"#;
    assert_eq!(check(strict, both, request), ["`/id`: expected no `id`, as it is readOnly, found 1"]);
    assert_eq!(check(strict, both, response), [r#"`/secret`: expected no `secret`, as it is writeOnly, found "a""#]);
    assert!(check(lenient, both, request).is_empty() && check(strict, both, None).is_empty());
}

const PETS: &str = r##"{"Pet":{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}],
    "discriminator":{"propertyName":"kind","mapping":{"feline":"#/components/schemas/Cat"}}},
    "Cat":{"type":"object","required":["kind","lives"],"properties":{"kind":{"enum":["feline"]},"lives":{"type":"integer"}}},
    "Dog":{"type":"object","required":["kind","barks"],"properties":{"kind":{"enum":["Dog"]},"barks":{"type":"boolean"}}}}"##;

#[test]
fn discriminator_selects_the_reported_alternative() {
    let description = description("3.0.3", PETS);
    for (body, expected) in [
        (r#"{"kind":"feline","lives":"nine"}"#, r#"`/lives`: expected an integer, found "nine""#),
        (r#"{"kind":"Dog"}"#, "expected the property `barks`, found none"),
        (r#"{"kind":"Fish"}"#, r#"`/kind`: expected one of "feline" and "Dog", found "Fish""#),
        ("{}", "expected the property `kind`, which selects the schema of the value, found none"),
    ] {
        let outcome = check_with(ValidatorOptions::default(), &description, "Pet", body, None);
        assert_eq!(outcome.violations.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected], "{body}");
    }
}

#[test]
fn without_one_every_alternative_says_why_it_does_not_match() {
    let schema = r#"{"oneOf":[{"title":"Code","type":"string","minLength":3},{"type":"integer"}]}"#;
    assert_eq!(
        check("3.1.0", schema, r#""ab""#),
        [
            r#"expected a value that matches one of 2 schemas, found "ab" (not `Code`: expected at least 3 characters, found 2 characters in "ab"; not `/components/schemas/S/oneOf/1`: expected an integer, found "ab")"#
        ]
    );
    let both = r#"{"oneOf":[{"title":"A","type":"string"},{"title":"B","minLength":1}]}"#;
    assert_eq!(
        check("3.1.0", both, r#""a""#),
        ["expected a value that matches exactly one of 2 schemas, found one that matches `A` and `B`"]
    );
}

#[test]
fn unchecked_keywords_are_counted_and_decide_nothing() {
    let unchecked = |schema: &str, instance: &str| {
        let description = description("3.1.0", &format!(r#"{{"S":{schema}}}"#));
        let outcome = check_with(ValidatorOptions::default(), &description, "S", instance, None);
        (outcome.is_valid(), outcome.is_invalid(), outcome.unchecked.len())
    };
    for (schema, instance, expected) in [
        (r#"{"pattern":"(?=a)"}"#, r#""a""#, (false, false, 1)),
        (r#"{"not":{"pattern":"(?=a)"}}"#, r#""a""#, (false, false, 1)),
        (r#"{"anyOf":[{"pattern":"(?=a)"},{"type":"string"}]}"#, r#""a""#, (true, false, 0)),
        (r#"{"oneOf":[{"pattern":"(?=a)"},{"type":"string"}]}"#, r#""a""#, (false, false, 1)),
        (r#"{"oneOf":[{"pattern":"(?=a)"},{"type":"string"},{"minLength":1}]}"#, r#""a""#, (false, true, 0)),
        (r#"{"pattern":"(?=a)","maxLength":0}"#, r#""a""#, (false, true, 1)),
        (
            r#"{"patternProperties":{"(?=a)":{"type":"string"}},"additionalProperties":false}"#,
            r#"{"a":1}"#,
            (false, false, 2),
        ),
        (r##"{"$ref":"#/nowhere"}"##, "1", (false, false, 1)),
        (r##"{"$ref":"#/components/schemas/S"}"##, "1", (true, false, 0)),
        (r#"{"if":{"pattern":"(?=a)"},"then":{"minLength":1},"else":{"maxLength":3}}"#, r#""a""#, (true, false, 0)),
        (r#"{"contains":{"pattern":"(?=a)"}}"#, r#"["a"]"#, (false, false, 1)),
        (r#"{"anyOf":[{"pattern":"(?=a)"}],"unevaluatedProperties":false}"#, r#"{"a":1}"#, (false, true, 0)),
    ] {
        assert_eq!(unchecked(schema, instance), expected, "{schema} {instance}");
    }
}

#[test]
fn depth_and_work_are_bounded() {
    let nested = r##"{"S":{"items":{"$ref":"#/components/schemas/S"}},"T":{"oneOf":[{"$ref":"#/components/schemas/U"},{"$ref":"#/components/schemas/U"}]},
        "U":{"items":{"$ref":"#/components/schemas/T"},"minItems":1}}"##;
    let description = description("3.1.0", nested);
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    let outcome = check_with(ValidatorOptions::default(), &description, "S", &deep, None);
    assert_eq!(outcome.limit, Some(super::Limit::Depth));
    let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
    let outcome = check_with(ValidatorOptions::default(), &description, "T", &deep, None);
    assert_eq!((outcome.limit, outcome.is_valid(), outcome.is_invalid()), (Some(super::Limit::Steps), false, false));
    let few = ValidatorOptions {
        limits: ValidatorLimits { violations: 2, ..ValidatorLimits::default() },
        ..ValidatorOptions::default()
    };
    let outcome = check_with(few, &description, "U", "[]", None);
    assert_eq!(outcome.violations.len(), 1);
}

#[test]
fn work_of_all_calls_is_limited_together() {
    let description = description("3.1.0", r#"{"S":{"items":{"type":"integer"}}}"#);
    let schema = Schema::component(&description, "S").unwrap();
    let instance = Instance::read("body", b"[1, 2, 3]").unwrap();
    let mut validator = Validator::default();
    // Each takes one step for the array and one for each element.
    validator.limit_work(11);
    let mut validate = || validator.validate(&description, schema, &instance, None);
    assert_eq!([validate().is_valid(), validate().is_valid()], [true, true]);
    let outcome = validate();
    assert_eq!((outcome.limit, outcome.is_valid(), outcome.is_invalid()), (Some(super::Limit::Steps), false, false));
    assert!(validator.sample(&description, schema, &super::SampleOptions::default()).is_err());
    assert!(!validator.spend_work(1));
}

#[test]
fn numbers_are_compared_exactly_in_any_notation() {
    for (schema, valid, invalid) in [
        (r#"{"maximum":9007199254740993}"#, "9007199254740993", "9007199254740994"),
        (r#"{"multipleOf":0.1}"#, "0.3", "0.35"),
        (r#"{"enum":[1.0]}"#, "10e-1", "1.00000000000000000001"),
        (r#"{"type":"integer"}"#, "1e400", "1e-400"),
        (r#"{"format":"int64"}"#, "9223372036854775807", "9223372036854775808"),
    ] {
        assert!(check("3.1.0", schema, valid).is_empty(), "{schema} {valid}");
        assert_eq!(check("3.1.0", schema, invalid).len(), 1, "{schema} {invalid}");
    }
}

#[test]
fn a_text_that_is_no_json_says_where() {
    let error = Instance::read("body", &b"{\"a\": }"[..]).unwrap_err();
    assert_eq!((error.code.as_str(), error.place.line, error.place.column), ("instance.syntax", 1, 7));
    assert_eq!(Instance::read("body", &b"\xff"[..]).unwrap_err().code, "instance.encoding");
    assert_eq!(Instance::read("body", "[".repeat(200).into_bytes()).unwrap_err().code, "instance.limit");
}

#[test]
fn of_members_with_the_same_key_the_last_one_is_checked() {
    let schema = r#"{"properties":{"a":{"type":"integer"}}}"#;
    assert!(check("3.1.0", schema, r#"{"a":"b","a":1}"#).is_empty());
    assert_eq!(check("3.1.0", schema, r#"{"a":1,"a":"b"}"#).len(), 1);
}

#[test]
fn forged_digest_makes_no_values_equal() {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let forged = quoted(&forge_string(5, Digest::hash(5, b"a"), "x-"));
    assert_eq!(check("3.1.0", r#"{"enum":["a"]}"#, &forged).len(), 1);
    assert_eq!(check("3.1.0", r#"{"const":{"b":["a"]}}"#, &format!(r#"{{"b":[{forged}]}}"#)).len(), 1);
    assert_eq!(check("3.1.0", r#"{"uniqueItems":true}"#, &format!(r#"["a",{forged}]"#)), [""; 0]);
    assert_eq!(check("3.1.0", r#"{"uniqueItems":true}"#, &format!(r#"["a",{forged},{forged}]"#)).len(), 1);
    let name = quoted(&forge_string(0, Digest::hash(0, b"a"), "x-"));
    assert_eq!(check("3.1.0", r#"{"properties":{"a":false}}"#, &format!("{{{name}:1}}")), [""; 0]);
    let pattern = quoted(&forge_string(0, Digest::hash(0, b"^a$"), "x-"));
    let patterns = format!(r#"{{"allOf":[{{"pattern":"^a$"}},{{"pattern":{pattern}}}]}}"#);
    let described = description("3.1.0", &format!(r#"{{"S":{patterns}}}"#));
    assert!(!check_with(ValidatorOptions::default(), &described, "S", r#""a""#, None).is_valid());
}
