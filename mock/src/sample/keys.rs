//! The leaves of `xs:unique`, `xs:key` and `xs:keyref` (XML Schema Part 1, 3.11), identified by the ends of their
//! paths. The values of a key differ, and references have one of them. The scope of instances is ignored, so the
//! validator makes the final decision.

use std::collections::{BTreeMap, BTreeSet};

use xsd_schema::SchemaSet;
use xsd_schema::ids::{IdentityConstraintKey, NameId};
use xsd_schema::parser::frames::IdentityKind;

use super::random::hash;
use crate::xsd::types::text;

/// The fields of all constraints, by hashes of the ends of their paths.
#[derive(Debug, Default)]
pub(super) struct KeyFields {
    /// Fields whose values differ.
    keys: BTreeMap<u64, KeyField>,
    /// Fields that refer to a field of a key.
    references: BTreeMap<u64, u64>,
    /// True if a path ends with any name.
    has_wildcards: bool,
}

/// One field of one key.
#[derive(Clone, Copy, Debug)]
struct KeyField {
    constraint: u64,
    field: u64,
}

/// The constraints of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Field of a key that it is.
    own: Option<KeyField>,
    /// Field of a key that it refers to.
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

    /// True if there are no keys.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the field of a leaf at a path.
    pub(super) fn at(&self, path: &str) -> Option<Field> {
        if self.is_empty() {
            return None;
        }
        // Last steps of the path, the leaf first.
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

/// Maximum number of steps with any name at the end of a path.
const WILDCARDS: usize = 3;

/// Returns the end of the paths that a selector and a field select: `/parent/leaf`, or `/leaf` in any element. If the
/// leaf may have any name, it is `/name/*` or `/name/*/*`.
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

/// The values of keys in a message so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<Key>);

/// The values of one field of a key.
#[derive(Clone, Debug)]
struct Key {
    id: KeyField,
    /// Values in order, including repeated ones.
    rows: Vec<String>,
    /// Distinct values in order.
    values: Vec<String>,
    all: BTreeSet<String>,
}

impl Keys {
    /// Stores a value of a field.
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

    /// Returns the value of a key that a field has to refer to: the first one, or that of the same row if its own
    /// values have to differ. Rows that do not exist yet are taken from a previous attempt.
    pub(super) fn referred<'a>(&'a self, field: Field, expected: &'a Self) -> Option<&'a str> {
        let row = field.own.and_then(|own| self.key_of(own.field)).map_or(0, |own| own.rows.len());
        let found = [self, expected].into_iter().find_map(|keys| keys.key_of(field.refers?)?.rows.get(row));
        found.map(String::as_str)
    }

    /// Returns the values that a field must not repeat.
    pub(super) fn taken(&self, field: Field) -> Option<&BTreeSet<String>> {
        self.key_of(field.own?.field).map(|key| &key.all)
    }

    /// Returns the value of a field whose type has no unused value. Each combination with the other fields of the key
    /// occurs once. Row n has value n, modulo the number of values. The index grows by one each time that all fields
    /// are back at their first values.
    pub(super) fn repeated(&self, field: Field) -> Option<&str> {
        let own = self.key_of(field.own?.field)?;
        let row = own.rows.len();
        let mut combinations = 1_usize;
        for key in self.0.iter().filter(|key| key.id.constraint == own.id.constraint) {
            let count = key.values.len();
            let is_own = key.id.field == own.id.field;
            if !is_own && key.rows.len() == count {
                // All its values differ so far, so no combination is repeated.
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
