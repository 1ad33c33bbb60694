//! Texts made safe for comments: what GitHub and GitLab add to Markdown finds nothing in them.
//!
//! Both turn `@name` into a mention and `#12` into a reference after they have read the Markdown, so that a backslash or an
//! entity does not stop them. A space of no width behind the sign does; in code spans neither looks.

pub(super) use crate::render::spans::code;
use crate::render::spans::with_spans;

/// A sentence of the report: what it quotes with backticks becomes code spans, and the rest no markup.
pub(super) fn inline(text: &str) -> String {
    with_spans(text, plain)
}

/// Words without markup, mentions and references.
pub(super) fn plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            // A colon too: addresses become links by themselves.
            '@' | '#' | '!' | '$' | '%' | '~' | '&' | ':' => written.extend([char, '\u{200b}']),
            // `www.` makes an address too.
            '.' if ends_with_www(&written) => written.push_str("\u{200b}."),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' => written.extend(['\\', char]),
            _ => written.push(char),
        }
    }
    // A colon between words is no address.
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
