//! Tests of YAML, mostly by comparison with equivalent JSON.

use crate::tree::NodeId;
use crate::{Description, Limits, Loader, ReadError};

/// Creates a description with `yaml` after its required members.
fn description(yaml: &str) -> String {
    format!("openapi: 3.1.0\ninfo: {{title: t, version: \"1\"}}\npaths: {{}}\n{yaml}\n")
}

/// Asserts that the YAML and the JSON are equal, and returns the codes of the problems.
fn same(yaml: &str, json: &str) -> Vec<&'static str> {
    let yaml = description(yaml);
    let json = format!(r#"{{"openapi": "3.1.0", "info": {{"title": "t", "version": "1"}}, "paths": {{}}, {json}}}"#);
    let (json, read) = (read(&json), read(&yaml));
    assert_eq!(json.resolved.arena().digest(NodeId::ROOT), read.resolved.arena().digest(NodeId::ROOT), "{yaml}");
    read.problems().iter().map(|problem| problem.code).collect()
}

fn read(text: &str) -> Description<'_> {
    Loader::new("d", text.as_bytes(), &Limits::default()).unwrap().finish()
}

fn refused(yaml: &str) -> ReadError {
    Loader::new("d", yaml.as_bytes(), &Limits::default()).unwrap_err()
}

