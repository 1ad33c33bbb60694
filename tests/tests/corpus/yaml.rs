//! YAML held against a reader that is not ours, `yaml_serde`: published files, and published JSON in every style of YAML.

use serde_json::Value;
use waybill_core::report::{CompareOptions, compare};
use waybill_tests::styles::{Style, written};

/// Larger files are left to the tests that compare releases: nothing in them is written in another way.
const LARGEST: u64 = 40_000;

/// What the other reader makes of a text, as JSON.
fn other(text: &str) -> Value {
    let mut value: yaml_serde::Value = yaml_serde::from_str(text).unwrap();
    value.apply_merge().unwrap();
    json(value)
}

fn json(value: yaml_serde::Value) -> Value {
    match value {
        yaml_serde::Value::Mapping(members) => {
            let key = |key: yaml_serde::Value| match json(key) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            members.into_iter().map(|(name, value)| (key(name), json(value))).collect()
        }
        yaml_serde::Value::Sequence(elements) => elements.into_iter().map(json).collect(),
        yaml_serde::Value::Tagged(tagged) => json(tagged.value),
        scalar => serde_json::to_value(scalar).unwrap(),
    }
}

/// That our reader finds in the text what the value says.
#[track_caller]
fn assert_read(text: &str, value: &Value, name: &str) {
    let options = CompareOptions {
        previous_name: "old.json".into(),
        current_name: "new.yaml".into(),
        ..CompareOptions::default()
    };
    let report = compare(value.to_string().as_bytes(), text.as_bytes(), &options);
    let report = report.unwrap_or_else(|error| panic!("{name}: {error}"));
    let said: Vec<&str> = report.changes.iter().map(|change| change.message.as_str()).take(5).collect();
    assert!(said.is_empty(), "{name}: {said:?}");
}

#[test]
fn published_yaml_is_read_the_same_by_another_reader() {
    let mut read = 0;
    for file in super::published().iter().filter(|file| file.extension().is_some_and(|end| end == "yaml")) {
        let text = std::fs::read_to_string(file).unwrap();
        assert_read(&text, &other(&text), super::file_name(file));
        read += 1;
    }
    assert!(read == 0 || read >= 30, "{read} descriptions were read");
}

#[test]
fn json_in_every_style_of_yaml_says_the_same_to_both_readers() {
    let mut read = 0;
    let json = super::published().into_iter().filter(|file| file.extension().is_some_and(|end| end == "json"));
    for file in json.filter(|file| std::fs::metadata(file).unwrap().len() < LARGEST) {
        let value: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for style in Style::ALL {
            let (text, name) = (written(&value, style), format!("{} {style:?}", super::file_name(&file)));
            assert!(other(&text) == value, "{name} is written wrong");
            assert_read(&text, &value, &name);
        }
        read += 1;
    }
    assert!(read == 0 || read >= 40, "{read} descriptions were read");
}

#[test]
fn texts_of_every_shape_survive_every_style() {
    let texts = [
        "",
        " ",
        "a",
        "a\n",
        "a\n\n",
        "\na",
        "a\nb",
        "a\n\nb\n",
        "a\n\n\nb",
        " a\n b",
        "a\n  b\nc\n",
        "a: b",
        "a #b",
        "- a",
        "# a",
        "'",
        "\"",
        "it's",
        "null",
        "~",
        "no",
        "010",
        "1e3",
        "0x1F",
        ".5",
        "1_000",
        "2020-01-01",
        "=",
        "<<",
        "a very long text that is folded at some place, because it has more than forty characters in it, twice even",
        "tab\there",
        "trailing  ",
        "ümläut 🐧",
        "\u{85}",
        "\r\n",
        "%a",
        "@a",
        "`a`",
        "{a}",
        "[a]",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
    ];
    let members: serde_json::Map<String, Value> =
        texts.iter().enumerate().map(|(at, text)| (format!("x-{at}"), Value::from(*text))).collect();
    // The other reader merges a quoted `<<` too.
    let names = texts.iter().filter(|text| **text != "<<");
    let names: serde_json::Map<String, Value> = names.map(|text| ((*text).to_owned(), Value::from(1))).collect();
    let mut value = serde_json::json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": {}});
    value["x-texts"] = Value::Object(members);
    value["x-list"] = texts.iter().copied().collect();
    value["x-again"] = value["x-list"].clone();
    value["x-names"] = Value::Object(names);
    for style in Style::ALL {
        let text = written(&value, style);
        assert!(other(&text) == value, "{style:?} is written wrong");
        assert_read(&text, &value, &format!("{style:?}"));
    }
}
