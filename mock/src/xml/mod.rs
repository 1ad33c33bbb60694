//! XML as it comes from strangers: bytes become text, text becomes a tree, and nothing is read from elsewhere.
//! Document type declarations are refused, and so is what would cost more than its size: see [`limits`].

mod decode;
mod limits;

pub(crate) use decode::decode;

use roxmltree::{Document, Error, Node, ParsingOptions};

/// Why a text is no XML that is read here, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub(crate) struct XmlError {
    /// What is wrong, as a sentence without its full stop.
    pub(crate) message: String,
    /// Counted from 1.
    pub(crate) line: u32,
    /// In characters, counted from 1.
    pub(crate) column: u32,
}

impl XmlError {
    /// An error at a byte of a text.
    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let (line, column) = position(text, offset);
        Self { message: message.into(), line, column }
    }
}

/// The tree of an XML 1.0 document with its namespaces.
///
/// # Errors
/// What is not well-formed, a document type declaration, and a document that breaks one of the [`limits`].
pub(crate) fn parse(text: &str) -> Result<Document<'_>, XmlError> {
    limits::check(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: limits::NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| explain(text, &error))
}

/// What is not well-formed, and where; the reader knows no place of what is not there.
fn explain(text: &str, error: &Error) -> XmlError {
    let message = match error {
        Error::NoRootNode if text.trim().is_empty() => "it is empty".to_owned(),
        Error::NoRootNode => "it has no whole element".to_owned(),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            return XmlError::at(text, text.len(), "it breaks off, and elements are still open");
        }
        Error::UnknownToken(_) => "`<` is expected here".to_owned(),
        other => {
            let message = other.to_string();
            // The position is said by `XmlError` itself.
            message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message).to_owned()
        }
    };
    let pos = error.pos();
    XmlError { message, line: pos.row, column: pos.col }
}

/// Returns the namespace of an element's name. The parser gives the empty one for `xmlns=""`, which means none (Namespaces
/// in XML 1.0, section 6.2).
pub(crate) fn namespace<'a>(element: Node<'a, '_>) -> Option<&'a str> {
    #[expect(clippy::disallowed_methods, reason = "this is the function that other code uses in its place")]
    element.tag_name().namespace().filter(|namespace| !namespace.is_empty())
}

/// Returns the namespace of names without a prefix. None if none is declared or `xmlns=""` undeclares it.
pub(crate) fn default_namespace<'a>(element: Node<'a, '_>) -> Option<&'a str> {
    element.lookup_namespace_uri(None).filter(|namespace| !namespace.is_empty())
}

/// The text that an element holds itself: comments and processing instructions divide it into several nodes, of which
/// `Node::text` gives the first alone.
pub(crate) fn own_text(element: Node<'_, '_>) -> String {
    element.children().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Line and column of a byte of a text, both counted from 1, the column in characters.
pub(crate) fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// The text without its XML declaration, which may name the encoding that the file once had.
pub(crate) fn without_declaration(text: &str) -> &str {
    let declaration = text.strip_prefix("<?xml").filter(|rest| rest.starts_with(char::is_whitespace));
    declaration.and_then(|rest| rest.split_once("?>")).map_or(text, |(_, rest)| rest.trim_start())
}

/// Text as the content of an element or of an attribute in double quotes; what XML has no place for becomes U+FFFD.
pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader would turn them into line feeds or spaces (XML 1.0, 2.11 and 3.3.3).
            '\r' => out.push_str("&#13;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            // XML 1.0 has no place for them, not even as references (2.2).
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
}

/// The escaped text, as a new one; see [`escape`].
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    escape(text, &mut out);
    out
}

#[cfg(test)]
mod tests;
