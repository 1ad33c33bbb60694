//! A value under construction. Members are in the order of their declarations.

use crate::tree::{Arena, NodeId, quote};

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Boolean(bool),
    /// A number as written.
    Number(String),
    Text(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
    /// A value of the description, such as an example.
    Given(NodeId),
}

impl Value {
    /// Writes the value as JSON, and returns false if it needs more than `limit` bytes.
    pub(super) fn write(&self, description: &Arena<'_>, limit: usize, out: &mut String) -> bool {
        match self {
            Value::Null => out.push_str("null"),
            Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(written) => out.push_str(written),
            Value::Text(text) => quote(text, out),
            Value::Given(id) => {
                let Some(left) = limit.checked_sub(out.len()) else { return false };
                return description.write_json(*id, left, out);
            }
            Value::Array(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    if !element.write(description, limit, out) {
                        return false;
                    }
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    quote(name, out);
                    out.push(':');
                    if !value.write(description, limit, out) {
                        return false;
                    }
                }
                out.push('}');
            }
        }
        out.len() <= limit
    }
}
