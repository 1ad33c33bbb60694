//! Identifiers and messages of warnings about source text. Such values are compared anyway, and reports mention the warning.

use super::problem_code::{
    DESCRIPTION_DUPLICATE_KEY, DESCRIPTION_LONE_SURROGATE, DESCRIPTION_MERGE_KEY, DESCRIPTION_TAB, DESCRIPTION_TAG,
};
use crate::tree::{Arena, NodeId, SourceLines, SourceWarning};

/// Returns the stable identifier of a warning.
pub(super) const fn code_of(warning: SourceWarning) -> &'static str {
    match warning {
        SourceWarning::DuplicateKey { .. } => DESCRIPTION_DUPLICATE_KEY,
        SourceWarning::LoneSurrogate => DESCRIPTION_LONE_SURROGATE,
        SourceWarning::Unmerged => DESCRIPTION_MERGE_KEY,
        SourceWarning::Tab => DESCRIPTION_TAB,
        SourceWarning::UnknownTag => DESCRIPTION_TAG,
    }
}

/// Returns the message of a warning: the problem and its fix.
pub(super) fn describe(warning: SourceWarning, arena: &Arena<'_>, id: NodeId, lines: &SourceLines) -> String {
    let plain = match warning {
        SourceWarning::DuplicateKey { before } => {
            let (line, column) = lines.locate(arena, before as usize);
            let key = arena.key_text(id);
            return format!(
                "duplicate key `{key}`, first at line {line}, column {column}; the last one is compared: keep one"
            );
        }
        SourceWarning::LoneSurrogate => {
            "the string contains an unpaired surrogate, which is not a character: correct the escape"
        }
        SourceWarning::Unmerged => "`<<` must be a mapping or a list of mappings: correct or remove it",
        SourceWarning::Tab => {
            "lines of this value begin with tabs, which YAML does not allow: replace the tabs with spaces"
        }
        SourceWarning::UnknownTag => {
            "the tag of this value is unknown and ignored; a value without quotes is read as a string: remove the tag"
        }
    };
    plain.to_owned()
}
