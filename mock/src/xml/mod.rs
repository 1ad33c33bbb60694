//! Untrusted XML: decodes bytes and parses them into a tree, without reading anything else. Rejects document type
//! declarations and documents that would cost more than their size: see [`limits`].

mod decode;
mod limits;

pub(crate) use decode::decode;

use roxmltree::{Document, Error, Node, ParsingOptions};

/// The reason and location of an error in XML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub(crate) struct XmlError {
    /// Reason, as a sentence without its full stop.
    pub(crate) message: String,
    /// Line, counted from 1.
    pub(crate) line: u32,
    /// Column in characters, counted from 1.
    pub(crate) column: u32,
}

impl XmlError {
    /// Creates an error at a byte of the document.
    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let (line, column) = position(text, offset);
        Self { message: message.into(), line, column }
    }
}

/// Parses an XML 1.0 document with namespaces.
///
/// # Errors
/// Returns an error if the document is not well-formed, has a document type declaration, or exceeds one of the
/// [`limits`].
pub(crate) fn parse(text: &str) -> Result<Document<'_>, XmlError> {
    limits::check(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: limits::NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| explain(text, &error))
}

/// Converts a parser error. The parser has no position for elements that are missing at the end.
fn explain(text: &str, error: &Error) -> XmlError {
    let message = match error {
        Error::NoRootNode if text.trim().is_empty() => "it is empty".to_owned(),
        Error::NoRootNode => "it has no complete element".to_owned(),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            return XmlError::at(text, text.len(), "it is incomplete: elements are still open");
        }
        Error::UnknownToken(_) => "`<` is expected here".to_owned(),
        other => {
            let message = other.to_string();
            // `XmlError` adds the position itself.
            message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message).to_owned()
        }
    };
    let pos = error.pos();
    XmlError { message, line: pos.row, column: pos.col }
}

/// Returns the namespace of an element's name. The parser returns an empty one for `xmlns=""`, which means no namespace
/// (Namespaces in XML 1.0, section 6.2).
pub(crate) fn namespace<'a>(element: Node<'a, '_>) -> Option<&'a str> {
    #[expect(clippy::disallowed_methods, reason = "this is the function that other code uses in its place")]
    element.tag_name().namespace().filter(|namespace| !namespace.is_empty())
}

/// Returns the namespace of names without a prefix. `None` if it is undeclared or if `xmlns=""` removes it.
pub(crate) fn default_namespace<'a>(element: Node<'a, '_>) -> Option<&'a str> {
    element.lookup_namespace_uri(None).filter(|namespace| !namespace.is_empty())
}

/// Returns the text directly inside an element. Comments and processing instructions split it into several nodes, and
/// `Node::text` returns only the first.
pub(crate) fn own_text(element: Node<'_, '_>) -> String {
    element.children().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Returns the line and column of a byte, both counted from 1, the column in characters.
pub(crate) fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// Removes the XML declaration, which may name the original encoding of the file.
pub(crate) fn without_declaration(text: &str) -> &str {
    let declaration = text.strip_prefix("<?xml").filter(|rest| rest.starts_with(char::is_whitespace));
    declaration.and_then(|rest| rest.split_once("?>")).map_or(text, |(_, rest)| rest.trim_start())
}

/// Escapes text for the content of an element or an attribute in double quotes. Characters that are invalid in XML
/// become U+FFFD.
pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Parsers would normalize them to line feeds or spaces (XML 1.0, 2.11 and 3.3.3).
            '\r' => out.push_str("&#13;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            // XML 1.0 forbids them, even as references (2.2).
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
}

/// Returns the escaped text as a new string; see [`escape`].
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    escape(text, &mut out);
    out
}

#[cfg(test)]
mod tests;
