//! Warnings about the source text of values. The values are read anyway, and the caller can report the warnings.

/// A warning about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceWarning {
    /// A duplicate key. `before` is the offset of the previous one.
    DuplicateKey { before: u32 },
    /// The string contains an escape for half of a UTF-16 surrogate pair (RFC 8259 section 8.2).
    LoneSurrogate,
    /// The value of a merge key is neither a mapping nor a list of mappings.
    Unmerged,
    /// Lines of the value begin with tabs (YAML 1.2.2 section 6.1).
    Tab,
    /// The tag is not in YAML's core schema (YAML 1.2.2 section 10.3.1).
    UnknownTag,
}

impl SourceWarning {
    /// Returns the warning for a text that begins at the offset `base`.
    pub(crate) fn offset_by(self, base: u32) -> SourceWarning {
        match self {
            SourceWarning::DuplicateKey { before } => SourceWarning::DuplicateKey { before: before + base },
            other => other,
        }
    }
}
