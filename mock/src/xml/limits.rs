//! Limits for documents, checked on their markup before a tree is built. The tree's builder stores a list of namespaces
//! for each element that declares one, and compares attributes pairwise. Without limits, a small document could require
//! memory and time that grow with the square of its size.

use super::XmlError;

/// Maximum nesting depth of elements.
const DEPTH: usize = 256;
/// Maximum number of attributes and namespace declarations of one element.
const ATTRIBUTES: usize = 256;
/// Maximum length of a name in bytes. Names are repeated in paths and messages.
const NAME: usize = 1_024;
/// Maximum number of elements, texts, comments and instructions in one document.
pub(super) const NODES: u32 = 4_000_000;
/// Maximum number of entries in namespace lists, in addition to four for each byte of the document.
const NAMESPACE_ENTRIES: usize = 65_536;

/// The open elements at a position of the document.
#[derive(Default)]
struct Counts {
    /// Number of declarations in scope of each open element.
    open: Vec<usize>,
    namespace_entries: usize,
}

/// Checks the limits and character references. Other syntax errors are reported by the parser.
pub(super) fn check(text: &str) -> Result<(), XmlError> {
    let bytes = text.as_bytes();
    let mut counts = Counts::default();
    let (mut at, mut checked) = (0, 0);
    while let Some(found) = find(bytes, at, b"<") {
        let rest = bytes.get(found..).unwrap_or_default();
        at = if rest.starts_with(b"<!--") {
            after(bytes, found + 4, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            after(bytes, found + 9, b"]]>")
        } else if rest.starts_with(b"<!") {
            return Err(XmlError::at(
                text,
                found,
                "a document type declaration is not allowed: remove the `<!DOCTYPE`",
            ));
        } else if rest.starts_with(b"<?") {
            after(bytes, found + 2, b"?>")
        } else if rest.starts_with(b"</") {
            counts.open.pop();
            after(bytes, found + 2, b">")
        } else {
            start_tag(text, found, &mut counts)?
        };
        // Comments, instructions and CDATA sections contain no references.
        if rest.starts_with(b"<!") || rest.starts_with(b"<?") {
            check_references(text, checked, found)?;
            checked = at;
        }
    }
    check_references(text, checked, bytes.len())
}

/// Rejects references to invalid characters (XML 1.0, 2.2 and 4.1), which the tree's builder would replace with U+FFFD.
fn check_references(text: &str, mut from: usize, to: usize) -> Result<(), XmlError> {
    let bytes = text.as_bytes().get(..to).unwrap_or_default();
    while let Some(found) = find(bytes, from, b"&#") {
        from = found + 2;
        let rest = bytes.get(from..).unwrap_or_default();
        let (radix, digits) = rest.strip_prefix(b"x").map_or((10, rest), |digits| (16, digits));
        let count = digits.iter().take_while(|byte| char::from(**byte).is_digit(radix)).count();
        let (digits, after) = digits.split_at_checked(count).unwrap_or_default();
        // Malformed references are reported by the parser.
        if digits.is_empty() || !after.starts_with(b";") {
            continue;
        }
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        let number = u32::from_str_radix(digits, radix).ok().filter(|number| is_character(*number));
        if number.is_none() {
            let reference = text.get(found..).and_then(|rest| rest.split(';').next()).unwrap_or_default();
            let reference: String = reference.chars().take(40).collect();
            return Err(XmlError::at(text, found, format!("`{reference};` is not a character of XML 1.0")));
        }
    }
    Ok(())
}

/// True if this number is a character of XML 1.0 (2.2, Char).
fn is_character(number: u32) -> bool {
    matches!(number, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}

/// Counts a start tag and returns its end.
fn start_tag(text: &str, start: usize, counts: &mut Counts) -> Result<usize, XmlError> {
    let bytes = text.as_bytes();
    let (mut attributes, mut declarations) = (0, 0);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let tag = bytes.get(start..).unwrap_or_default();
    let mut longest = tag.get(..NAME + 2).map_or(0, |head| head.iter().position(is_end).unwrap_or(head.len()));
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'>' => break,
            b'=' => {
                attributes += 1;
                // Checked here and not after the tag, because the backward search for a name takes time proportional to
                // the tag.
                if attributes > ATTRIBUTES {
                    return Err(XmlError::at(text, start, format!("an element has more than {ATTRIBUTES} attributes")));
                }
                let name = bytes.get(..at).unwrap_or_default().trim_ascii_end();
                let name_start = name
                    .iter()
                    .rposition(|byte| byte.is_ascii_whitespace() || *byte == b'<')
                    .map_or(0, |space| space + 1);
                let name = name.get(name_start..).unwrap_or_default();
                longest = longest.max(name.len());
                declarations += usize::from(name == b"xmlns" || name.starts_with(b"xmlns:"));
                at += 1;
                if name.starts_with(b"xmlns:") && is_empty_value(bytes.get(at..).unwrap_or_default()) {
                    let message = "a prefix is declared without a namespace; only the default namespace can be";
                    return Err(XmlError::at(text, start, message));
                }
            }
            quote @ (b'"' | b'\'') => at = after(bytes, at + 1, &[*quote]),
            _ => at += 1,
        }
    }
    if longest > NAME {
        return Err(XmlError::at(text, start, format!("a name has more than {NAME} bytes")));
    }
    let in_scope = counts.open.last().copied().unwrap_or_default() + declarations;
    if declarations > 0 {
        counts.namespace_entries += in_scope;
    }
    if counts.namespace_entries > NAMESPACE_ENTRIES + 4 * bytes.len() {
        return Err(XmlError::at(text, start, "too many namespace declarations are in scope of one another"));
    }
    let is_empty = bytes.get(at.saturating_sub(1)) == Some(&b'/');
    if !is_empty {
        if counts.open.len() >= DEPTH {
            return Err(XmlError::at(text, start, format!("elements are nested deeper than {DEPTH}")));
        }
        counts.open.push(in_scope);
    }
    Ok(at + 1)
}

/// True if an attribute's value is empty. A prefix cannot be undeclared (Namespaces in XML 1.0, section 5).
fn is_empty_value(after_equals: &[u8]) -> bool {
    matches!(after_equals.trim_ascii_start(), [b'"', b'"', ..] | [b'\'', b'\'', ..])
}

/// Returns the position of `mark` at or after `from`.
fn find(bytes: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes.get(from..)?, mark).map(|found| from + found)
}

/// Returns the position after the next `mark`, or the end.
fn after(bytes: &[u8], from: usize, mark: &[u8]) -> usize {
    find(bytes, from, mark).map_or(bytes.len(), |found| found + mark.len())
}
