//! Tests of samples, and of schemas that have none.

use serde_json::{Value, json};

use crate::schema::{Direction, Instance, NoSample, SampleOptions, Schema, Validator};
use crate::{Description, Limits, Loader};

fn description(version: &str, schemas: &str) -> Description<'static> {
    let text = format!(
        r#"{{"openapi":"{version}","info":{{"title":"t","version":"1"}},"components":{{"schemas":{schemas}}}}}"#
    );
    Loader::new("t.json", text.into_bytes(), &Limits::default()).unwrap().finish()
}

fn sampled(version: &str, schemas: &str, direction: Option<Direction>, seed: u64) -> Result<String, NoSample> {
    let description = description(version, schemas);
    let schema = Schema::component(&description, "S").unwrap();
    let mut validator = Validator::default();
    let sample =
        validator.sample(&description, schema, &SampleOptions { direction, seed, ..SampleOptions::default() })?;
    let instance = Instance::read("sample", sample.as_bytes()).unwrap();
    let outcome = validator.validate(&description, schema, &instance, direction);
    assert!(outcome.is_valid(), "{sample} {outcome:?}");
    Ok(sample)
}

fn sample(schema: &str) -> String {
    sampled("3.1.0", &format!(r#"{{"S":{schema}}}"#), None, 0).unwrap_or_else(|none| panic!("{schema}: {none}"))
}

#[test]
fn sample_response_omits_optional_errors_and_warnings() {
    let schemas = r#"{"S":{"type":"object","required":["error"],"properties":{"error":{"type":"null"},
        "warnings":{"type":"string"},"errorMessage":{"type":"string"},"sku":{"const":"a"}}}}"#;
    let answer = sampled("3.1.0", schemas, Some(Direction::Response), 0).unwrap();
    assert_eq!(answer, r#"{"error":null,"sku":"a"}"#);
    assert!(sampled("3.1.0", schemas, Some(Direction::Request), 0).unwrap().contains("warnings"));
}

