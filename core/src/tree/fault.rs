//! Why a text cannot be read, before its place is known as line and column.

/// What kind of reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The text is not of its format.
    Syntax,
    /// It is more than the limits allow.
    Limit,
}

/// Why a text cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// Byte offset in the text.
    pub(crate) at: usize,
    /// The JSON pointer of the innermost value that had begun.
    pub(crate) pointer: String,
    /// What was expected, what was found and what to do, as a lower-case sentence without a full stop.
    pub(crate) message: String,
}

impl Fault {
    pub(super) fn syntax(at: usize, message: String) -> Fault {
        Fault { kind: FaultKind::Syntax, at, pointer: String::new(), message }
    }

    pub(super) fn limit(at: usize, message: String) -> Fault {
        Fault { kind: FaultKind::Limit, at, pointer: String::new(), message }
    }
}
