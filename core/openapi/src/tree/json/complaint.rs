//! Error messages for invalid JSON: common causes, and the container that was open at the end of the text.

use crate::tree::fault::ParseError;
use crate::tree::position::line_and_column;

/// The innermost open container, and its start.
pub(super) type Opened = Option<(&'static str, usize)>;

/// Describes an unexpected character at the byte `at`.
pub(super) fn describe_unexpected_token(text: &str, at: usize, expected: &str, opened: Opened) -> ParseError {
    let rest = text.get(at..).unwrap_or_default();
    let Some(found) = rest.chars().next() else { return describe_unexpected_end(text, expected, opened) };
    let before = text.get(..at).unwrap_or_default().trim_end();
    if matches!(found, '}' | ']') && before.ends_with(',') {
        let message = format!("found a comma before {found:?}, which JSON does not allow: remove it");
        return ParseError::syntax(before.len() - 1, message);
    }
    let message = match found {
        '/' | '#' => format!("expected {expected}, found a comment, which JSON does not allow: remove it"),
        '\'' => {
            format!("expected {expected}, found a single quote: JSON requires double quotes around names and strings")
        }
        _ if found.is_alphabetic() || found == '_' || found == '$' => {
            let word: String =
                rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == '$').take(30).collect();
            let hint = "JSON requires double quotes around names and strings, and allows only the literals `true`, `false` and `null`";
            format!("expected {expected}, found `{word}`: {hint}")
        }
        _ => format!("expected {expected}, found {found:?}"),
    };
    ParseError::syntax(at, message)
}

fn describe_unexpected_end(text: &str, expected: &str, opened: Opened) -> ParseError {
    let open = opened.map(|(what, start)| {
        let (line, column) = line_and_column(text, start);
        format!("; {what} that begins in line {line}, column {column} is still open")
    });
    let open = open.unwrap_or_default();
    ParseError::syntax(text.len(), format!("expected {expected}, found the end of the file: it seems incomplete{open}"))
}

/// Describes an error at the byte `at` in the string that begins at `start`.
pub(super) fn describe_string_error(text: &str, start: usize, at: usize) -> ParseError {
    let rest = text.get(at..).unwrap_or_default();
    let (line, column) = line_and_column(text, start);
    let began = format!("the string that begins in line {line}, column {column}");
    let message = match rest.chars().next() {
        None | Some('\\') if rest.len() < 2 => {
            return ParseError::syntax(
                text.len(),
                format!("found the end of the file inside {began}: it seems incomplete, or a quote is missing"),
            );
        }
        Some('\\') if rest.get(1..2) == Some("u") => {
            "expected four hexadecimal digits after `\\u`: correct the escape, or write the backslash twice".to_owned()
        }
        Some('\\') => {
            let escape: String = rest.chars().take(2).collect();
            format!("found `{escape}`, an escape that JSON does not define: write the backslash twice")
        }
        Some('\n' | '\r') => {
            format!("found a line break inside {began}: close it with a double quote, or write the break as `\\n`")
        }
        other => {
            let code = u32::from(other.unwrap_or_default());
            format!("found the control character U+{code:04X} inside a string: write it as `\\u{code:04x}`")
        }
    };
    ParseError::syntax(at, message)
}
