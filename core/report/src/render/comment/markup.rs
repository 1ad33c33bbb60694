//! Escapes text for comments, including the Markdown extensions of GitHub and GitLab.
//!
//! Both convert `@name` to a mention and `#12` to a reference after Markdown parsing, so backslashes and entities do
//! not prevent it. A zero-width space after the sign does. Code spans are not converted.

pub(super) use crate::render::spans::code;
use crate::render::spans::with_spans;

/// Converts a sentence of the report: quotes in backticks become code spans, and the rest is escaped.
pub(super) fn inline(text: &str) -> String {
    with_spans(text, plain)
}

/// Escapes text, so that it has no markup, mentions or references.
pub(super) fn plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            // Colons are included, because URLs become links automatically.
            '@' | '#' | '!' | '$' | '%' | '~' | '&' | ':' => written.extend([char, '\u{200b}']),
            // `www.` starts a link too.
            '.' if ends_with_www(&written) => written.push_str("\u{200b}."),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' => written.extend(['\\', char]),
            _ => written.push(char),
        }
    }
    // A colon before a space does not start a link.
    written.replace(":\u{200b} ", ": ")
}

fn ends_with_www(text: &str) -> bool {
    text.len().checked_sub(3).and_then(|start| text.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_a_mention_a_reference_or_a_link() {
        let text = inline("@octocat saw #12 at https://x.example <b>`@a`");
        assert_eq!(text, "@\u{200b}octocat saw #\u{200b}12 at https:\u{200b}//x.example \\<b\\>`@a`");
        assert_eq!(inline("`a` www.x.example` WwW.y"), "`a` www\u{200b}.x.example\\` WwW\u{200b}.y");
    }

    #[test]
    fn a_comment_in_a_name_ends_no_marker() {
        assert_eq!(code("--> <!-- waybill"), "`--> <!-- waybill`");
        assert_eq!(inline("plain: words"), "plain: words");
    }
}
