//! Code spans, and sentences that quote with backticks. All Markdown outputs use them.

use waybill_base::text::printable;

/// Returns the text as a code span (CommonMark section 6.1). Its fence is longer than any run of backticks inside.
pub(super) fn code(text: &str) -> String {
    let text = printable(text);
    if text.trim().is_empty() {
        return "*(empty)*".to_owned();
    }
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // Needed if the text starts or ends with a backtick. Markdown strips one space at each end.
    let spaced = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let pad = if spaced { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Converts a sentence: quotes in backticks become code spans, and `escape` converts the rest.
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

/// Splits text after an opening backtick into the quoted part and the rest. Names may contain backticks. The closing
/// backtick is therefore the first one that is followed by a space or punctuation, if there is one.
pub(crate) fn split_quoted(text: &str) -> Option<(&str, &str)> {
    let is_end =
        |after: &str| after.chars().next().is_none_or(|next| next.is_whitespace() || ",.;:)'’?!]…".contains(next));
    let at = |position: usize| Some((text.get(..position)?, text.get(position + 1..)?));
    let mut closings = text.match_indices('`').filter_map(|(position, _)| at(position));
    closings.clone().find(|(_, after)| is_end(after)).or_else(|| closings.next())
}

/// Separates adjacent code spans, which would otherwise merge.
fn push(written: &mut String, text: &str) {
    if written.ends_with('`') && text.starts_with('`') {
        written.push(' ');
    }
    written.push_str(text);
}

/// Returns true if a word may become a link automatically (GitHub Flavored Markdown, section 6.9). Such a word contains
/// `www.`, a scheme, or an email address. Names with a backtick can put such words outside of code spans.
pub(crate) fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_mail = lower.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    is_mail || ["www.", "://", "mailto:", "xmpp:"].iter().any(|start| lower.contains(start))
}
