//! Escapes text from descriptions for Markdown that is valid in CommonMark 0.31 and MDX 3.
//!
//! MDX parses `{`, `<`, and lines that start with `import` or `export` as code. Therefore names and values are in code
//! spans, all other special characters are escaped, and no line starts with text from a description.

pub(super) use crate::render::spans::code;
use waybill_base::text::printable;
use waybill_openapi::internal::quote;

use crate::render::spans::{is_address, with_spans};

/// Converts a sentence of the report: quotes in backticks become code spans, and the rest is escaped.
pub(super) fn prose(text: &str) -> String {
    with_spans(text, escaped)
}

/// Returns the text as a double-quoted YAML scalar (YAML 1.2.2 section 7.3.1). Every JSON string is a valid one.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    quote(&printable(text), &mut quoted);
    quoted
}

/// Returns the text with an upper-case first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Escapes all markup. URLs become code spans, because sites convert even escaped ones to links.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for word in text.split_inclusive(' ') {
        let alone = word.trim_end_matches(' ');
        if is_address(alone) {
            written.push_str(&code(alone));
            written.push_str(word.strip_prefix(alone).unwrap_or_default());
        } else {
            push_escaped(&mut written, word);
        }
    }
    written
}

fn push_escaped(written: &mut String, text: &str) {
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        // `:name` is a directive on documentation sites.
        let is_directive = char == ':' && chars.peek().is_some_and(|next| *next == ':' || next.is_alphabetic());
        if is_directive
            || matches!(char, '\\' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$' | '&')
        {
            written.push('\\');
        }
        written.push(char);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_is_fenced_with_more_backticks_than_it_holds() {
        assert_eq!(code("GET /{domain}/<id>"), "`GET /{domain}/<id>`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("``"), "``` `` ```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code(" a "), "`  a  `");
        assert_eq!(code(""), "*(empty)*");
        assert_eq!(code("a\n\n# b"), "`a  # b`");
    }

    #[test]
    fn prose_keeps_code_spans_and_escapes_the_rest() {
        assert_eq!(prose("`a|b` is now {x} <script> *_"), "`a|b` is now \\{x\\} \\<script\\> \\*\\_");
        assert_eq!(prose("a:b :::c: d 1:2"), "a\\:b \\:\\:\\:c: d 1:2");
        assert_eq!(prose("one ` alone"), "one \\` alone");
        assert_eq!(prose("`a`b` c"), "``a`b`` c");
        assert_eq!(prose("`p``old` and ``` were removed"), "```p``old``` and `` ` `` were removed");
    }

    #[test]
    fn address_outside_a_code_span_becomes_a_code_span() {
        for (sentence, expected) in [
            // A property with the name "a` www.evil.example".
            ("`a` www.evil.example` was removed", "`a` `www.evil.example`\\` was removed"),
            ("a_b WWW.evil.example, c_d", "a\\_b `WWW.evil.example,` c\\_d"),
            ("see https://evil.example/a_b", "see `https://evil.example/a_b`"),
            ("(ftp://evil.example) me@evil.example", "`(ftp://evil.example)` `me@evil.example`"),
            ("mailto:a xmpp:b", "`mailto:a` `xmpp:b`"),
            ("`a`www.evil.example", "`a` `www.evil.example`"),
            ("`a``b`", "```a``b```"),
            ("one: two.three @four a@b", "one: two.three @four a@b"),
        ] {
            assert_eq!(prose(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn front_matter_scalar_is_always_one_line() {
        assert_eq!(quoted("API 1.5.0: \"x\"\n---"), "\"API 1.5.0: \\\"x\\\" ---\"");
    }
}
