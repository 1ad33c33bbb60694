//! The identifiers of a synthesised message: each `xs:ID` is there once in all its elements, and what an `xs:IDREF`
//! names is there as well (XML Schema Part 1, 3.3.4, cvc-id).

use std::cell::RefCell;
use std::collections::BTreeSet;

use xsd_schema::XmlTypeCode;
use xsd_schema::types::{XmlValue, XmlValueKind};

/// As many identifiers as a reference tries.
const TARGETS: usize = 64;

/// What was written of a message so far.
#[derive(Debug, Default)]
pub(super) struct Identifiers {
    /// In the order of their writing, so that a branch can be taken back.
    written: Vec<String>,
    known: BTreeSet<String>,
    /// What is referred to, and where.
    references: Vec<(String, String)>,
    /// What an attempt before this one wrote: references may lead there, and to nothing else that is not written yet.
    expected: Option<Vec<String>>,
    /// Items of a list that is being made.
    reserved: RefCell<BTreeSet<String>>,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    written: usize,
    references: usize,
}

impl Identifiers {
    /// For another attempt at the same message.
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

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.written.len() + self.reserved.borrow().len()
    }

    /// An identifier like no other.
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

    /// What a reference can lead to, what is written already first; what is likely to be written where nothing is.
    pub(super) fn targets(&self) -> Vec<String> {
        let expected = self.expected.iter().flatten();
        let found: Vec<String> = self.written.iter().chain(expected).take(TARGETS).cloned().collect();
        if found.is_empty() && self.expected.is_none() { vec!["id1".to_owned()] } else { found }
    }

    /// Whether a value repeats no identifier and refers to nothing that will be missing.
    pub(super) fn admit(&self, value: &XmlValue) -> bool {
        let mut own = BTreeSet::new();
        bindings(value).into_iter().all(|binding| match binding {
            Binding::Identifier(name) => self.is_free(&name) && own.insert(name),
            Binding::Reference(name) => {
                self.expected.as_ref().is_none_or(|expected| self.known.contains(&name) || expected.contains(&name))
            }
        })
    }

    /// Notes the identifiers of a value as items of one list, which follow each other.
    pub(super) fn reserve(&self, value: &XmlValue) {
        let names = bindings(value).into_iter().filter_map(|binding| match binding {
            Binding::Identifier(name) => Some(name),
            Binding::Reference(_) => None,
        });
        self.reserved.borrow_mut().extend(names);
    }

    /// Forgets the items of a list that is made.
    pub(super) fn release(&self) {
        self.reserved.borrow_mut().clear();
    }

    /// Notes a value that is written.
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

    /// The first reference that leads nowhere, and where it is.
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

/// The identifiers and references in a value: it is one, or a list of them, or one by the member of a union.
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
