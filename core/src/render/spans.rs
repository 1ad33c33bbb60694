//! Code spans, and sentences that quote with backticks: the same in every kind of Markdown.

use super::text::printable;

/// The text as a code span (CommonMark section 6.1), its fence longer than any run of backticks inside.
pub(super) fn code(text: &str) -> String {
    let text = printable(text);
    if text.trim().is_empty() {
        return "*(empty)*".to_owned();
    }
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A span that starts or ends with a backtick needs a space there; one space at each end is not part of the span.
    let spaced = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let pad = if spaced { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A sentence: what it quotes with backticks becomes code spans, everything else is what `escape` makes of it.
pub(super) fn with_spans(text: &str, escape: fn(&str) -> String) -> String {
    let text = printable(text);
    let mut rest: &str = &text;
    let mut written = String::with_capacity(text.len() + 16);
    while let Some((before, after)) = rest.split_once('`') {
        written.push_str(&escape(before));
        if let Some((quoted, after)) = after.split_once('`') {
            written.push_str(&code(quoted));
            rest = after;
        } else {
            written.push_str("\\`");
            rest = after;
        }
    }
    written.push_str(&escape(rest));
    written
}
