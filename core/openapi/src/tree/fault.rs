//! Why a text cannot be read, before its place is known as line and column.

/// What kind of reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParseErrorKind {
    /// The text is not of its format.
    Syntax,
    /// It is more than the limits allow.
    Limit,
}

/// Why a text cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub(crate) kind: ParseErrorKind,
    /// Byte offset in the text.
    pub(crate) at: usize,
    /// The JSON pointer of the innermost value that had begun.
    pub(crate) pointer: String,
    /// What was expected, what was found and what to do, as a lower-case sentence without a full stop.
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
