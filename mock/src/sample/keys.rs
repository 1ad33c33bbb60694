//! The leaves that `xs:unique`, `xs:key` and `xs:keyref` are about (XML Schema Part 1, 3.11), as far as their paths name
//! them: the values of a key differ from one another, and what refers to it has one of them. Which instances belong together
//! is not looked at; the validator has the last word.

use std::collections::{BTreeMap, BTreeSet};

use xsd_schema::SchemaSet;
use xsd_schema::parser::frames::IdentityKind;

use super::random::hash;
use crate::xsd::types::text;

/// Which leaves are fields, by the end of their paths.
#[derive(Debug, Default)]
pub(super) struct KeyFields(BTreeMap<u64, Field>);

/// A field of a constraint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// One field of one key.
    key: u64,
    /// Whether its values are those of the key, rather than different ones.
    pub(super) refers: bool,
}

impl KeyFields {
    /// Reads all constraints of a schema.
    pub(super) fn new(set: &SchemaSet) -> Self {
        let mut fields = BTreeMap::new();
        for constraint in set.arenas.identity_constraints.values() {
            let refers = constraint.kind == IdentityKind::Keyref;
            let named = constraint.refer.as_ref().map_or(constraint.name, |key| key.local_name);
            for (index, field) in constraint.fields.iter().enumerate() {
                let key = hash(&format!("{}#{index}", text(set, named)));
                for selector in constraint.selector.xpath.split('|') {
                    for field in field.xpath.split('|') {
                        if let Some(end) = end(selector, field) {
                            // What has to differ and refers as well is left to the validator.
                            fields.entry(hash(&end)).or_insert(Field { key, refers });
                        }
                    }
                }
            }
        }
        Self(fields)
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The field that a leaf at a path is.
    pub(super) fn at(&self, path: &str) -> Option<Field> {
        if self.is_empty() {
            return None;
        }
        let parent = path.rfind('/').and_then(|leaf| path.get(..leaf)?.rfind('/')).unwrap_or_default();
        let leaf = path.rfind('/').unwrap_or_default();
        let ends = [path.get(parent..), path.get(leaf..)];
        ends.into_iter().flatten().find_map(|end| self.0.get(&hash(end)).copied())
    }
}

/// The end of the paths of leaves that a selector and a field lead to: `/parent/leaf`, or `/leaf` in any element.
fn end(selector: &str, field: &str) -> Option<String> {
    let steps = |path: &str| -> Vec<String> {
        let steps = path.split('/').map(|step| step.trim().trim_start_matches("child::"));
        steps
            .filter(|step| !step.is_empty() && *step != ".")
            .map(|step| {
                let (attribute, name) =
                    step.strip_prefix('@').or(step.strip_prefix("attribute::")).map_or(("", step), |name| ("@", name));
                format!("{attribute}{}", name.rsplit(':').next().unwrap_or(name))
            })
            .collect()
    };
    let mut steps: Vec<String> = steps(selector).into_iter().chain(steps(field)).collect();
    let leaf = steps.pop().filter(|leaf| !leaf.ends_with('*'))?;
    let parent = steps.pop().filter(|parent| parent != "*");
    Some(parent.map_or(format!("/{leaf}"), |parent| format!("/{parent}/{leaf}")))
}

/// The values that the keys of a message have so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(BTreeMap<u64, (String, BTreeSet<String>)>);

impl Keys {
    /// Takes note of a value.
    pub(super) fn note(&mut self, field: Field, value: &str) {
        if !field.refers {
            let (_, all) = self.0.entry(field.key).or_insert_with(|| (value.to_owned(), BTreeSet::new()));
            all.insert(value.to_owned());
        }
    }

    /// The first value of the key that a field refers to.
    pub(super) fn first(&self, field: Field) -> Option<&str> {
        self.0.get(&field.key).map(|(first, _)| first.as_str())
    }

    /// The values that a field cannot have any more.
    pub(super) fn taken(&self, field: Field) -> Option<&BTreeSet<String>> {
        self.0.get(&field.key).filter(|_| !field.refers).map(|(_, all)| all)
    }
}