#[test]
fn sample_comes_from_listed_values_or_from_the_format() {
    for (schema, expected) in [
        (r#"{"const":{"a":[1,null]}}"#, r#"{"a":[1,null]}"#),
        (r#"{"enum":["a","b"],"type":"string"}"#, r#""a""#),
        (r#"{"enum":[1,"b"],"type":"string"}"#, r#""b""#),
        (r#"{"type":"integer","examples":["x",7]}"#, "7"),
        (r#"{"type":"integer","example":7,"default":8}"#, "7"),
        (r#"{"type":"integer","maximum":5,"example":7,"default":4}"#, "4"),
        (r#"{"type":"string","format":"date-time"}"#, r#""2024-07-01T08:30:00Z""#),
        (r#"{"type":["null","boolean"]}"#, "true"),
        (r#"{"type":"integer","minimum":10,"multipleOf":7}"#, "14"),
        (r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}"#, "0.1"),
        (r#"{"type":"integer","maximum":-3}"#, "-3"),
        (r#"{"type":"integer","minimum":-1.6e38,"maximum":1.6e38}"#, "1"),
        (r#"{"minLength":3,"maxLength":3}"#, r#""ext""#),
        (r#"{"maxItems":1}"#, "[]"),
        (r#"{"maxProperties":0}"#, "{}"),
        (r#"{"type":"string","pattern":"^[A-Z]{2}\\d{3}$"}"#, r#""AA111""#),
        (r#"{"type":"string","pattern":"^.+$","maxLength":30}"#, r#""text""#),
        (r#"{"type":"string","pattern":"[\\w-]{1,64}"}"#, r#""text""#),
        (r#"{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}"#, "[1,2,3]"),
        (r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false}"#, r#"["text",true]"#),
        (r#"{"type":"array","contains":{"const":5},"minContains":2}"#, "[5,5]"),
        (r#"{"type":"object","additionalProperties":{"type":"integer"}}"#, r#"{"key":1}"#),
        (
            r#"{"type":"object","minProperties":2,"patternProperties":{"^x-[a-c]$":{"type":"null"}},"additionalProperties":false}"#,
            r#"{"x-a":null,"x-c":null}"#,
        ),
        (r#"{"oneOf":[{"type":"null"},{"type":"string","maxLength":3}]}"#, r#""ext""#),
        (r#"{"not":{"const":true},"type":"boolean"}"#, "false"),
        ("{}", r#""text""#),
        ("true", r#""text""#),
    ] {
        assert_eq!(sample(schema), expected, "{schema}");
    }
}

#[test]
fn bounds_near_the_limit_of_128_bits_have_samples() {
    let most = i128::MAX;
    for schema in [
        format!(r#"{{"type":"integer","minimum":{most}}}"#),
        format!(r#"{{"type":"integer","minimum":{most},"maximum":{most}}}"#),
        format!(r#"{{"type":"integer","maximum":-{most}}}"#),
        r#"{"type":"number","minimum":-1.6e37,"maximum":1.6e37}"#.to_owned(),
        r#"{"type":"integer","minimum":-1.6e38,"maximum":1.6e38,"multipleOf":3}"#.to_owned(),
        format!(r#"{{"type":"number","minimum":1e{}}}"#, i64::MIN),
    ] {
        for seed in 0..4 {
            sampled("3.1.0", &format!(r#"{{"S":{schema}}}"#), None, seed)
                .unwrap_or_else(|none| panic!("{schema}: {none}"));
        }
    }
    // The bounds themselves are excluded, and their neighbours need more than 128 bits.
    let open = format!(r#"{{"S":{{"type":"integer","exclusiveMinimum":{most}}}}}"#);
    sampled("3.1.0", &open, None, 0).unwrap_err();
    let below = format!(r#"{{"S":{{"type":"integer","exclusiveMaximum":-{most}}}}}"#);
    sampled("3.1.0", &below, None, 0).unwrap();
}

#[test]
fn dates_are_around_the_day_that_is_given() {
    let schema = r#"{"S":{"type":"object","required":["days","at","eta","year"],"properties":{"days":{"type":"array","minItems":3,"uniqueItems":true,
        "items":{"type":"string","format":"date"}},"at":{"type":"string","format":"date-time"},"eta":{"type":"string"},"year":{"type":"integer"}}}}"#;
    let description = description("3.1.0", schema);
    let schema = Schema::component(&description, "S").unwrap();
    let of = |day, seed| {
        let options = SampleOptions { seed, day, ..SampleOptions::default() };
        Validator::default().sample(&description, schema, &options).unwrap()
    };
    assert_eq!(
        of("2026-02-28", 0),
        r#"{"days":["2026-02-28","2026-02-02","2026-02-03"],"at":"2026-02-28T08:30:00Z","eta":"2026-02-28T08:30:00Z","year":2026}"#
    );
    assert_eq!(of("", 0), of("2024-07-01", 0));
    assert!(of("2026-02-28", 5).contains(r#""at":"2026-02-28T08:"#), "{}", of("2026-02-28", 5));
}

#[test]
fn an_object_looks_like_one_of_logistics() {
    let schema = r#"{"type":"object","required":["trackingNumber"],"properties":{
        "trackingNumber":{"type":"string"},"weight":{"type":"number","maximum":2},"postalCode":{"type":"string","pattern":"^\\d{5}$"},
        "countryCode":{"type":"string","minLength":2,"maxLength":2},"eta":{"type":"string","format":"date-time"},
        "currency":{"type":"string"},"pieces":{"type":"integer"},"reference":{"type":"string","maxLength":5}}}"#;
    assert_eq!(
        sample(schema),
        r#"{"trackingNumber":"1Z12345E0205271688","weight":1,"postalCode":"10115","countryCode":"DE","eta":"2024-07-01T08:30:00Z","currency":"EUR","pieces":1,"reference":"rence"}"#
    );
}

#[test]
fn sample_omits_properties_of_the_other_direction() {
    let schema = r#"{"S":{"type":"object","required":["id","secret"],"properties":{"id":{"type":"integer","readOnly":true},
        "secret":{"type":"string","writeOnly":true}}}}"#;
    for (direction, expected) in [
        (Some(Direction::Request), r#"{"secret":"secret"}"#),
        (Some(Direction::Response), r#"{"id":1001}"#),
        (None, r#"{"id":1001,"secret":"secret"}"#),
    ] {
        assert_eq!(sampled("3.0.3", schema, direction, 0).unwrap(), expected);
    }
}

#[test]
fn sample_matches_one_alternative_and_its_discriminator() {
    let schemas = r##"{"S":{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}],
        "discriminator":{"propertyName":"kind","mapping":{"feline":"#/components/schemas/Cat"}}},
        "Cat":{"type":"object","required":["kind","name"],"properties":{"kind":{"type":"string","pattern":"^[a-z]+$"},"name":{"type":"string"}}},
        "Dog":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","pattern":"^[A-Z]"},"name":{"type":"string"}}}}"##;
    assert_eq!(sampled("3.0.3", schemas, None, 0).unwrap(), r#"{"kind":"feline","name":"name"}"#);
    let dog: Value = serde_json::from_str(&sampled("3.0.3", schemas, None, 3).unwrap()).unwrap();
    assert!(dog["kind"] == "Dog" || dog["kind"] == "feline", "{dog}");
    let overlapping = r#"{"oneOf":[{"type":"integer"},{"minimum":1}],"type":"integer"}"#;
    assert_eq!(sample(overlapping), "0");
}

#[test]
fn of_alternatives_that_overlap_one_is_met() {
    for schema in [
        r#"{"oneOf":[{"type":"object","properties":{"a":{"type":"object"}}},{"type":"object","properties":{"b":{"type":"string"}}}]}"#,
        r#"{"oneOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"integer"}}},{"properties":{"c":{"type":"array"}}}],"type":"object"}"#,
        r#"{"oneOf":[{"required":["a"]},{"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}],"properties":{"a":{"type":"integer"}},"type":"object"}"#,
        r#"{"oneOf":[{"type":"string"},{"type":"string","maxLength":36}]}"#,
        r#"{"oneOf":[{"type":"string"},{"type":"string","pattern":"^[a-z0-9]*$"}]}"#,
        r#"{"oneOf":[{"type":"number"},{"type":"integer"}]}"#,
    ] {
        sample(schema);
    }
    let errors = r#"{"S":{"oneOf":[{"type":"object","properties":{"errors":{"type":"array","items":{"type":"object"}}}},
        {"type":"object","properties":{"errors":{"type":"array","items":{"type":"string"}}}}]}}"#;
    let answer = sampled("3.0.3", errors, Some(Direction::Response), 0).unwrap();
    assert_eq!(answer, r#"{"errors":["error-2"]}"#, "what is left out of good answers may be what tells them apart");
}

#[test]
fn schemas_that_hold_themselves_end() {
    let schemas = r##"{"S":{"type":"object","required":["children"],"properties":{"parent":{"$ref":"#/components/schemas/S"},
        "children":{"type":"array","items":{"$ref":"#/components/schemas/S"}},"next":{"$ref":"#/components/schemas/T"}}},
        "T":{"oneOf":[{"$ref":"#/components/schemas/S"},{"type":"null"}]}}"##;
    let sample = sampled("3.1.0", schemas, None, 0).unwrap();
    assert!(sample.starts_with(r#"{"children":[]"#), "{sample}");
}

#[test]
fn the_same_seed_gives_the_same_sample_and_another_one_another() {
    let schema = r#"{"S":{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{8}$"},"b":{"type":"integer"},"c":{"enum":[1,2,3,4,5,6,7,8]}}}}"#;
    let of = |seed| sampled("3.1.0", schema, None, seed).unwrap();
    assert_eq!(of(7), of(7));
    assert!(of(7) != of(8) && of(0) != of(7));
}

#[test]
fn conditions_and_dependents_are_met() {
    for schema in [
        r#"{"type":"object","required":["country"],"properties":{"country":{"enum":["US","DE"]},"zip":{"type":"string"}},
            "if":{"properties":{"country":{"const":"US"}}},"then":{"properties":{"zip":{"pattern":"^\\d{5}-\\d{4}$"}},"required":["zip"]}}"#,
        r#"{"type":"object","required":["a"],"properties":{"a":{"const":1}},"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"properties":{"b":{"const":2}}}}}"#,
        r#"{"type":"object","allOf":[{"properties":{"a":{"type":"string","minLength":3}}},{"properties":{"a":{"maxLength":4}}}],"required":["a"],"unevaluatedProperties":false}"#,
        r#"{"type":"object","minProperties":3,"propertyNames":{"pattern":"^[a-z]{3}$"},"additionalProperties":{"type":"boolean"}}"#,
        r#"{"anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"type":"object"}"#,
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"maxProperties":1}"#,
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
        r#"{"type":"object","properties":{"a":{"type":"integer"}},"not":{"required":["a"]}}"#,
        r#"{"type":"string","allOf":[{"pattern":"^[a-z]+$"},{"pattern":"b"}],"minLength":3}"#,
        r#"{"type":"array","items":{"enum":[1,2,3]},"uniqueItems":true,"minItems":3}"#,
        r#"{"type":"array","items":{"type":"boolean"},"uniqueItems":true,"minItems":2}"#,
        r#"{"type":"array","prefixItems":[{"type":"integer"}],"contains":{"type":"string"},"maxItems":3}"#,
    ] {
        sample(schema);
    }
}

#[test]
fn missing_sample_is_reported_with_its_location() {
    for (schema, pointer) in [
        ("false", ""),
        (
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"object","required":["b"],"properties":{"b":false}}}}"#,
            "/a/b",
        ),
        (
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"string","minLength":5,"maxLength":4}}}"#,
            "/a",
        ),
        (r#"{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^(?=a)"}}}"#, "/a"),
        (r#"{"type":"array","minItems":1,"items":{"type":"integer","minimum":5,"maximum":4}}"#, "/0"),
        (r##"{"type":"object","required":["s"],"properties":{"s":{"$ref":"#/components/schemas/S"}}}"##, ""),
    ] {
        let none = sampled("3.1.0", &format!(r#"{{"S":{schema}}}"#), None, 0).unwrap_err();
        assert!(
            none.pointer == pointer || schema.contains("$ref") && none.pointer.starts_with("/s/s"),
            "{schema} {none}"
        );
    }
}

#[test]
fn size_and_work_are_bounded() {
    for schema in [
        r#"{"type":"array","minItems":1000000000,"items":{"type":"integer"}}"#,
        r#"{"type":"string","minLength":1000000000}"#,
        r#"{"type":"array","minItems":900,"items":{"type":"array","minItems":900,"items":{"type":"string","minLength":900}}}"#,
        r#"{"type":"object","minProperties":1000000000}"#,
    ] {
        assert!(sampled("3.1.0", &format!(r#"{{"S":{schema}}}"#), None, 0).is_err(), "{schema}");
    }
    let mut wide = json!({"type": "object", "required": ["p0"], "properties": {}});
    for at in 0..20_000 {
        wide["properties"][format!("p{at}")] = json!({"type": "string", "deprecated": true});
    }
    assert_eq!(sample(&wide.to_string()), r#"{"p0":"p0"}"#, "each name is looked for once");
    let mut schemas = json!({"S": {"$ref": "#/components/schemas/D0"}, "D40": {"type": "integer"}});
    for at in 0..40 {
        let next = json!({"$ref": format!("#/components/schemas/D{}", at + 1)});
        schemas[format!("D{at}")] =
            json!({"type": "object", "required": ["a", "b"], "properties": {"a": next, "b": next}});
    }
    assert!(sampled("3.1.0", &schemas.to_string(), None, 0).is_err());
}
