//! Code spans, and sentences that quote with backticks: the same in every kind of Markdown.

use waybill_base::text::printable;

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
        push(&mut written, &escape(before));
        if let Some((quoted, after)) = split_quoted(after) {
            push(&mut written, &code(quoted));
            rest = after;
        } else {
            written.push_str("\\`");
            rest = after;
        }
    }
    push(&mut written, &escape(rest));
    written
}

/// What is quoted, up to its closing backtick, and what follows. Names may hold backticks: the one that closes is followed by
/// what follows a word in a sentence, where there is such a one.
pub(crate) fn split_quoted(text: &str) -> Option<(&str, &str)> {
    let is_end =
        |after: &str| after.chars().next().is_none_or(|next| next.is_whitespace() || ",.;:)'’?!]…".contains(next));
    let at = |position: usize| Some((text.get(..position)?, text.get(position + 1..)?));
    let mut closings = text.match_indices('`').filter_map(|(position, _)| at(position));
    closings.clone().find(|(_, after)| is_end(after)).or_else(|| closings.next())
}

/// A code span right behind another one would become a part of that.
fn push(written: &mut String, text: &str) {
    if written.ends_with('`') && text.starts_with('`') {
        written.push(' ');
    }
    written.push_str(text);
}

/// Whether a word may become a link by itself (GitHub Flavored Markdown, section 6.9): `www.`, a scheme, or an address of
/// electronic mail in it. Names that hold a backtick leave such words outside of what a sentence quotes.
pub(crate) fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_mail = lower.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    is_mail || ["www.", "://", "mailto:", "xmpp:"].iter().any(|start| lower.contains(start))
}
