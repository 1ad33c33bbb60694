//! Descriptions of files that define no service, for error messages.

use crate::quoted::shorten;
use crate::xml;

/// Maximum number of characters of a quoted name.
const MAX_NAME_LENGTH: usize = 80;

/// Signatures of binary files, with descriptions.
const SIGNATURES: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"\x1f\x8b", "compressed by gzip"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    // Archives of the upload itself are unpacked before.
    (b"PK\x03\x04", "a zip archive within another archive, which is not unpacked"),
];

/// Extensions of files that are definitions or that definitions refer to.
const DEFINITIONS: [&str; 7] = ["wsdl", "xsd", "xml", "json", "yaml", "yml", "zip"];

/// Describes a binary file. Returns `None` if the file may be text.
pub(super) fn describe_binary(content: &[u8]) -> Option<&'static str> {
    let known = SIGNATURES.iter().find(|(signature, _)| content.starts_with(signature)).map(|(_, name)| *name);
    known.or_else(|| (content.contains(&0) && xml::decode(content, None).is_err()).then_some("binary"))
}

/// True if the file's extension is one of a definition.
pub(super) fn is_named_definition(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| DEFINITIONS.contains(&extension.as_str()))
}

/// Describes text that is neither a WSDL file nor an OpenAPI description, as the end of a sentence about the file.
pub(super) fn describe_text(text: &str) -> String {
    let start = text.trim_start();
    if start.is_empty() {
        return "is empty".to_owned();
    }
    if start.starts_with(['{', '[']) {
        return match serde_json::from_str::<serde::de::IgnoredAny>(start) {
            Ok(_) => "is JSON without `openapi` or `swagger`".to_owned(),
            Err(error) if error.is_eof() => format!("is incomplete JSON that ends in line {}", error.line()),
            Err(error) => format!("is not JSON: {error}"),
        };
    }
    match root_name(text).map(|name| (name, name.rsplit(':').next())) {
        Some((_, Some("schema"))) => "is an XML Schema without a WSDL file that refers to it".to_owned(),
        Some((_, Some("Envelope"))) => "is a SOAP message".to_owned(),
        Some((name, _)) => format!("has the root element `{}`", shorten(name, MAX_NAME_LENGTH)),
        None => "is text without a top-level `openapi` or `swagger`".to_owned(),
    }
}

/// Describes a file that should be a WSDL file but is not.
pub(super) fn describe_root(text: &str) -> String {
    match root_name(text) {
        Some(name) => format!("its root element is `{}`, not `definitions`", shorten(name, MAX_NAME_LENGTH)),
        None if text.trim().is_empty() => "it is empty".to_owned(),
        None => "it does not start with a root element".to_owned(),
    }
}

/// Returns the qualified name of the root element. Skips a byte order mark, comments, instructions and a document type
/// before it. Returns `None` if other text is before it.
pub(super) fn root_name(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        if !rest.trim_start().starts_with('<') {
            return None;
        }
        rest = rest.get(rest.find('<')? + 1..)?;
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->")?.1;
        } else if let Some(instruction) = rest.strip_prefix('?') {
            rest = instruction.split_once("?>")?.1;
        } else if rest.starts_with('!') {
            rest = after_document_type(rest)?;
        } else {
            return rest.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next();
        }
    }
}

/// Returns the rest after a document type (XML 1.0, 2.8). Its declarations may contain `>` in brackets, quotation marks
/// and comments.
fn after_document_type(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut in_brackets = false;
    loop {
        rest = rest.get(rest.find(['[', ']', '>', '"', '\'', '<'])?..)?;
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->")?.1;
            continue;
        }
        if let Some(instruction) = rest.strip_prefix("<?") {
            rest = instruction.split_once("?>")?.1;
            continue;
        }
        let mut characters = rest.chars();
        let mark = characters.next()?;
        rest = characters.as_str();
        match mark {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            '"' | '\'' => rest = rest.split_once(mark)?.1,
            '>' if !in_brackets => return Some(rest),
            _ => {}
        }
    }
}
