//! The identifiers of a synthesized message. Each `xs:ID` is unique in all its elements, and each `xs:IDREF` has a
//! target (XML Schema Part 1, 3.3.4, cvc-id).

use std::cell::RefCell;
use std::collections::BTreeSet;

use xsd_schema::XmlTypeCode;
use xsd_schema::types::{XmlValue, XmlValueKind};

/// Maximum number of identifiers that a reference tries.
const TARGETS: usize = 64;

/// The identifiers of a message so far.
#[derive(Debug, Default)]
pub(super) struct Identifiers {
    /// Identifiers in the order of writing, so that a branch can be removed.
    written: Vec<String>,
    known: BTreeSet<String>,
    /// Identifiers that are referred to, with the paths of the references.
    references: Vec<(String, String)>,
    /// Identifiers of a previous attempt. References may use them, but no other identifiers that are not written yet.
    expected: Option<Vec<String>>,
    /// Items of a list that is being generated.
    reserved: RefCell<BTreeSet<String>>,
}

/// A position for [`Identifiers::rewind`].
#[derive(Clone, Copy)]
pub(super) struct Mark {
    written: usize,
    references: usize,
}

impl Identifiers {
    /// Creates the identifiers for another attempt at the same message.
    pub(super) fn expecting(earlier: Self) -> Self {
        Self { expected: Some(earlier.written), ..Self::default() }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { written: self.written.len(), references: self.references.len() }
    }

    pub(super) fn rewind(&mut self, mark: Mark) {
        for forgotten in self.written.drain(mark.written..) {
            self.known.remove(&forgotten);
        }
        self.references.truncate(mark.references);
    }

    /// Returns the number of identifiers.
    pub(super) fn len(&self) -> usize {
        self.written.len() + self.reserved.borrow().len()
    }

    /// Returns an unused identifier.
    pub(super) fn fresh(&self) -> String {
        let mut number = self.len();
        loop {
            number += 1;
            let made = format!("id{number}");
            if self.is_free(&made) {
                return made;
            }
        }
    }

    /// Returns possible targets of a reference, written ones first. Without any, returns one that is likely to be
    /// written.
    pub(super) fn targets(&self) -> Vec<String> {
        let expected = self.expected.iter().flatten();
        let found: Vec<String> = self.written.iter().chain(expected).take(TARGETS).cloned().collect();
        if found.is_empty() && self.expected.is_none() { vec!["id1".to_owned()] } else { found }
    }

    /// True if a value repeats no identifier and refers to no missing one.
    pub(super) fn admit(&self, value: &XmlValue) -> bool {
        let mut own = BTreeSet::new();
        bindings(value).into_iter().all(|binding| match binding {
            Binding::Identifier(name) => self.is_free(&name) && own.insert(name),
            Binding::Reference(name) => {
                self.expected.as_ref().is_none_or(|expected| self.known.contains(&name) || expected.contains(&name))
            }
        })
    }

    /// Reserves the identifiers of a list item, so that the next items differ.
    pub(super) fn reserve(&self, value: &XmlValue) {
        let names = bindings(value).into_iter().filter_map(|binding| match binding {
            Binding::Identifier(name) => Some(name),
            Binding::Reference(_) => None,
        });
        self.reserved.borrow_mut().extend(names);
    }

    /// Releases the reserved identifiers once the list is complete.
    pub(super) fn release(&self) {
        self.reserved.borrow_mut().clear();
    }

    /// Records the identifiers and references of a written value.
    pub(super) fn write(&mut self, value: &XmlValue, path: &str) {
        for binding in bindings(value) {
            match binding {
                Binding::Identifier(name) => {
                    if self.known.insert(name.clone()) {
                        self.written.push(name);
                    }
                }
                Binding::Reference(name) => self.references.push((name, path.to_owned())),
            }
        }
    }

    /// Returns the first reference without a target, and its path.
    pub(super) fn dangling(&self) -> Option<(&str, &str)> {
        let mut references = self.references.iter();
        references.find(|(name, _)| !self.known.contains(name)).map(|(name, path)| (name.as_str(), path.as_str()))
    }

    fn is_free(&self, name: &str) -> bool {
        !self.known.contains(name) && !self.reserved.borrow().contains(name)
    }
}

enum Binding {
    Identifier(String),
    Reference(String),
}

/// Returns the identifiers and references in a value, which may be a single one, a list, or a member of a union.
fn bindings(value: &XmlValue) -> Vec<Binding> {
    let mut value = value;
    while let XmlValueKind::Union(member) = &value.value {
        value = member;
    }
    let items = match &value.value {
        XmlValueKind::List { items, .. } => items.as_slice(),
        _ => std::slice::from_ref(value),
    };
    let binding = |item: &XmlValue| match item.type_code {
        XmlTypeCode::Id => Some(Binding::Identifier(item.to_string_value())),
        XmlTypeCode::IdRef => Some(Binding::Reference(item.to_string_value())),
        _ => None,
    };
    items.iter().filter_map(binding).collect()
}
