//! A JSON text that is not a description: a request body, a response body or a sample. It is parsed into the same arena as
//! descriptions, so that numbers stay exact and every value has a location.

use std::borrow::Cow;

use waybill_base::error::code;

use super::error::{Fault, Place, ReadError};
use super::known_key::VOCABULARY;
use super::utf8::decode;
use crate::tree;
use crate::tree::{Arena, NodeId, ParseErrorKind, SourceLines, read_json};

const NOT_UTF8: &str = "found bytes that are not UTF-8; JSON must be UTF-8 (RFC 8259 section 8.1)";

/// A parsed JSON text.
#[derive(Debug)]
pub struct JsonText<'a> {
    arena: Arena<'a>,
}

impl<'a> JsonText<'a> {
    /// Parses a text with at most `most_bytes` bytes and `depth` nested values. Messages call it `name`.
    ///
    /// # Errors
    /// A [`ReadError`] if it is not JSON in UTF-8 or exceeds a limit.
    pub fn read(name: &str, bytes: Cow<'a, [u8]>, most_bytes: usize, depth: usize) -> Result<JsonText<'a>, ReadError> {
        let most = most_bytes.min(u32::MAX as usize - 1);
        if bytes.len() > most {
            let message = format!("expected at most {most} bytes, found {}: send less", bytes.len());
            return Err(Fault::new(code::INSTANCE_LIMIT, 0, message).locate(name, ""));
        }
        let source = decode(name, bytes, (code::INSTANCE_ENCODING, NOT_UTF8))?;
        // A byte order mark is not part of the text and may be ignored (RFC 8259 section 8.1).
        let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
        let read = read_json(&source, start, depth, VOCABULARY);
        let mut built = read.map_err(|fault| of_instance(fault).locate(name, &source))?;
        built.arena.set_source(source);
        Ok(JsonText { arena: built.arena })
    }

    pub(crate) fn arena(&self) -> &Arena<'a> {
        &self.arena
    }

    /// Returns the starts of its lines, for [`JsonText::place`].
    pub(crate) fn lines(&self) -> SourceLines {
        SourceLines::new(&self.arena)
    }

    /// Returns the location of a value.
    pub(crate) fn place(&self, id: NodeId, lines: &SourceLines) -> Place {
        let (line, column) = lines.locate(&self.arena, self.arena.offset(id));
        Place { file: None, pointer: self.arena.pointer(id), line, column }
    }
}

fn of_instance(fault: tree::ParseError) -> Fault {
    let code = match fault.kind {
        ParseErrorKind::Syntax => code::INSTANCE_SYNTAX,
        ParseErrorKind::Limit => code::INSTANCE_LIMIT,
    };
    Fault { code, at: fault.at, pointer: fault.pointer, message: fault.message }
}
