//! What can be wrong with a description's text: one that cannot be read at all, and one that can be read in part.

use waybill_base::error::{ErrorCode, code};

use crate::tree;
use crate::tree::{ParseErrorKind, line_and_column};

/// A place in a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, where it is not the description's root document.
    pub file: Option<String>,
    /// JSON pointer (RFC 6901) from the file's root, in YAML too.
    pub pointer: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1 in characters; that of the key where the place is an object's member.
    pub column: u32,
}

/// Why nothing can be read from a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {message}", place.line, place.column)]
pub struct ReadError {
    /// Stable identifier: `description.syntax`, `description.encoding`, `description.limit`, `description.root`,
    /// `description.version`, `description.not-in-build`.
    pub code: ErrorCode,
    /// The name the file was given.
    pub file: String,
    /// Where reading stopped; the pointer is that of the innermost value that had begun.
    pub place: Place,
    /// What was expected, what was found and what to do, as a lower-case sentence without a full stop.
    pub message: String,
}

/// Something in a description that could be read only in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadProblem {
    /// Stable identifier, such as `reference.unresolved`.
    pub code: &'static str,
    /// What is wrong and what to do, as a lower-case sentence without a full stop.
    pub message: String,
    /// Where it stands.
    pub place: Place,
}

/// An error before its position is known as line and column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: ErrorCode,
    /// Byte offset in the source.
    pub(super) at: usize,
    pub(super) pointer: String,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(code: ErrorCode, at: usize, message: String) -> Fault {
        Fault { code, at, pointer: String::new(), message }
    }

    /// The error that it is in the file `name` with this text.
    pub(super) fn locate(self, name: &str, source: &str) -> ReadError {
        let (line, column) = line_and_column(source, self.at);
        let place = Place { file: None, pointer: self.pointer, line, column };
        ReadError { code: self.code, file: name.to_owned(), place, message: self.message }
    }
}

impl From<tree::ParseError> for Fault {
    fn from(fault: tree::ParseError) -> Fault {
        let code = match fault.kind {
            ParseErrorKind::Syntax => code::DESCRIPTION_SYNTAX,
            ParseErrorKind::Limit => code::DESCRIPTION_LIMIT,
        };
        Fault { code, at: fault.at, pointer: fault.pointer, message: fault.message }
    }
}
