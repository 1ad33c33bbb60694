//! Errors in a description: files that cannot be read, and parts that can only be read partially.

use waybill_base::error::{ErrorCode, code};

use crate::tree;
use crate::tree::{ParseErrorKind, line_and_column};

/// A location in a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, or `None` for the root document.
    pub file: Option<String>,
    /// JSON Pointer (RFC 6901) from the file's root, for YAML too.
    pub pointer: String,
    /// Line, starting at 1.
    pub line: u32,
    /// Column in characters, starting at 1. For a member of an object, the column of its key.
    pub column: u32,
}

/// The reason why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {message}", place.line, place.column)]
pub struct ReadError {
    /// Stable identifier: `description.syntax`, `description.encoding`, `description.limit`, `description.root`,
    /// `description.version` or `description.not-in-build`.
    pub code: ErrorCode,
    /// The file's name as given by the caller.
    pub file: String,
    /// The location where reading stopped. The pointer is that of the innermost value begun there.
    pub place: Place,
    /// The expected and actual input and the fix, as a lower-case sentence without a full stop.
    pub message: String,
}

/// A part of a description that could only be read partially.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadProblem {
    /// Stable identifier, such as `reference.unresolved`.
    pub code: &'static str,
    /// The problem and its fix, as a lower-case sentence without a full stop.
    pub message: String,
    /// The location of the problem.
    pub place: Place,
}

/// A parse error with a byte offset, before line and column are known.
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

    /// Converts it to an error with line and column, for the file `name` with this source.
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
