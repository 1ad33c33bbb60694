//! Equivalent schemas that are written differently: a comparison finds no change in either direction. Schemas that are
//! almost equivalent give a change.

use super::super::{CompareOptions, Level, compare};

const SHARED: &str = r#""A":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
    "B":{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]},
    "C":{"type":"object","properties":{"c":{"type":"string"}},"required":["c"]},
    "Few":{"enum":["a","b"]},"More":{"enum":["c"]},"Null":{"type":"null"}"#;

/// Returns the changes for a schema that is sent and received, without documentation.
fn said(before: &str, after: &str) -> Vec<String> {
    // `@A` is a reference to the component `A`.
    let schema = |text: &str| {
        let mut parts = text.split('@');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            let (name, rest) = part.split_at(part.find(|letter: char| !letter.is_alphabetic()).unwrap_or(part.len()));
            format!(r##"{text}{{"$ref":"#/components/schemas/{name}"}}{rest}"##)
        })
    };
    let document = |text: &str| {
        let content = r##"{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}"##;
        let operation = format!(
            r#"{{"post":{{"requestBody":{content}}},"responses":{{"200":{content},"description":"Done"}}}}}}}}"#
        );
        let schemas = format!(r#"{{"schemas":{{{SHARED},"S":{}}}}}"#, schema(text));
        format!(
            r#"{{"openapi":"3.1.0","info":{{"title":"t","version":"1"}},"paths":{{"/a":{operation}}},"components":{schemas}}}"#
        )
    };
    let report = compare(document(before).as_bytes(), document(after).as_bytes(), &CompareOptions::default()).unwrap();
    assert!(report.complete, "{before} {after}: {:?}", report.problems);
    let changes = report.changes.iter().filter(|change| !change.rule.starts_with("unused-component"));
    changes.map(|change| format!("{}: {}", change.level, change.message)).collect()
}

fn same(rows: &[(&str, &str)]) {
    for (one, other) in rows {
        for (before, after) in [(one, other), (other, one)] {
            assert_eq!(said(before, after), Vec::<String>::new(), "\nfrom {before}\nto   {after}");
        }
    }
}

const AB: &str =
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a","b"]}"#;
const AC: &str = r#"{"type":"object","properties":{"a":{"type":"string"},"c":{"type":"string"}},"required":["a","c"]}"#;
const BC: &str =
    r#"{"type":"object","properties":{"b":{"type":"integer"},"c":{"type":"string"}},"required":["b","c"]}"#;

