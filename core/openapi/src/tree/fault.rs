//! Parse errors, before line and column are known.

/// The kind of a parse error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParseErrorKind {
    /// The text does not have the expected format.
    Syntax,
    /// The text exceeds a limit.
    Limit,
}

/// A parse error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub(crate) kind: ParseErrorKind,
    /// Byte offset in the text.
    pub(crate) at: usize,
    /// JSON Pointer of the innermost value that had begun.
    pub(crate) pointer: String,
    /// The expected and actual input and the fix, as a lower-case sentence without a full stop.
    pub(crate) message: String,
}

impl ParseError {
    pub(super) fn syntax(at: usize, message: String) -> ParseError {
        ParseError { kind: ParseErrorKind::Syntax, at, pointer: String::new(), message }
    }

    pub(super) fn limit(at: usize, message: String) -> ParseError {
        ParseError { kind: ParseErrorKind::Limit, at, pointer: String::new(), message }
    }
}
