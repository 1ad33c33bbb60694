//! Compiled schemas and their properties: the declared roots, and components that were not read.

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

/// Compiled schemas. They are `Send` but not `Sync`.
pub(crate) struct CompiledSchemas {
    pub(super) set: SchemaSet,
    pub(super) notes: Vec<Note>,
    /// Missing components, by the components that reach them. A missing component maps to itself.
    pub(super) unread: Unread,
    /// Size of the schema's names in bytes, to detect how much requests add.
    pub(super) name_bytes: usize,
}

/// Compiled schemas for one request. All validations of the request share one validator.
pub(crate) struct Schemas<'a> {
    compiled: &'a CompiledSchemas,
    validator: OnceCell<SchemaValidator<'a>>,
}

impl CompiledSchemas {
    /// Returns notes about fixed errors and missing documents, sorted by location.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// True if the schemas declare the root, so that its instances can be validated.
    pub(crate) fn declares(&self, root: &Root) -> bool {
        let component = component(root);
        self.unread.get(&component) != Some(&component) && self.resolve(root).is_some()
    }

    /// Returns the kind and name of a missing component that a root's instances may contain. Any content is accepted
    /// there.
    pub(crate) fn unread_within(&self, root: &Root) -> Option<String> {
        self.unread.get(&component(root)).map(|(kind, name)| format!("{} {name}", kind.word()))
    }

    /// Opens the schemas for a request.
    pub(crate) fn open(&self) -> Schemas<'_> {
        Schemas { compiled: self, validator: OnceCell::new() }
    }

    /// True if names of requests use so much memory that the schemas should be recompiled. The validator stores every
    /// namespace prefix and `xs:QName`.
    pub(crate) fn needs_recompiling(&self) -> bool {
        self.set.name_table.heap_bytes() > self.name_bytes + LEARNED_BYTES
    }

    /// Returns the compiled components.
    pub(crate) fn set(&self) -> &SchemaSet {
        &self.set
    }

    /// Returns the component of a root if it is declared.
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

/// Returns the kind and name of a root's component.
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
    /// Creates a session for validation. The first call builds the automata of all content models. That takes half a
    /// millisecond for a carrier's largest service.
    pub(crate) fn session(&self) -> Session<'_> {
        let set = &self.compiled.set;
        let validator = self.validator.get_or_init(|| SchemaValidator::new(set, ValidationFlags::empty()));
        Session { schemas: self.compiled, validator }
    }

    /// Validates a message; see [`Session::validate`].
    pub(crate) fn validate(&self, elements: &[MessageElement<'_, '_>]) -> Vec<Vec<Violation>> {
        self.session().validate(elements)
    }
}

/// Schemas that are ready for validation. They are not `Send`.
pub(crate) struct Session<'a> {
    pub(crate) schemas: &'a CompiledSchemas,
    pub(crate) validator: &'a SchemaValidator<'a>,
}
