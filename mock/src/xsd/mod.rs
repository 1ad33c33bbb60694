//! XML Schema 1.0: documents are compiled, elements validated, and samples made that validate. The validator is the
//! crate `xsd-schema`, used through this interface alone. It is given texts that were put together here: nothing is
//! ever read from a file or the network, and what published schemas get wrong is put right beforehand.

pub(crate) mod attributes;
mod build;
mod causes;
mod collect;
mod drive;
mod edits;
mod model;
pub(crate) mod pattern_syntax;
mod patterns;
mod redefine;
mod rewrite;
mod size;
mod spaced_base64;
mod stubs;
pub(crate) mod types;
mod unread;
mod validate;
mod violation;

use std::cell::OnceCell;
use std::fmt::{self, Display, Formatter};

use thiserror::Error;
use xsd_schema::SchemaSet;
use xsd_schema::ids::{ElementKey, TypeKey};
use xsd_schema::validation::{SchemaValidator, ValidationFlags};

use crate::files::Files;
pub(crate) use violation::Violation;

use crate::sample::{Echo, Model, NoSample, SampleOptions, SampleRoot};

/// A name with its namespace; the empty text is no namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct QName {
    /// The namespace's URI.
    pub(crate) namespace: String,
    /// The name within it.
    pub(crate) local: String,
}

impl QName {
    /// A name in a namespace.
    pub(crate) fn new(namespace: impl Into<String>, local: impl Into<String>) -> Self {
        Self { namespace: namespace.into(), local: local.into() }
    }
}

impl Display for QName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.namespace.as_str() {
            "" => write!(f, "`{}`", self.local),
            namespace => write!(f, "`{}` of {namespace}", self.local),
        }
    }
}

/// One `xs:schema` document, complete in itself: a schema embedded in a WSDL comes with the namespace declarations that
/// were in scope around it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Where it stands: what its relative references resolve against, and what errors name.
    pub(crate) uri: String,
    /// The document itself.
    pub(crate) text: String,
}

/// What an element is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// A global element declaration.
    Element(QName),
    /// A type under a name of the caller's, as parts of messages have it.
    Type {
        /// The element's name.
        element: QName,
        /// A built-in type or a global type definition.
        type_name: QName,
    },
}

impl Root {
    /// The name of the element.
    pub(crate) fn element(&self) -> &QName {
        match self {
            Self::Element(element) | Self::Type { element, .. } => element,
        }
    }
}

/// An element of a message, and what it is held to.
#[derive(Debug)]
pub(crate) struct MessageElement<'a, 'input> {
    /// The element.
    pub(crate) node: roxmltree::Node<'a, 'input>,
    /// What it is held to.
    pub(crate) root: Root,
}

/// What kind of thing a [`Note`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NoteKind {
    /// The schema breaks a rule of XML Schema, and is read all the same.
    Relaxed,
    /// A document that the schema names was not among the files.
    Unread,
}

/// What was put right or could not be read, so that its author can see to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    /// The document it is about.
    pub(crate) uri: String,
    /// Counted from 1 in that document's text.
    pub(crate) line: u32,
    /// Whether something was put right or was not read.
    pub(crate) kind: NoteKind,
    /// A sentence.
    pub(crate) message: String,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.uri, self.line, self.message)
    }
}

/// Why documents are no schema that instances can be held to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{uri}:{line}:{column}: {message}")]
pub(crate) struct CompileError {
    /// The document it is about.
    pub(crate) uri: String,
    /// Counted from 1; 0 where the error is about no place.
    pub(crate) line: u32,
    /// In characters, counted from 1.
    pub(crate) column: u32,
    /// What is wrong.
    pub(crate) message: String,
}

/// Compiled schemas. They can be sent to another thread and not be shared by two.
pub(crate) struct CompiledSchemas {
    set: SchemaSet,
    notes: Vec<Note>,
    /// What was not read, by the components that reach it: of those that are it themselves, nothing is known.
    unread: unread::Unread,
    /// What the names of the schema take, so that what requests add can be seen.
    name_bytes: usize,
    /// What samples are made of, read when the first is asked for.
    model: OnceCell<Model>,
}

/// What a root leads to in the compiled set.
#[derive(Clone, Copy)]
pub(crate) enum RootComponent {
    /// A global declaration.
    Element(ElementKey),
    /// A type definition.
    Type(TypeKey),
}

/// Compiled schemas while one request is answered: all that is validated for it shares one validator.
pub(crate) struct Schemas<'a> {
    compiled: &'a CompiledSchemas,
    validator: OnceCell<SchemaValidator<'a>>,
}

impl CompiledSchemas {
    /// Compiles documents together.
    ///
    /// `embedded` are roots in themselves, as the schemas in the types of a WSDL are. `files` is what `xs:import`,
    /// `xs:include` and `xs:redefine` reach, as [`Files::resolve`] finds it; nothing else is read.
    ///
    /// # Errors
    /// A document that is no schema, a schema that is wrong beyond what is put right, and one that costs too much.
    pub(crate) fn compile(embedded: Vec<Document>, files: &Files) -> Result<Self, CompileError> {
        build::compile(embedded, files)
    }

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
        self.set.name_table.heap_bytes() > self.name_bytes + drive::LEARNED_BYTES
    }

    /// The compiled components.
    pub(crate) fn set(&self) -> &SchemaSet {
        &self.set
    }

    /// The content of all types, as samples are made of it.
    pub(crate) fn model(&self) -> &Model {
        self.model.get_or_init(|| Model::new(&self.set))
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
fn component(root: &Root) -> (model::Kind, QName) {
    match root {
        Root::Element(element) => (model::Kind::Element, element.clone()),
        Root::Type { type_name, .. } => (model::Kind::Type, type_name.clone()),
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

    /// [`Session::sample`] for a message.
    pub(crate) fn sample(
        &self,
        roots: &[SampleRoot],
        echo: &Echo,
        options: &SampleOptions,
    ) -> Result<Vec<String>, NoSample> {
        self.session().sample(roots, echo, options)
    }
}

/// Schemas that are ready for instances. It stays on its thread.
pub(crate) struct Session<'a> {
    pub(crate) schemas: &'a CompiledSchemas,
    pub(crate) validator: &'a SchemaValidator<'a>,
}

impl Session<'_> {
    /// Every way in which the elements of one message, of one document, are not what their roots say: for each element in
    /// the order of the document, one for each cause. Each `xs:ID` is there once in all of them (XML Schema Part 1,
    /// cvc-id), and what an `xs:IDREF` names in one of them.
    pub(crate) fn validate(&self, elements: &[MessageElement<'_, '_>]) -> Vec<Vec<Violation>> {
        validate::validate(self, elements)
    }

    /// The texts of elements that validate against the roots as one message, each with the namespace declarations it needs.
    ///
    /// # Errors
    /// Where none is found within the budget: which leaf is to blame.
    pub(crate) fn sample(
        &self,
        roots: &[SampleRoot],
        echo: &Echo,
        options: &SampleOptions,
    ) -> Result<Vec<String>, NoSample> {
        crate::sample::sample(self, roots, echo, options)
    }
}

#[cfg(test)]
mod tests;