#[test]
fn allof_equals_its_merged_branches() {
    same(&[
        (r#"{"allOf":[@A,@B]}"#, AB),
        (r#"{"allOf":[@B,@A,@B,{},true]}"#, AB),
        (r#"{"allOf":[@A],"properties":{"b":{"type":"integer"}},"required":["b"]}"#, AB),
        (r#"{"allOf":[{"allOf":[@A]},@B]}"#, r#"{"allOf":[@A,@B]}"#),
        (r#"{"allOf":[@A,{"required":["a"]},{"properties":{"a":{"type":"string"}}}]}"#, "@A"),
        (r#"{"allOf":[{"type":"string","maxLength":5},{"maxLength":3}]}"#, r#"{"type":"string","maxLength":3}"#),
        (r#"{"allOf":[{"enum":["a","b","c"]},{"enum":["b","a"]}]}"#, r#"{"enum":["a","b"]}"#),
        (r#"{"allOf":[{"anyOf":[@A,@B]},@C]}"#, r#"{"allOf":[@C],"anyOf":[@A,@B]}"#),
    ]);
}

#[test]
fn shared_parts_may_move_out_of_alternatives() {
    let base = r#""properties":{"c":{"type":"string"}},"required":["c"]"#;
    for word in ["anyOf", "oneOf"] {
        let factored = format!(r#"{{"type":"object",{base},"{word}":[@A,@B]}}"#);
        let spread = format!(r#"{{"{word}":[{AC},{BC}]}}"#);
        let branches = format!(r#"{{"{word}":[{{"allOf":[@C,@A]}},{{"allOf":[@C,@B]}}]}}"#);
        let beside = format!(r#"{{"allOf":[@C],"{word}":[@A,@B]}}"#);
        same(&[(&factored, &spread), (&factored, &branches), (&beside, &spread), (&beside, &branches)]);
        let scalars = format!(r#"{{"type":"string","{word}":[{{"maxLength":3}},{{"minLength":5}}]}}"#);
        let typed = format!(r#"{{"{word}":[{{"type":"string","maxLength":3}},{{"type":"string","minLength":5}}]}}"#);
        same(&[(&scalars, &typed)]);
    }
}

#[test]
fn part_missing_from_some_alternatives_is_a_change() {
    for word in ["anyOf", "oneOf"] {
        let factored = format!(r#"{{"type":"object","properties":{{"c":{{"type":"string"}}}},"{word}":[@A,@B]}}"#);
        let half = format!(r#"{{"{word}":[{AC},@B]}}"#);
        let read_only = format!(
            r#"{{"properties":{{"c":{{"type":"string","readOnly":true}}}},"required":["c"],"{word}":[@A,@B]}}"#
        );
        let spread = format!(r#"{{"{word}":[{AC},{BC}]}}"#);
        for (one, other) in [(&factored, &half), (&read_only, &spread)] {
            for (before, after) in [(one, other), (other, one)] {
                assert_ne!(said(before, after), Vec::<String>::new(), "\nfrom {before}\nto   {after}");
            }
        }
    }
}

#[test]
fn lists_of_values_may_be_split() {
    let all = r#"{"type":"string","enum":["a","b","c"]}"#;
    same(&[
        (r#"{"anyOf":[@Few,@More]}"#, all),
        (r#"{"oneOf":[@Few,@More]}"#, all),
        (r#"{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"string","enum":["b","c"]}]}"#, all),
        (r#"{"oneOf":[{"const":"a"},{"const":"b"},{"const":"c"}]}"#, all),
        (r#"{"type":"string","oneOf":[{"const":"a"},{"const":"b"},{"const":"c"}]}"#, all),
        (r#"{"anyOf":[{"const":1},{"const":2}]}"#, r#"{"type":"integer","enum":[1,2]}"#),
    ]);
    // A value in two of the lists does not match exactly one of them.
    assert_ne!(said(r#"{"oneOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}"#, all), Vec::<String>::new());
}

#[test]
fn titles_of_enum_values_are_documentation() {
    let titled = r#"{"oneOf":[{"const":"a","title":"A","description":"First"},{"const":"b","title":"B"}]}"#;
    for (before, after) in [(titled, r#"{"enum":["a","b"]}"#), (r#"{"enum":["a","b"]}"#, titled)] {
        let found = said(before, after);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().all(|line| line.starts_with(Level::Docs.name())), "{found:?}");
    }
}

#[test]
fn null_alternative_equals_a_null_type() {
    for null in ["@Null", r#"{"type":"null"}"#, r#"{"enum":[null]}"#, r#"{"const":null}"#] {
        for word in ["anyOf", "oneOf"] {
            let of = |choices: &str| format!(r#"{{"{word}":[{choices},{null}]}}"#);
            same(&[
                (&of(r#"{"type":"string","maxLength":4}"#), r#"{"type":["string","null"],"maxLength":4}"#),
                (
                    &format!(r#"{{"properties":{{"x":{}}}}}"#, of("@A")),
                    r#"{"properties":{"x":{"type":["object","null"],"properties":{"a":{"type":"string"}},"required":["a"]}}}"#,
                ),
                (&of(r#"{"type":"string"},{"type":"integer"}"#), r#"{"type":["string","integer","null"]}"#),
                (
                    &of(r#"{"type":"string"},{"type":"array","items":@A}"#),
                    &format!(r#"{{"{word}":[{{"type":["null","string"]}},{{"type":"array","items":@A}}]}}"#),
                ),
                (&of("@Few"), r#"{"type":["string","null"],"enum":["a","b",null]}"#),
            ]);
        }
        let nested = format!(r#"{{"anyOf":[{{"anyOf":[@A,@B]}},{null}]}}"#);
        same(&[(&nested, &format!(r#"{{"anyOf":[@A,@B,{null}]}}"#))]);
        for without in [r#"{"anyOf":[@A,@B]}"#, r#"{"anyOf":[{"anyOf":[@A,@B]}]}"#] {
            assert_eq!(said(without, &nested).len(), 2, "{:?}", said(without, &nested));
            assert_eq!(said(&nested, without).len(), 2, "{:?}", said(&nested, without));
        }
    }
}

#[test]
fn dependent_required_equals_a_dependent_schema() {
    same(&[
        (r#"{"dependentRequired":{"a":["b","c"]}}"#, r#"{"dependentSchemas":{"a":{"required":["c","b"]}}}"#),
        (
            r#"{"type":"object","dependentRequired":{"a":["b"],"d":["a"]}}"#,
            r#"{"type":"object","dependentRequired":{"d":["a"]},"dependentSchemas":{"a":{"type":"object","required":["b"]}}}"#,
        ),
        (r#"{"dependentRequired":{"a":[]}}"#, "{}"),
    ]);
    let found = said(r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"dependentSchemas":{"a":{"required":["c"]}}}"#);
    assert_ne!(found, Vec::<String>::new());
}

#[test]
fn unevaluated_equals_additional_without_other_branches() {
    let with = |text: &str| format!(r#"{{"type":"object","properties":{{"a":{{"type":"string"}}}},{text}}}"#);
    let closed = with(r#""additionalProperties":false"#);
    same(&[
        (&with(r#""unevaluatedProperties":false"#), &closed),
        (&with(r#""unevaluatedProperties":false,"additionalProperties":false"#), &closed),
        (&with(r#""unevaluatedProperties":{"type":"integer"}"#), &with(r#""additionalProperties":{"type":"integer"}"#)),
        (
            r#"{"type":"array","prefixItems":[{"type":"string"}],"unevaluatedItems":false}"#,
            r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#,
        ),
    ]);
    let looks = with(r#""allOf":[@B],"unevaluatedProperties":false"#);
    let does_not = with(r#""allOf":[@B],"additionalProperties":false"#);
    assert_ne!(said(&looks, &does_not), Vec::<String>::new());
    assert_ne!(said(&does_not, &looks), Vec::<String>::new());
}

#[test]
fn unevaluated_properties_depend_on_sibling_branches() {
    let part = |name: &str, also: &str| format!(r#"{{"properties":{{"{name}":{{}}}}{also}}}"#);
    let closed = r#","additionalProperties":false"#;
    let all = |one: &str, other: &str| format!(r#"{{"type":"object","allOf":[{one},{other}]}}"#);
    let nested = |also: &str| {
        let branch = format!(r#"{{"type":"object","required":["b"]{also}}}"#);
        format!(r#"{{"type":"object","unevaluatedProperties":false,"allOf":[{{"properties":{{"a":{{}}}}}},{branch}]}}"#)
    };
    let array = |also: &str| format!(r#"{{"type":"array",{also}"unevaluatedItems":false}}"#);
    let object = |also: &str| format!(r#"{{"type":"object",{also}"unevaluatedProperties":false}}"#);
    for (one, other) in [
        (all(&part("a", closed), &part("b", closed)), all(&part("a", closed), &part("b", ""))),
        (nested(r#","unevaluatedProperties":{"enum":["a","b"]}"#), nested("")),
        (array(r#""items":{},"#), array("")),
        (object(r#""additionalProperties":{},"#), object("")),
    ] {
        for (before, after) in [(&one, &other), (&other, &one)] {
            assert_ne!(said(before, after), Vec::<String>::new(), "\nfrom {before}\nto   {after}");
        }
    }
}

#[test]
fn a_property_may_be_declared_and_no_longer_be_required_at_once() {
    let found =
        said(r#"{"type":"object","required":["a"]}"#, r#"{"type":"object","properties":{"a":{"type":"string"}}}"#);
    assert!(found.contains(&"breaking: the property `S.a` can now be missing".to_owned()), "{found:?}");
}

#[test]
fn a_value_that_is_ruled_out_is_missed() {
    let found = said(r#"{"type":"boolean"}"#, r#"{"allOf":[{"type":"boolean"},{"const":"b"}]}"#);
    assert!(found.iter().any(|line| line.starts_with(Level::Breaking.name())), "{found:?}");
}
