//! Marks: a wording is one plain paragraph with code spans, of a bounded length.

use super::terms::FactTerms;
use crate::rewrite::wording::RefusalReason;

/// How long a text may be, in characters: twice what the standard texts need at most.
pub(in crate::rewrite) const MAX_CHARS: usize = 400;

/// Holds that the text is there, is short, and holds nothing that Markdown, HTML, MDX or a reader's eye acts on.
pub(super) fn check_marks(text: &str, terms: &FactTerms) -> Result<(), RefusalReason> {
    if text.is_empty() {
        return Err(RefusalReason::Empty);
    }
    if text.chars().count() > MAX_CHARS {
        return Err(RefusalReason::TooLong);
    }
    if let Some(hidden) = text.chars().find(|char| !is_visible(*char)) {
        return Err(RefusalReason::Markup(format!("U+{:04X}", u32::from(hidden))));
    }
    if text.contains("``") || text.matches('`').count() % 2 == 1 {
        return Err(RefusalReason::Markup("`".to_owned()));
    }
    for chunk in text.split('`').step_by(2).flat_map(str::split_whitespace) {
        check_chunk(chunk, terms)?;
    }
    Ok(())
}

fn check_chunk(chunk: &str, terms: &FactTerms) -> Result<(), RefusalReason> {
    let lower = chunk.to_lowercase();
    if lower.contains("://") || lower.contains("www.") || lower.contains("mailto:") {
        return Err(RefusalReason::Link(chunk.to_owned()));
    }
    let bare = chunk.trim_matches(|char| !matches!(char, '{' | '}' | '/') && is_punctuation(char));
    let unusual = chunk.chars().find(|char| !char.is_alphanumeric() && !is_punctuation(*char));
    match unusual {
        // A path without a code span around it.
        Some(_) if terms.has_name(bare) => Ok(()),
        Some(mark) => Err(RefusalReason::Markup(mark.to_string())),
        None => Ok(()),
    }
}

/// The marks of prose.
const fn is_punctuation(char: char) -> bool {
    matches!(
        char,
        '.' | ','
            | ';'
            | ':'
            | '?'
            | '!'
            | '\''
            | '’'
            | '‘'
            | '"'
            | '“'
            | '”'
            | '('
            | ')'
            | '-'
            | '–'
            | '—'
            | '…'
            | '/'
    )
}

/// Whether a reader sees the character, and in its place: no control character, nothing of no width, no override of the
/// direction of writing (Unicode Standard Annex 9, section 2).
fn is_visible(char: char) -> bool {
    !char.is_control()
        && !matches!(
            char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}