#[test]
fn plain_scalars_are_those_of_the_core_schema() {
    for (yaml, json) in [
        ("x-a: [~, null, Null, NULL]", r#""x-a": [null, null, null, null]"#),
        ("x-a:\nx-b: ''", r#""x-a": null, "x-b": """#),
        (
            "x-a: [true, True, FALSE, yes, No, on, off, y]",
            r#""x-a": [true, true, false, "yes", "No", "on", "off", "y"]"#,
        ),
        ("x-a: [12, +12, 012, 0o14, 0xC, 12.0, 1.2e1]", r#""x-a": [12, 12, 12, 12, 12, 12, 12]"#),
        ("x-a: [1_000, 1:30, 0b1, 08.5.1, 2001-01-01]", r#""x-a": ["1_000", "1:30", "0b1", "08.5.1", "2001-01-01"]"#),
        ("x-a: 12345678901234567890123.5", r#""x-a": 12345678901234567890123.50"#),
        ("x-a: [.5, 5., -0.]", r#""x-a": [0.5, 5, 0]"#),
        ("x-a: ['1', \"true\", '~', '']", r#""x-a": ["1", "true", "~", ""]"#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
}

#[test]
fn tags_decide_the_type_of_a_scalar() {
    for (yaml, json) in [
        ("x-a: [!!str 12, !!str null, !!str, ! 12]", r#""x-a": ["12", "null", "", "12"]"#),
        ("x-a: [!!int '12', !!float 12, !!bool 'true', !!null '']", r#""x-a": [12, 12, true, null]"#),
        ("x-a: !!map {a: !!seq [1]}", r#""x-a": {"a": [1]}"#),
        ("x-a: !!timestamp 2001-01-01", r#""x-a": "2001-01-01""#),
        ("!!str x-a: &b !!int 12\nx-b: !!int &c 12", r#""x-a": 12, "x-b": 12"#),
        ("x-a: !<tag:yaml.org,2002:str> 12", r#""x-a": "12""#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
    assert_eq!(same("x-a: !include other.yaml", r#""x-a": "other.yaml""#), ["description.tag"]);
    assert_eq!(same("x-a: !mine {b: 1}", r#""x-a": {"b": 1}"#), ["description.tag"]);
    assert_eq!(same("x-a: !mine 12", r#""x-a": "12""#), ["description.tag"]);
}

#[test]
fn texts_of_many_lines_are_folded_and_chomped() {
    for (yaml, json) in [
        ("x-a: one\n  two\n\n  three", r#""x-a": "one two\nthree""#),
        ("x-a: 'one\n  two\n\n  it''s'", r#""x-a": "one two\nit's""#),
        ("x-a: \"one\\\n  two\\n\n  \\  three\\u00e9\\x41\\/\"", r#""x-a": "onetwo\n   threeéA/""#),
        ("x-a: |\n  one\n   two\n\n  three\n\n", r#""x-a": "one\n two\n\nthree\n""#),
        ("x-a: |-\n  one\n\nx-b: |+\n  two\n\nx-c: 1", r#""x-a": "one", "x-b": "two\n\n", "x-c": 1"#),
        ("x-a: >\n  one\n  two\n\n  three\n   four\n  five", r#""x-a": "one two\nthree\n four\nfive\n""#),
        ("x-a: |2-\n    one\n   two", r#""x-a": "  one\n two""#),
        ("x-a: |\nx-b: >-\nx-c: 1", r#""x-a": "", "x-b": "", "x-c": 1"#),
        ("x-a: |\r\n  one\r\n  two\r\n", r#""x-a": "one\ntwo\n""#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
}

#[test]
fn names_are_texts_as_they_are_written() {
    for (yaml, json) in [
        (
            "x-a: {200: a, 1.10: b, null: c, true: d, ~: e, 0x1: f}",
            r#""x-a": {"200": "a", "1.10": "b", "null": "c", "true": "d", "~": "e", "0x1": "f"}"#,
        ),
        ("x-a:\n  ? b\n  : c\n  ? d\n", r#""x-a": {"b": "c", "d": null}"#),
        ("x-a: {? b : c, 'd': e, \"f\":g, h, : i}", r#""x-a": {"b": "c", "d": "e", "f": "g", "h": null, "": "i"}"#),
        (
            "x-a: &n b\n&k x-k: *n\nx-c: {*n : 1, *k : 2}\nx-d: *k",
            r#""x-a": "b", "x-k": "b", "x-c": {"b": 1, "x-k": 2}, "x-d": "x-k""#,
        ),
        ("x-a: {[b]: 1}", r#""x-a": 1"#),
    ]
    .into_iter()
    .take(4)
    {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
    let error = refused(&description("x-a:\n  [b, c]: 1"));
    assert_eq!((error.place.line, error.place.column), (5, 3), "{error}");
    assert!(error.message.contains("expected a string as a member's name"), "{error}");
}

#[test]
fn alias_has_the_last_value_of_its_anchor() {
    for (yaml, json) in [
        (
            "x-a: &a {b: [1, 2]}\nx-c: *a\nx-d: [*a, *a]",
            r#""x-a": {"b": [1, 2]}, "x-c": {"b": [1, 2]}, "x-d": [{"b": [1, 2]}, {"b": [1, 2]}]"#,
        ),
        ("x-a: &a 1\nx-b: &a 2\nx-c: *a", r#""x-a": 1, "x-b": 2, "x-c": 2"#),
        ("x-a: &a\nx-b: *a", r#""x-a": null, "x-b": null"#),
        ("x-a: &a |\n  text\nx-b: *a", r#""x-a": "text\n", "x-b": "text\n""#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
    assert!(refused(&description("x-a: *missing")).message.contains("define the anchor first"));
    assert!(refused(&description("x-a: &a [*a]")).message.contains("inside its own anchor"));
}

#[test]
fn aliases_expand_to_no_more_values_than_the_size_allows() {
    let with = |aliases: usize| {
        let list = vec!["1"; 999].join(",");
        description(&format!("x-a: &a [{list}]\nx-b:\n{}", "- *a\n".repeat(aliases)))
    };
    // A list of 999 numbers has a thousand values. The text has some 2,180 bytes.
    assert!(Loader::new("a", with(22).as_bytes(), &Limits::default()).is_ok());
    let error = refused(&with(23));
    assert!(error.message.contains("expand to more values than the limit allows"), "{error}");
}

#[test]
fn merge_keys_bring_the_members_that_are_not_there() {
    for (yaml, json) in [
        ("x-a: &a {b: 1, c: 2}\nx-d: {<<: *a, c: 3}", r#""x-a": {"b": 1, "c": 2}, "x-d": {"b": 1, "c": 3}"#),
        ("x-a: &a {b: 1, c: 2}\nx-d: {c: 3, <<: *a}", r#""x-a": {"b": 1, "c": 2}, "x-d": {"c": 3, "b": 1}"#),
        (
            "x-a: &a {b: 1}\nx-e: &e {b: 2, c: 2}\nx-d: {<<: [*a, *e]}",
            r#""x-a": {"b": 1}, "x-e": {"b": 2, "c": 2}, "x-d": {"b": 1, "c": 2}"#,
        ),
        ("x-a: {<<: {b: 1}, <<: {b: 2, c: 3}}", r#""x-a": {"b": 1, "c": 3}"#),
        (
            "x-a: &a {b: {c: 1}}\nx-d: &d {<<: *a, e: 1}\nx-f: {<<: *d, b: 2}\nx-g: *d",
            r#""x-a": {"b": {"c": 1}}, "x-d": {"b": {"c": 1}, "e": 1}, "x-f": {"e": 1, "b": 2}, "x-g": {"b": {"c": 1}, "e": 1}"#,
        ),
        ("x-a: {'<<': 1}", r#""x-a": {"<<": 1}"#),
        ("x-a: {<<: []}", r#""x-a": {}"#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml}");
    }
    assert_eq!(same("x-a: {<<: 1}", r#""x-a": {"<<": 1}"#), ["description.merge-key"]);
    assert_eq!(same("x-a: {<<: [{b: 1}, 2]}", r#""x-a": {"<<": [{"b": 1}, 2]}"#), ["description.merge-key"]);
}

#[test]
fn merged_duplicate_key_takes_the_last_value() {
    let members = (0..100).map(|at| format!("  k{at}: {at}")).collect::<Vec<_>>().join("\n");
    let json = (0..100).map(|at| format!("\"k{at}\": {at}")).collect::<Vec<_>>().join(", ");
    let yaml = format!("x-a: &a\n{members}\nx-b:\n  <<: *a\n");
    assert!(same(&yaml, &format!(r#""x-a": {{{json}}}, "x-b": {{{json}}}"#)).is_empty());
    let twice = "x-a: &a {b: 1, b: 2}\nx-c: {<<: *a}";
    assert_eq!(same(twice, r#""x-a": {"b": 2}, "x-c": {"b": 2}"#), ["description.duplicate-key"]);
}

#[test]
fn references_in_merged_members_resolve_at_each_merge() {
    let yaml = "components:\n  schemas:\n    A: {type: string}\n    B: &b {type: object, properties: {a: {$ref: '#/components/schemas/A'}, z: {$ref: '#/nowhere'}}}\n    C: {<<: *b, description: c}";
    let read = description(yaml);
    let read = Loader::new("d", read.as_bytes(), &Limits::default()).unwrap().finish();
    let pointers: Vec<_> = read.problems().iter().map(|problem| problem.place.pointer.as_str()).collect();
    let at = |name| format!("/components/schemas/{name}/properties/z/$ref");
    assert_eq!(pointers, [at("B"), at("C")]);
}

#[test]
fn bombs_are_refused_at_once() {
    let doubled = |first: &str, next: fn(usize) -> String| {
        let lines: Vec<_> = (1..30).map(|at| format!("x-{at}: &a{at} {}", next(at - 1))).collect();
        format!("x-0: &a0 {first}\n{}", lines.join("\n"))
    };
    let aliases = doubled("[1, 1, 1, 1]", |at| format!("[{}]", vec![format!("*a{at}"); 10].join(", ")));
    let merges = doubled("{a: 1, b: {c: 1}}", |at| format!("{{<<: *a{at}, k{at}: *a{at}}}"));
    for bomb in [aliases, merges] {
        let error = refused(&description(&bomb));
        assert_eq!(error.code, "description.limit");
        assert!(error.message.contains("expand to more values"), "{error}");
    }
}

#[test]
fn aliases_do_not_exceed_the_nesting_limit() {
    // The root, the list with the alias, and the copied lists.
    let nested = |levels: usize| {
        let list = format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        description(&format!("x-a: &a {list}\nx-b: [1, *a]"))
    };
    let most = Limits::default().depth - 2;
    assert!(Loader::new("d", nested(most).as_bytes(), &Limits::default()).is_ok());
    let merged = nested(most).replace("[1, *a]", "{c: 1, <<: {d: *a}}");
    assert!(Loader::new("d", merged.as_bytes(), &Limits::default()).is_err(), "the merged mapping is one more level");
    for aliases in [nested(most + 1), nested(most).replace("[1, *a]", "&b [*a]\nx-c: {<<: {d: 1}, e: *b}")] {
        let error = refused(&aliases);
        assert_eq!(error.code, "description.limit");
        assert!(error.message.contains("nested at most 256 deep"), "{error}");
    }
}

#[test]
fn yaml_stream_may_have_directives_and_empty_documents() {
    let text = description("x-a: 1");
    for stream in [
        format!("%YAML 1.2\n---\n{text}"),
        format!("\u{feff}%YAML 1.1\n%TAG !e! tag:example.com,2000:\n--- # here\n{text}...\n"),
        format!("# nothing yet\n---\n---\n{text}---\n# nothing more\n"),
        text.replace('\n', "\r\n"),
        text.replace("x-a: 1", "x-a:\t1\t# a tab is a space here"),
    ] {
        assert_eq!(
            read(&text).resolved.arena().digest(NodeId::ROOT),
            read(&stream).resolved.arena().digest(NodeId::ROOT),
            "{stream}"
        );
    }
    let error = refused(&format!("{text}---\n{text}"));
    assert_eq!((error.place.line, error.place.column), (6, 1), "{error}");
    assert!(error.message.contains("found a second one"), "{error}");
}

#[test]
fn flow_mappings_are_yaml_where_the_name_says_so() {
    let text = "{openapi: 3.1.0, info: {title: t, version: '1'}, paths: {},}";
    assert!(Loader::new("api.yml", text.as_bytes(), &Limits::default()).is_ok());
    let error = Loader::new("api", text.as_bytes(), &Limits::default()).unwrap_err();
    assert!(error.message.contains("expected a member's name in double quotes, found `openapi`"), "{error}");
}

#[test]
fn problems_have_the_right_line_and_column() {
    let name = "é😀";
    for (yaml, place) in [
        (format!("x-a: [{name}, !t b]"), (4, 11)),
        (format!("x-{name}: 1\nx-b:\n  - {name}\n  - 'x': 1\n    'x': 2"), (8, 5)),
        (format!("x-a: |\n  {name}\n  {name}\n\nx-b: {{c: 1, c: 2}}"), (8, 13)),
        (format!("x-a: >\n  {name}\n  b\nx-b: [!t '{name}', 1]"), (7, 7)),
        (format!("x-a: \"{name}\n  {name}\"\nx-b: [{{c: 1}}, {{c: 1, c: 2}}]"), (6, 22)),
        ("x-a: &a {b: 1,\n  b: 2}\nx-b: *a".to_owned(), (5, 3)),
    ] {
        for ends in ["\n", "\r\n"] {
            let text = description(&yaml).replace('\n', ends);
            let read = Loader::new("d", text.as_bytes(), &Limits::default()).unwrap().finish();
            let places: Vec<_> = read.problems().iter().map(|found| (found.place.line, found.place.column)).collect();
            assert_eq!(places.first(), Some(&place), "{text}");
        }
    }
}

#[test]
fn invalid_yaml_is_explained_with_its_location() {
    for (yaml, place, words) in [
        ("x-a:\n\tb: 1", (5, 1), "found a tab in the indentation"),
        ("x-a: b: c", (4, 7), "found a colon inside a string without quotes"),
        ("x-a: 'b", (4, 6), "found the end of the file inside the quoted string"),
        ("x-a: @b", (4, 6), "cannot start a string without quotes"),
        ("x-a: \"b\" c", (4, 10), "found text after a closing quote"),
        ("x-a: \0", (4, 6), "found a character that YAML does not allow"),
        ("x-a: [1, 2", (5, 1), "expected a comma or a closing bracket, found the end of the file"),
        ("x-a: {b: 1", (5, 1), "expected a comma or a closing brace"),
        ("x-a: \"\\q\"", (4, 6), "an escape that YAML does not define"),
        ("x-a: !e!b c", (4, 6), "no `%TAG` directive declares"),
        ("x-a: 1\n x-b: 2", (5, 5), "found a colon inside a string without quotes"),
        ("x-a:\n  - 1\n  b: 2", (6, 3), "expected `-` and the next element"),
    ] {
        for text in [description(yaml), description(yaml).replace('\n', "\r\n")] {
            let error = refused(&text);
            assert!(error.message.contains(words), "{yaml:?}: {error}");
            assert_eq!((error.place.line, error.place.column), place, "{yaml:?}: {error}");
        }
    }
}

#[test]
fn too_deeply_nested_brackets_exceed_a_limit() {
    let error = refused(&description(&format!("x-a: {}{}", "[".repeat(1000), "]".repeat(1000))));
    assert_eq!(error.code, "description.limit", "{error}");
}

#[test]
fn under_indented_brackets_and_quotes_are_read_in_place() {
    for (yaml, json) in [
        ("x-a: [\n1]", r#""x-a": [1]"#),
        ("x-a:\n  b: {\n    c: 1,\n  }\n  d: 2", r#""x-a": {"b": {"c": 1}, "d": 2}"#),
        ("x-a:\n  b: [\n  {c: 1},\n e\n]", r#""x-a": {"b": [{"c": 1}, "e"]}"#),
        ("x-a:\n  - b: \"é c\n  d \\\" e\n\n f\"\n    g: 1", r#""x-a": [{"b": "é c d \" e\nf", "g": 1}]"#),
        ("x-a:\n  - b: 'c\n\n  it''s'\n    g: 1", r#""x-a": [{"b": "c\nit's", "g": 1}]"#),
    ] {
        same(yaml, json);
    }
    let yaml = description("x-a:\n  é: {\n    c: 1,\n  }\n  d: [\n] # e\nx-b: &a {b: 1,\n  b: 2}");
    let read = read(&yaml);
    let places: Vec<_> = read.problems().iter().map(|found| (found.place.line, found.place.column)).collect();
    assert_eq!(places, [(11, 3)]);
    let many = format!("x-a:\n  b: [\n{}  ]", "  1,\n".repeat(400));
    assert!(refused(&description(&many)).message.contains("indent it"));
}

#[test]
fn tabs_before_lines_in_quotes_and_brackets_are_read_with_a_warning() {
    for (yaml, json) in [
        ("x-a:\n  b: \"one\n\t\t\ttwo\"", r#""x-a": {"b": "one two"}"#),
        ("x-a: \"one\n\ttwo\"", r#""x-a": "one two""#),
        (
            "x-a:\n  b:\n    c: \"one\n \t two\n\n\t\n\tthree\n      four\n\tfive\"",
            r#""x-a": {"b": {"c": "one two\n\nthree four five"}}"#,
        ),
        ("x-a:\n  b: 'one\n\t\tit''s'\n  c: 2", r#""x-a": {"b": "one it's", "c": 2}"#),
        ("x-a:\n  b: \"one\\\n\t\ttwo\"", r#""x-a": {"b": "onetwo"}"#),
        ("x-a:\n  - \"one\n\ttwo\n\"\n  - b", r#""x-a": ["one two ", "b"]"#),
        ("x-a:\n  b: {\n\t\tc: 1,\n\t\td: [\n\t2]\n\t}", r#""x-a": {"b": {"c": 1, "d": [2]}}"#),
        (
            "x-a:\n  c: |\n    k: \"one\n    \ttwo\"\n  b: \"one\n\ttwo\"",
            r#""x-a": {"c": "k: \"one\n\ttwo\"\n", "b": "one two"}"#,
        ),
    ] {
        for ends in ["\n", "\r\n"] {
            let found = same(&yaml.replace('\n', ends), json);
            assert!(!found.is_empty() && found.iter().all(|code| *code == "description.tab"), "{yaml:?}: {found:?}");
        }
    }
    let text = description("x-a:\n  b: \"one\n\t\t\ttwo\"\n  c: {d: 1, d: 2}");
    let read = read(&text);
    let places: Vec<_> =
        read.problems().iter().map(|found| (found.code, found.place.line, found.place.column)).collect();
    assert_eq!(places, [("description.tab", 5, 3), ("description.duplicate-key", 7, 13)]);
}

#[test]
fn tabs_that_yaml_allows_are_no_problem() {
    for (yaml, json) in [
        ("x-a: \"one\ttwo\"\nx-b: 'a\tb'", r#""x-a": "one\ttwo", "x-b": "a\tb""#),
        ("x-a: \"one\t\n  \ttwo\"", r#""x-a": "one two""#),
        ("x-a: one\ttwo\t\nx-b: c", r#""x-a": "one\ttwo", "x-b": "c""#),
        ("x-a:\n  b: one\n   \ttwo", r#""x-a": {"b": "one two"}"#),
        ("x-a: |\n  one\n  \ttwo\n", r#""x-a": "one\n\ttwo\n""#),
        ("x-a: >-\n  one\n  \ttwo\n  three", r#""x-a": "one\n\ttwo\nthree""#),
    ] {
        assert!(same(yaml, json).is_empty(), "{yaml:?}");
    }
}

#[test]
fn tabs_that_indent_structure_are_refused() {
    for yaml in [
        "x-a:\n\tb: 1",
        "x-a:\n  b:\n\t- 1",
        "x-a:\n  b: 1\n\tc: 2",
        "x-a:\n  - b: 1\n  \tc: 2",
        "x-a:\n  b: \"one\n\ttwo\"\n\tc: 1",
        "x-a:\n  b: {c: 1,\n\td: 2}\n\te: 1",
        "x-a:\n  b: one\n\ttwo",
        "x-a: one\n\ttwo",
        "x-a:\n  b: |\n\tone",
        "x-a:\n  b: |\n    one\n\ttwo",
    ] {
        let error = refused(&description(yaml));
        assert!(error.message.contains("found a tab in the indentation; YAML allows only spaces"), "{yaml:?}: {error}");
    }
}
