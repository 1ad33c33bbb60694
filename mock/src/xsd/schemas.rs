//! Compiled schemas, and what they say without an instance: which roots they declare, and what of them was not read.

use std::cell::OnceCell;

use xsd_schema::SchemaSet;
use xsd_schema::validation::{SchemaValidator, ValidationFlags};

use super::document::Note;
use super::drive::LEARNED_BYTES;
use super::model::Kind;
use super::qname::QName;
use super::root::{MessageElement, Root, RootComponent};
use super::unread::Unread;
use super::violation::Violation;

/// Compiled schemas. They can be sent to another thread and not be shared by two.
pub(crate) struct CompiledSchemas {
    pub(super) set: SchemaSet,
    pub(super) notes: Vec<Note>,
    /// What was not read, by the components that reach it: of those that are it themselves, nothing is known.
    pub(super) unread: Unread,
    /// What the names of the schema take, so that what requests add can be seen.
    pub(super) name_bytes: usize,
}

/// Compiled schemas while one request is answered: all that is validated for it shares one validator.
pub(crate) struct Schemas<'a> {
    compiled: &'a CompiledSchemas,
    validator: OnceCell<SchemaValidator<'a>>,
}

impl CompiledSchemas {
    /// What was put right, and which documents were not read; sorted by place.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether the schemas declare what a root names, so that its instances can be judged.
    pub(crate) fn declares(&self, root: &Root) -> bool {
        let component = component(root);
        self.unread.get(&component) != Some(&component) && self.resolve(root).is_some()
    }

    /// What was not read and may stand within a root's instances, where anything is accepted: its kind and its name.
    pub(crate) fn unread_within(&self, root: &Root) -> Option<String> {
        self.unread.get(&component(root)).map(|(kind, name)| format!("{} {name}", kind.word()))
    }

    /// Makes ready for a request.
    pub(crate) fn open(&self) -> Schemas<'_> {
        Schemas { compiled: self, validator: OnceCell::new() }
    }

    /// Whether names of requests have taken so much memory that the schemas should be compiled anew: the validator keeps
    /// every namespace prefix and `xs:QName` it has seen.
    pub(crate) fn needs_recompiling(&self) -> bool {
        self.set.name_table.heap_bytes() > self.name_bytes + LEARNED_BYTES
    }

    /// The compiled components.
    pub(crate) fn set(&self) -> &SchemaSet {
        &self.set
    }

    /// What a root leads to, where it is declared.
    pub(crate) fn resolve(&self, root: &Root) -> Option<RootComponent> {
        let name = match root {
            Root::Element(element) => element,
            Root::Type { type_name, .. } => type_name,
        };
        let names = &self.set.name_table;
        let namespace = if name.namespace.is_empty() { None } else { Some(names.get(&name.namespace)?) };
        let local = names.get(&name.local)?;
        match root {
            Root::Element(_) => self.set.lookup_element(namespace, local).map(RootComponent::Element),
            Root::Type { .. } => self
                .set
                .lookup_type(namespace, local)
                .or_else(|| self.set.get_built_in_type_by_qname(namespace, local))
                .map(RootComponent::Type),
        }
    }
}

/// The component that a root names.
fn component(root: &Root) -> (Kind, QName) {
    match root {
        Root::Element(element) => (Kind::Element, element.clone()),
        Root::Type { type_name, .. } => (Kind::Type, type_name.clone()),
    }
}

impl std::ops::Deref for Schemas<'_> {
    type Target = CompiledSchemas;

    fn deref(&self) -> &CompiledSchemas {
        self.compiled
    }
}

impl Schemas<'_> {
    /// Makes ready for instances: the validator builds the automata of all content models, half a millisecond for a
    /// carrier's largest service, when it is first asked for.
    pub(crate) fn session(&self) -> Session<'_> {
        let set = &self.compiled.set;
        let validator = self.validator.get_or_init(|| SchemaValidator::new(set, ValidationFlags::empty()));
        Session { schemas: self.compiled, validator }
    }

    /// [`Session::validate`] for a message.
    pub(crate) fn validate(&self, elements: &[MessageElement<'_, '_>]) -> Vec<Vec<Violation>> {
        self.session().validate(elements)
    }
}

/// Schemas that are ready for instances. It stays on its thread.
pub(crate) struct Session<'a> {
    pub(crate) schemas: &'a CompiledSchemas,
    pub(crate) validator: &'a SchemaValidator<'a>,
}
