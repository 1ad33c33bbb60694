//! The leaves that `xs:unique`, `xs:key` and `xs:keyref` are about (XML Schema Part 1, 3.11), as far as their paths name
//! them: the values of a key differ from one another, and what refers to it has one of them. Which instances belong together
//! is not looked at, nor a field that is both; the validator has the last word.

use std::collections::{BTreeMap, BTreeSet};

use xsd_schema::SchemaSet;
use xsd_schema::parser::frames::IdentityKind;

use super::random::hash;
use crate::xsd::types::text;

/// Which leaves are fields, by the end of their paths.
#[derive(Debug, Default)]
pub(super) struct KeyFields {
    /// Those whose values differ, each with what names the field of the key.
    keys: BTreeMap<u64, u64>,
    /// Those that refer to such a field.
    references: BTreeMap<u64, u64>,
}

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
        let mut found = Self::default();
        for constraint in set.arenas.identity_constraints.values() {
            let is_reference = constraint.kind == IdentityKind::Keyref;
            let fields = if is_reference { &mut found.references } else { &mut found.keys };
            let named = constraint.refer.as_ref().map_or(constraint.name, |key| key.local_name);
            for (index, field) in constraint.fields.iter().enumerate() {
                let key = hash(&format!("{}#{index}", text(set, named)));
                for selector in constraint.selector.xpath.split('|') {
                    for field in field.xpath.split('|') {
                        if let Some(end) = end(selector, field) {
                            fields.entry(hash(&end)).or_insert(key);
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The field that a leaf at a path is.
    pub(super) fn at(&self, path: &str) -> Option<Field> {
        if self.is_empty() {
            return None;
        }
        let parent = path.rfind('/').and_then(|leaf| path.get(..leaf)?.rfind('/')).unwrap_or_default();
        let leaf = path.rfind('/').unwrap_or_default();
        let ends = [path.get(parent..), path.get(leaf..)];
        let field = |end: &str| {
            let end = hash(end);
            let refers = self.references.get(&end).map(|key| Field { key: *key, refers: true });
            refers.or_else(|| self.keys.get(&end).map(|key| Field { key: *key, refers: false }))
        };
        ends.into_iter().flatten().find_map(field)
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
pub(super) struct Keys(Vec<Key>);

/// The values of one field of a key.
#[derive(Clone, Debug)]
struct Key {
    field: u64,
    first: String,
    all: BTreeSet<String>,
}

impl Keys {
    /// Takes note of a value.
    pub(super) fn note(&mut self, field: Field, value: &str) {
        if field.refers {
            return;
        }
        if self.key_of(field).is_none() {
            self.0.push(Key { field: field.key, first: value.to_owned(), all: BTreeSet::new() });
        }
        if let Some(key) = self.0.iter_mut().find(|key| key.field == field.key) {
            key.all.insert(value.to_owned());
        }
    }

    /// The first value of the key that a field refers to.
    pub(super) fn first(&self, field: Field) -> Option<&str> {
        self.key_of(field).map(|key| key.first.as_str())
    }

    /// The values that a field cannot have any more.
    pub(super) fn taken(&self, field: Field) -> Option<&BTreeSet<String>> {
        self.key_of(field).filter(|_| !field.refers).map(|key| &key.all)
    }

    fn key_of(&self, field: Field) -> Option<&Key> {
        self.0.iter().find(|key| key.field == field.key)
    }
}
