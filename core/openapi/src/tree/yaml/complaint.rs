//! Messages for the errors of the YAML parser: the usual cause of each, and the fix.

use saphyr_parser::ScanError;

use crate::tree::fault::ParseError;

const INDENTING_TAB: &str = "found a tab in the indentation; YAML allows only spaces";

/// Parts of the parser's messages, and our messages for them. The first match is used.
const KNOWN: [(&str, &str); 18] = [
    ("mapping values are not allowed", "found a colon inside a string without quotes: put the string in quotes"),
    ("unknown anchor", "found an alias of an anchor that is not defined before it: define the anchor first"),
    ("the handle wasn't declared", "found a tag whose handle no `%TAG` directive declares: remove the tag"),
    (
        "unexpected end of stream",
        "found the end of the file inside the quoted string that begins here: close it, or check that the file is complete",
    ),
    ("unexpected character", "found a character that cannot start a string without quotes: put the string in quotes"),
    ("did not find expected node content", "expected a value, found something else: add the missing value"),
    (
        "did not find expected key",
        "expected a key of the enclosing mapping, found something else: check the indentation",
    ),
    ("did not find expected '-'", "expected `-` and the next element, found something else: check the indentation"),
    ("expected ',' or ']'", "expected a comma or a closing bracket, found something else"),
    ("expected ',' or '}'", "expected a comma or a closing brace, found something else"),
    ("simple key expect", "expected a colon after the key, found none on its line"),
    (
        "unknown escape character",
        "found an escape that YAML does not define: write the backslash twice, or use single quotes",
    ),
    (
        "trailing content after double-quoted",
        "found text after a closing quote: escape the quote with a backslash, or add the missing comma",
    ),
    ("unprintable character", "found a character that YAML does not allow: write it as an escape in double quotes"),
    ("found a tab", INDENTING_TAB),
    ("cannot start with a tab", INDENTING_TAB),
    ("invalid indentation", "found a line with too little indentation: indent it"),
    (
        "invalid Unicode character escape code",
        "found an escape that is not a character: YAML has no surrogate pairs, write the character itself",
    ),
];

/// Converts a parser error at the byte `at`.
pub(super) fn fault(text: &str, at: usize, error: &ScanError) -> ParseError {
    if let Some(tab) = indenting_tab(text, at) {
        return ParseError::syntax(tab, INDENTING_TAB.to_owned());
    }
    if error.info().contains("recursion limit") {
        let message = "expected fewer nested brackets and braces, found one more level".to_owned();
        return ParseError::limit(at, message);
    }
    let known = KNOWN.iter().find(|(words, _)| error.info().contains(words));
    let message = known.map_or_else(|| format!("not valid YAML: {}", error.info()), |(_, ours)| (*ours).to_owned());
    let is_over = text.get(at..).is_none_or(|rest| rest.trim_ascii().is_empty());
    let message = if is_over {
        message.replace("something else", "the end of the file, which seems incomplete")
    } else {
        message
    };
    ParseError::syntax(at, message)
}

/// Finds a tab in the indentation of this or the previous line. It is the most common cause of errors, and invisible.
fn indenting_tab(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let previous = before.get(..line.saturating_sub(1))?.rfind('\n').map_or(0, |end| end + 1);
    [line, previous].into_iter().find_map(|start| {
        let rest = text.get(start..)?;
        let indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        Some(start + rest.get(..indent)?.find('\t')?)
    })
}
