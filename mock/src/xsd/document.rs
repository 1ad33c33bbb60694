//! A schema document as it comes in, and what is said about it: notes, or why it cannot be compiled.

use std::fmt::{self, Display, Formatter};

use thiserror::Error;

/// One `xs:schema` document, complete in itself: a schema embedded in a WSDL comes with the namespace declarations that
/// were in scope around it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Where it stands: what its relative references resolve against, and what errors name.
    pub(crate) uri: String,
    /// The document itself.
    pub(crate) text: String,
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
