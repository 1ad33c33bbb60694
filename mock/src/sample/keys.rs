//! The leaves that `xs:unique`, `xs:key` and `xs:keyref` are about (XML Schema Part 1, 3.11), as far as their paths name
//! them: the values of a key differ from one another, and what refers to it has one of them. Which instances belong together
//! is not looked at; the validator has the last word.

use std::collections::{BTreeMap, BTreeSet};

use xsd_schema::SchemaSet;
use xsd_schema::ids::{IdentityConstraintKey, NameId};
use xsd_schema::parser::frames::IdentityKind;

use super::random::hash;
use crate::xsd::types::text;

/// Which leaves are fields, by the end of their paths.
#[derive(Debug, Default)]
pub(super) struct KeyFields {
    /// Those whose values differ.
    keys: BTreeMap<u64, KeyField>,
    /// Those that refer to a field of a key.
    references: BTreeMap<u64, u64>,
    /// Whether a path ends with any name.
    has_wildcards: bool,
}

/// One field of one key.
#[derive(Clone, Copy, Debug)]
struct KeyField {
    constraint: u64,
    field: u64,
}

/// What the constraints say of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The field of a key that it is.
    own: Option<KeyField>,
    /// The field of a key that it refers to.
    refers: Option<u64>,
}

impl KeyFields {
    /// Reads all constraints of a schema.
    pub(super) fn new(set: &SchemaSet) -> Self {
        let mut found = Self::default();
        let mut owners: BTreeMap<IdentityConstraintKey, NameId> = BTreeMap::new();
        for element in set.arenas.elements.values() {
            owners.extend(element.identity_constraints.iter().filter_map(|key| Some((*key, element.name?))));
        }
        for (key, constraint) in &set.arenas.identity_constraints {
            let is_reference = constraint.kind == IdentityKind::Keyref;
            let named = constraint.refer.as_ref().map_or(constraint.name, |key| key.local_name);
            let owner = owners.get(&key).map(|name| text(set, *name));
            for (index, field) in constraint.fields.iter().enumerate() {
                let key = hash(&format!("{}#{index}", text(set, named)));
                for selector in constraint.selector.xpath.split('|') {
                    for field in field.xpath.split('|') {
                        let Some(end) = end(owner, selector, field) else { continue };
                        found.has_wildcards |= end.ends_with('*');
                        if is_reference {
                            found.references.entry(hash(&end)).or_insert(key);
                        } else {
                            let constraint = hash(text(set, named));
                            found.keys.entry(hash(&end)).or_insert(KeyField { constraint, field: key });
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
        // The last steps of the path, the leaf first.
        let steps: Vec<&str> = path.rsplit('/').take(WILDCARDS + 1).collect();
        let leaf = steps.first()?;
        let parent = steps.get(1).unwrap_or(&"");
        let mut ends = vec![format!("/{parent}/{leaf}"), format!("/{leaf}")];
        if self.has_wildcards {
            let any = if leaf.starts_with('@') { "/@*" } else { "/*" };
            let named = steps.iter().skip(1).enumerate();
            ends.extend(named.map(|(between, name)| format!("/{name}{}{any}", "/*".repeat(between))));
            ends.push(any.to_owned());
        }
        let hashes: Vec<u64> = ends.iter().map(|end| hash(end)).collect();
        let refers = hashes.iter().find_map(|end| self.references.get(end)).copied();
        let own = hashes.iter().find_map(|end| self.keys.get(end)).copied();
        (refers.is_some() || own.is_some()).then_some(Field { own, refers })
    }
}

/// Steps of any name that a path ends with.
const WILDCARDS: usize = 3;

/// The end of the paths of leaves that a selector and a field lead to: `/parent/leaf`, or `/leaf` in any element; `/name/*` and
/// `/name/*/*` where the leaf has any name.
fn end(owner: Option<&str>, selector: &str, field: &str) -> Option<String> {
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
    let owner = owner.filter(|_| !selector.trim().starts_with(".//")).map(str::to_owned);
    let mut steps: Vec<String> = owner.into_iter().chain(steps(selector)).chain(steps(field)).collect();
    let leaf = steps.pop()?;
    if !leaf.ends_with('*') {
        let parent = steps.pop().filter(|parent| parent != "*");
        return Some(parent.map_or(format!("/{leaf}"), |parent| format!("/{parent}/{leaf}")));
    }
    let between = steps.iter().rev().take_while(|step| *step == "*").count();
    let named = steps.iter().rev().nth(between).map(|name| format!("/{name}")).unwrap_or_default();
    Some(format!("{named}{}/{leaf}", "/*".repeat(between)))
}

/// The values that the keys of a message have so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<Key>);

/// The values of one field of a key.
#[derive(Clone, Debug)]
struct Key {
    id: KeyField,
    /// In their order, with those that come again.
    rows: Vec<String>,
    /// In their order, each once.
    values: Vec<String>,
    all: BTreeSet<String>,
}

impl Keys {
    /// Takes note of a value.
    pub(super) fn note(&mut self, field: Field, value: &str) {
        let Some(id) = field.own else { return };
        if self.key_of(id.field).is_none() {
            self.0.push(Key { id, rows: Vec::new(), values: Vec::new(), all: BTreeSet::new() });
        }
        if let Some(key) = self.0.iter_mut().find(|key| key.id.field == id.field) {
            key.rows.push(value.to_owned());
            if key.all.insert(value.to_owned()) {
                key.values.push(value.to_owned());
            }
        }
    }

    /// The value of a key that a field has to refer to: the first, or that of the same row where its own values differ. The
    /// rows of the key that are not there yet are those of an attempt before.
    pub(super) fn referred<'a>(&'a self, field: Field, expected: &'a Self) -> Option<&'a str> {
        let row = field.own.and_then(|own| self.key_of(own.field)).map_or(0, |own| own.rows.len());
        let found = [self, expected].into_iter().find_map(|keys| keys.key_of(field.refers?)?.rows.get(row));
        found.map(String::as_str)
    }

    /// The values that a field cannot have any more.
    pub(super) fn taken(&self, field: Field) -> Option<&BTreeSet<String>> {
        self.key_of(field.own?.field).map(|key| &key.all)
    }

    /// The value of a field whose type has no other left: with those of the other fields of the same key each combination comes
    /// once. The n-th row has the n-th value, counted round, and one more each time that all fields are at their first again.
    pub(super) fn repeated(&self, field: Field) -> Option<&str> {
        let own = self.key_of(field.own?.field)?;
        let row = own.rows.len();
        let mut combinations = 1_usize;
        for key in self.0.iter().filter(|key| key.id.constraint == own.id.constraint) {
            let count = key.values.len();
            let is_own = key.id.field == own.id.field;
            if !is_own && key.rows.len() == count {
                // Its values differ so far, and nothing has come round.
                combinations = usize::MAX;
                continue;
            }
            let all = combinations.saturating_mul(count);
            let turns = (row % all).checked_div(least_common_multiple(combinations, count))?;
            if is_own {
                return own.values.get((row % all + turns) % count).map(String::as_str);
            }
            combinations = all;
        }
        None
    }

    fn key_of(&self, field: u64) -> Option<&Key> {
        self.0.iter().find(|key| key.id.field == field)
    }
}

fn least_common_multiple(one: usize, other: usize) -> usize {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor.max(1)).saturating_mul(other)
}
