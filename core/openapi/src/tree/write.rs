//! Writes values of an arena as JSON.

use super::arena::{Arena, Kind, NodeId};
use super::{number, text};

impl Arena<'_> {
    /// Writes a value as compact JSON. If that takes more than `limit` bytes, returns false and leaves `out` unchanged.
    pub fn write_json(&self, id: NodeId, limit: usize, out: &mut String) -> bool {
        let before = out.len();
        let fits = self.write_value(id, before + limit, out);
        if !fits {
            out.truncate(before);
        }
        fits
    }

    /// Writes the name of a member as a JSON string.
    pub fn write_key(&self, id: NodeId, out: &mut String) {
        text::quote(self.key_text(id), out);
    }

    fn write_value(&self, id: NodeId, limit: usize, out: &mut String) -> bool {
        // Depth: the nesting of the text, which the builder limits.
        match self.kind(id) {
            Kind::Null => out.push_str("null"),
            Kind::True => out.push_str("true"),
            Kind::False => out.push_str("false"),
            Kind::Number => number::write_json(self.source_text(id), out),
            Kind::Text | Kind::Escaped | Kind::Pooled => {
                text::quote(&self.string(id).unwrap_or_default(), out);
            }
            kind @ (Kind::Array | Kind::Object) => {
                let [open, close] = if kind == Kind::Object { ['{', '}'] } else { ['[', ']'] };
                out.push(open);
                for (at, child) in self.children(id).enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    if kind == Kind::Object {
                        text::quote(self.key_text(child), out);
                        out.push(':');
                    }
                    if !self.write_value(child, limit, out) {
                        return false;
                    }
                }
                out.push(close);
            }
        }
        out.len() <= limit
    }
}
