//! What is odd about a value's text: it is read and compared all the same, and the reader of the report is told.

use super::arena::{Arena, NodeId};
use super::documents::FileLines;

/// An oddity of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceWarning {
    /// Its key was there before in the same object, at this byte of the texts of all files.
    DuplicateKey { before: u32 },
    /// Its text holds an escape for half of a UTF-16 surrogate pair (RFC 8259 section 8.2).
    LoneSurrogate,
    /// It stands under the merge key and is neither a mapping nor a list of mappings.
    Unmerged,
    /// Its tag is not one of YAML's core schema (YAML 1.2.2 section 10.3.1).
    UnknownTag,
}

impl SourceWarning {
    /// The stable identifier of the problem.
    pub(super) const fn code(self) -> &'static str {
        match self {
            SourceWarning::DuplicateKey { .. } => "description.duplicate-key",
            SourceWarning::LoneSurrogate => "description.lone-surrogate",
            SourceWarning::Unmerged => "description.merge-key",
            SourceWarning::UnknownTag => "description.tag",
        }
    }

    /// The oddity of a file whose text begins at the byte `base`.
    pub(super) fn behind(self, base: u32) -> SourceWarning {
        match self {
            SourceWarning::DuplicateKey { before } => SourceWarning::DuplicateKey { before: before + base },
            other => other,
        }
    }

    /// What is wrong and what to do.
    pub(super) fn message(self, arena: &Arena<'_>, id: NodeId, lines: &FileLines) -> String {
        let plain = match self {
            SourceWarning::DuplicateKey { before } => {
                let (line, column) = lines.locate(arena, before as usize);
                let key = arena.key_text(id);
                return format!(
                    "`{key}` is there before, in line {line}, column {column}; the last one is compared: keep one"
                );
            }
            SourceWarning::LoneSurrogate => {
                "the text holds half of a surrogate pair, which is no character: correct the escape"
            }
            SourceWarning::Unmerged => {
                "`<<` merges a mapping or a list of mappings, and this is neither: correct or remove it"
            }
            SourceWarning::UnknownTag => {
                "the tag of this value is not known and nothing is done about it; a value without quotes is taken for a \
                 text: remove the tag"
            }
        };
        plain.to_owned()
    }
}
