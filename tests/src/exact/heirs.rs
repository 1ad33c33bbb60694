//! Schemas that are found by name: what a schema with a discriminator and no list of alternatives stands for.

use serde_json::Value;

use super::pointer::{around, below, outwards};
use super::reading::{ReferenceReader, target};

impl ReferenceReader<'_> {
    /// The schemas that stand for the one around a place, which is built on them.
    pub(super) fn found_by(&self, place: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut waiting: Vec<String> =
            outwards(place).find(|at| is_component(at)).map(str::to_owned).into_iter().collect();
        while let Some(at) = waiting.pop() {
            for base in self.bases(&at) {
                if !found.contains(&base) {
                    found.push(base.clone());
                    waiting.push(base);
                }
            }
        }
        found.retain(|base| self.tells_apart(base, 0));
        found
    }

    /// Whether a schema, or what it is built on, has its subtypes told apart by name.
    fn tells_apart(&self, schema: &str, depth: usize) -> bool {
        let has = |word: &str| self.root.pointer(&below(schema, word)).is_some();
        (has("discriminator") && !has("oneOf") && !has("anyOf"))
            || (depth < 20 && self.bases(schema).iter().any(|base| self.tells_apart(base, depth + 1)))
    }

    fn bases(&self, schema: &str) -> Vec<String> {
        let branches = self.root.pointer(&below(schema, "allOf")).and_then(Value::as_array);
        let references = branches.into_iter().flatten().filter_map(|branch| branch.get("$ref")?.as_str());
        references.filter_map(|text| target(self.root, text)).filter(|base| is_component(base)).collect()
    }
}

/// Whether a reference is what a component is built by.
pub(super) fn builds(reference: &str) -> bool {
    around(reference).strip_suffix("/allOf").is_some_and(is_component)
}

fn is_component(place: &str) -> bool {
    ["/components/schemas", "/definitions"].contains(&around(place))
}
