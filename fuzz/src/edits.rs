//! Edits of a JSON document from a fuzzer's bytes. Every six bytes are one edit, so that mutations stay local.

use serde_json::{Map, Value, json};

/// Number of bytes of an edit.
const EDIT: usize = 6;

/// Maximum number of edits. More edits only make inputs slow.
const MOST: usize = 48;

/// Maximum number of values in the document for further edits.
const LARGEST: usize = 20_000;

const NAMES: &[&str] = &[
    "type",
    "properties",
    "required",
    "items",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "enum",
    "const",
    "default",
    "maximum",
    "exclusiveMaximum",
    "minLength",
    "pattern",
    "format",
    "nullable",
    "readOnly",
    "writeOnly",
    "deprecated",
    "if",
    "additionalProperties",
    "unevaluatedProperties",
    "discriminator",
    "mapping",
    "parameters",
    "requestBody",
    "content",
    "responses",
    "headers",
    "security",
    "servers",
    "callbacks",
    "links",
    "tags",
    "x-sunset",
    "$ref",
    "$defs",
    "$id",
    "$dynamicRef",
    "schema",
    "in",
    "name",
    "style",
    "explode",
    "200",
    "default",
    "4XX",
    "application/json",
    "get",
];

/// Returns the seed with the edits that `data` encodes.
#[must_use]
pub fn edited(seed: &str, data: &[u8]) -> Value {
    let mut document: Value = serde_json::from_str(seed).unwrap_or_default();
    for edit in data.chunks_exact(EDIT).take(MOST) {
        let size = size(&document);
        if size > LARGEST {
            break;
        }
        let &[a, b, operation, argument, c, d] = edit else { continue };
        let at = usize::from(u16::from_le_bytes([a, b])) % size;
        let other = usize::from(u16::from_le_bytes([c, d])) % size;
        let copied = nth(&document, &mut (other + 1)).cloned().unwrap_or_default();
        if let Some(place) = nth_mut(&mut document, &mut (at + 1)) {
            apply(place, operation, argument, copied, [c, d]);
        }
    }
    document
}

fn apply(place: &mut Value, operation: u8, argument: u8, copied: Value, bytes: [u8; 2]) {
    let name = || NAMES[usize::from(argument) % NAMES.len()].to_owned();
    let taken = |place: &mut Value| std::mem::take(place);
    match operation % 12 {
        0 => *place = scalar(argument, bytes),
        1 => *place = copied,
        2 => match place {
            Value::Object(members) => drop(members.insert(name(), copied)),
            Value::Array(elements) => elements.push(copied),
            _ => *place = json!([copied]),
        },
        3 => remove(place, usize::from(argument)),
        4 => *place = json!({ name(): taken(place) }),
        5 => *place = json!({ "allOf": [taken(place), copied] }),
        6 => *place = json!({ "oneOf": [copied, taken(place)] }),
        7 => *place = json!([taken(place), copied]),
        8 => *place = json!({ "$ref": format!("#/components/schemas/{}", name()) }),
        9 => rename(place, usize::from(argument), name()),
        10 => *place = json!({ "type": ["string", "null"], name(): scalar(argument, bytes) }),
        _ => {
            if let Value::Array(elements) = place {
                elements.reverse()
            }
        }
    }
}

fn scalar(argument: u8, bytes: [u8; 2]) -> Value {
    match argument % 12 {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!(0),
        4 => json!(i16::from_le_bytes(bytes)),
        5 => serde_json::from_str("1e400").unwrap_or_default(),
        6 => json!(0.5),
        7 => json!(""),
        8 => json!(String::from_utf8_lossy(&bytes)),
        9 => json!("<b>`*_|{}\u{1b}[31m\u{202e}\r\n---"),
        10 => json!({}),
        _ => json!([]),
    }
}

fn remove(place: &mut Value, which: usize) {
    match place {
        Value::Object(members) if !members.is_empty() => {
            let key = members.keys().nth(which % members.len()).cloned().unwrap_or_default();
            members.remove(&key);
        }
        Value::Array(elements) if !elements.is_empty() => drop(elements.remove(which % elements.len())),
        _ => *place = Value::Null,
    }
}

fn rename(place: &mut Value, which: usize, name: String) {
    if let Value::Object(members) = place
        && !members.is_empty()
    {
        let count = members.len();
        let renamed: Map<String, Value> = std::mem::take(members)
            .into_iter()
            .enumerate()
            .map(|(at, (key, value))| (if at == which % count { name.clone() } else { key }, value))
            .collect();
        *members = renamed;
    }
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Object(members) => Box::new(members.values()),
        Value::Array(elements) => Box::new(elements.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

fn size(value: &Value) -> usize {
    1 + children(value).map(size).sum::<usize>()
}

/// Returns the value at position `left` in document order, counted from 1.
fn nth<'v>(value: &'v Value, left: &mut usize) -> Option<&'v Value> {
    *left -= 1;
    if *left == 0 {
        return Some(value);
    }
    children(value).find_map(|child| nth(child, left))
}

fn nth_mut<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    *left -= 1;
    if *left == 0 {
        return Some(value);
    }
    match value {
        Value::Object(members) => members.values_mut().find_map(|child| nth_mut(child, left)),
        Value::Array(elements) => elements.iter_mut().find_map(|child| nth_mut(child, left)),
        _ => None,
    }
}
