//! Texts made safe for comments: what GitHub and GitLab add to Markdown finds nothing in them.
//!
//! Both turn `@name` into a mention and `#12` into a reference after they have read the Markdown, so that a backslash or an
//! entity does not stop them. A space of no width behind the sign does; in code spans neither looks.

use crate::render::text::printable;

/// A text from a description as a code span (CommonMark section 6.1).
pub(super) fn code(text: &str) -> String {
    let text = printable(text).replace(['|', '\u{a0}'], " ");
    if text.trim().is_empty() {
        return "*(empty)*".to_owned();
    }
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A sentence of the report: what it quotes with backticks becomes code spans, and the rest no markup.
pub(super) fn inline(text: &str) -> String {
    let text = printable(text);
    let mut written = String::with_capacity(text.len() + 16);
    let mut rest: &str = &text;
    while let Some((before, behind)) = rest.split_once('`') {
        written.push_str(&plain(before));
        if let Some((quoted, after)) = behind.split_once('`') {
            written.push_str(&code(quoted));
            rest = after;
        } else {
            written.push_str("\\`");
            rest = behind;
        }
    }
    written.push_str(&plain(rest));
    written
}

/// Words without markup, mentions and references.
pub(super) fn plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            // A colon too: addresses become links by themselves.
            '@' | '#' | '!' | '$' | '%' | '~' | '&' | ':' => written.extend([char, '\u{200b}']),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' => written.extend(['\\', char]),
            _ => written.push(char),
        }
    }
    // A colon between words is no address.
    written.replace(":\u{200b} ", ": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_a_mention_a_reference_or_a_link() {
        let text = inline("@octocat saw #12 at https://x.example <b>`@a`");
        assert_eq!(text, "@\u{200b}octocat saw #\u{200b}12 at https:\u{200b}//x.example \\<b\\>`@a`");
    }

    #[test]
    fn a_comment_in_a_name_ends_no_marker() {
        assert_eq!(code("--> <!-- waybill"), "`--> <!-- waybill`");
        assert_eq!(inline("plain: words"), "plain: words");
    }
}
