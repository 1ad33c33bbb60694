//! Schema documents before compilation, with notes and errors about them.

use std::fmt::{self, Display, Formatter};

use thiserror::Error;

/// An `xs:schema` document. A schema embedded in a WSDL includes the namespace declarations that were in scope.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// URI of the document: the base of relative references, and its name in errors.
    pub(crate) uri: String,
    /// Source of the document.
    pub(crate) text: String,
}

/// The kind of a [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NoteKind {
    /// The schema violates a rule of XML Schema but is accepted.
    Relaxed,
    /// A document that the schema refers to is missing.
    Unread,
}

/// A fixed error or a missing document, reported to the schema's author.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    /// URI of the document.
    pub(crate) uri: String,
    /// Line in that document, counted from 1.
    pub(crate) line: u32,
    /// Kind of the note.
    pub(crate) kind: NoteKind,
    /// Message, as a sentence.
    pub(crate) message: String,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.uri, self.line, self.message)
    }
}

/// The reason why documents are not a usable schema.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{uri}:{line}:{column}: {message}")]
pub(crate) struct CompileError {
    /// URI of the document.
    pub(crate) uri: String,
    /// Line, counted from 1. 0 if the error has no location.
    pub(crate) line: u32,
    /// Column in characters, counted from 1.
    pub(crate) column: u32,
    /// Description of the error.
    pub(crate) message: String,
}
