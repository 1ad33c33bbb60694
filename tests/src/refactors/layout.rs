//! The same values as another text: JSON and YAML in their spellings.

use std::fmt::Write as _;

use serde_json::Value;

use super::Kind;
use crate::styles::{Style, written};

const JSON_LAYOUT: &str = "RFC 8259, 2: insignificant whitespace";
const YAML_STYLES: &str = "YAML 1.2.2, 3.2.3: styles are details of the presentation";

pub(super) const KINDS: &[Kind] = &[
    Kind::text("json-keys-reversed", "RFC 8259, 4: an object is an unordered collection", |value| {
        let mut text = String::new();
        reversed(value, &mut text);
        text
    }),
    Kind::text("json-indented", JSON_LAYOUT, |value| format!("{value:#}\n")),
    Kind::text("json-windows-lines", JSON_LAYOUT, |value| format!("{value:#}").replace('\n', "\r\n")),
    Kind::text("json-escapes", "RFC 8259, 7: any character may be escaped", |value| {
        let mut text = String::new();
        escaped(value, &mut text);
        text
    }),
    Kind::text("yaml-plain", YAML_STYLES, |value| written(value, Style::Plain)),
    Kind::text("yaml-single-quoted", YAML_STYLES, |value| written(value, Style::Single)),
    Kind::text("yaml-double-quoted", YAML_STYLES, |value| written(value, Style::Double)),
    Kind::text("yaml-literal", YAML_STYLES, |value| written(value, Style::Literal)),
    Kind::text("yaml-folded", YAML_STYLES, |value| written(value, Style::Folded)),
    Kind::text("yaml-flow", YAML_STYLES, |value| written(value, Style::Flow)),
    Kind::text("yaml-aliases", "YAML 1.2.2, 7.1: an alias is the node of its anchor", |value| {
        written(value, Style::Aliased)
    }),
    Kind::text("yaml-windows-lines", "YAML 1.2.2, 5.4: line breaks are normalized", |value| {
        written(value, Style::Plain).replace('\n', "\r\n")
    }),
    Kind::text("yaml-integer-statuses", "OpenAPI 3.0.4, 4.2: keys are strings, and 200 is the key \"200\"", |value| {
        let text = written(value, Style::Double);
        let mut lines = String::new();
        for line in text.lines() {
            let key = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\":"));
            let status = key.filter(|(name, _)| name.len() == 3 && name.bytes().all(|byte| byte.is_ascii_digit()));
            match status {
                Some((name, rest)) => {
                    let indent = line.len() - line.trim_start().len();
                    let _ = writeln!(lines, "{:indent$}{name}:{rest}", "");
                }
                None => {
                    let _ = writeln!(lines, "{line}");
                }
            }
        }
        lines
    }),
];

/// Writes JSON with the members of objects in reversed order.
fn reversed(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            text.push('{');
            for (at, (name, member)) in members.iter().rev().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                let _ = write!(text, "{comma}{}:", Value::from(name.as_str()));
                reversed(member, text);
            }
            text.push('}');
        }
        Value::Array(elements) => {
            text.push('[');
            for (at, element) in elements.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                reversed(element, text);
            }
            text.push(']');
        }
        scalar => {
            let _ = write!(text, "{scalar}");
        }
    }
}

/// Writes JSON with every character of every string as an escape.
fn escaped(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            text.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                escaped_string(name, text);
                text.push(':');
                escaped(member, text);
            }
            text.push('}');
        }
        Value::Array(elements) => {
            text.push('[');
            for (at, element) in elements.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                escaped(element, text);
            }
            text.push(']');
        }
        Value::String(string) => escaped_string(string, text),
        scalar => {
            let _ = write!(text, "{scalar}");
        }
    }
}

fn escaped_string(string: &str, text: &mut String) {
    text.push('"');
    for unit in string.encode_utf16() {
        let _ = write!(text, "\\u{unit:04x}");
    }
    text.push('"');
}
