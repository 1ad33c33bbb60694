//! Warnings about a value's text: it is read all the same, and whoever reads the values may report them.

/// A warning about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceWarning {
    /// A duplicate key; the one `before` it is at this byte of the arena's texts.
    DuplicateKey { before: u32 },
    /// Its text holds an escape for half of a UTF-16 surrogate pair (RFC 8259 section 8.2).
    LoneSurrogate,
    /// It stands under the merge key and is neither a mapping nor a list of mappings.
    Unmerged,
    /// Its tag is not one of YAML's core schema (YAML 1.2.2 section 10.3.1).
    UnknownTag,
}

impl SourceWarning {
    /// The warning where the text begins at the byte `base`.
    pub(crate) fn offset_by(self, base: u32) -> SourceWarning {
        match self {
            SourceWarning::DuplicateKey { before } => SourceWarning::DuplicateKey { before: before + base },
            other => other,
        }
    }
}
