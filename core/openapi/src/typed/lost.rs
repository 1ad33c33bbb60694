//! Finds values that are lost when a value is deserialised into a type and serialised again.

use serde_json::Value;

/// A lost value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lost {
    /// Its location in the original value.
    pub(super) pointer: String,
    /// True if it affects requests or responses. Documentation and extensions do not.
    pub(super) matters: bool,
}

/// Members that are documentation.
const WORDS: [&str; 7] = ["description", "summary", "title", "example", "examples", "externalDocs", "$comment"];

/// Returns the values of `read` that are missing in `written`. `siblings_count` is true if siblings of a `$ref` have a meaning.
pub(super) fn between(read: &Value, written: &Value, siblings_count: bool) -> Vec<Lost> {
    let mut search = Search { siblings_count, pointer: String::new(), lost: Vec::new() };
    search.compare(read, written);
    search.lost
}

struct Search {
    siblings_count: bool,
    pointer: String,
    lost: Vec<Lost>,
}

impl Search {
    fn compare(&mut self, read: &Value, written: &Value) {
        // Depth: the limit of `serde_json`, 128.
        match (read, written) {
            (Value::Object(members), Value::Object(others)) => {
                let refers = members.contains_key("$ref") && !self.siblings_count;
                for (name, value) in members {
                    let depth = self.enter(&name.replace('~', "~0").replace('/', "~1"));
                    match others.get(name) {
                        Some(other) => self.compare(value, other),
                        None if is_default(name, value) => {}
                        None => {
                            let idle =
                                refers || name.starts_with("x-") || WORDS.contains(&name.as_str()) || value.is_null();
                            self.lost.push(Lost { pointer: self.pointer.clone(), matters: !idle });
                        }
                    }
                    self.pointer.truncate(depth);
                }
            }
            (Value::Array(elements), Value::Array(others)) if elements.len() == others.len() => {
                for (at, (element, other)) in elements.iter().zip(others).enumerate() {
                    let depth = self.enter(&at.to_string());
                    self.compare(element, other);
                    self.pointer.truncate(depth);
                }
            }
            (Value::Number(number), Value::Number(other)) if number.as_f64() == other.as_f64() => {}
            _ if read == written => {}
            _ => self.lost.push(Lost { pointer: self.pointer.clone(), matters: true }),
        }
    }

    fn enter(&mut self, step: &str) -> usize {
        let depth = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(step);
        depth
    }
}

/// Returns true if a missing member has the same meaning.
fn is_default(name: &str, value: &Value) -> bool {
    match value {
        Value::Bool(flag) => !flag,
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => name == "style" && ["form", "simple"].contains(&text.as_str()),
        Value::Null | Value::Number(_) => false,
    }
}
