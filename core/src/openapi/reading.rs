//! Bytes to a description: encoding, format, limits, and the references to other files a host has to fetch.

use std::borrow::Cow;

use super::builder::Built;
use super::description::{Description, SpecVersion, version_of};
use super::error::{Fault, Place, ReadError};
use super::position::line_and_column;
use super::reference::external_uris;
use super::{json, swagger, yaml};

/// What a description may take to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Size of one file in bytes; at most 4 GiB whatever is set.
    pub bytes: usize,
    /// How many objects and arrays may be open at once.
    pub depth: usize,
    /// How many values YAML aliases may stand for in all.
    pub alias_nodes: usize,
}

impl Default for Limits {
    /// 256 MiB, 256 levels, a million aliased values: far above the largest published descriptions.
    fn default() -> Limits {
        Limits { bytes: 256 << 20, depth: 256, alias_nodes: 1_000_000 }
    }
}

/// A description that is being read: asks for the other files it refers to, then becomes a [`Description`].
///
/// This version reads single files. [`wanted`](Reading::wanted) names the others all the same, and whatever is supplied
/// for them, a reference into another file is a problem of the description.
#[derive(Debug)]
pub struct Reading<'a> {
    name: String,
    built: Built<'a>,
    version: SpecVersion,
    wanted: Vec<String>,
    supplied: Vec<(String, Option<String>)>,
}

impl<'a> Reading<'a> {
    /// Reads the root document, called `name` (its base URI) in messages. JSON where the first character is `{` or `[`,
    /// YAML otherwise.
    ///
    /// # Errors
    /// A [`ReadError`] where nothing can be read: wrong encoding, over a limit, not JSON or YAML, not an object, or not
    /// of a version this reader knows.
    pub fn new(name: &str, bytes: impl Into<Cow<'a, [u8]>>, limits: &Limits) -> Result<Reading<'a>, ReadError> {
        let bytes = bytes.into();
        if let Some(message) = refusal(&bytes, limits) {
            let place = Place { pointer: String::new(), line: 1, column: 1 };
            return Err(ReadError { code: message.0, file: name.to_owned(), place, message: message.1 });
        }
        let source = decode(name, bytes)?;
        let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
        let first = source.get(start..).unwrap_or_default().trim_start().chars().next();
        let is_json = matches!(first, Some('{' | '['));
        let read = if is_json { json::read(&source, start, limits.depth) } else { yaml::read(&source, start, limits) };
        let mut built = read.map_err(|fault| located(name, fault, &source))?;
        built.arena.source = source;
        let version = version_of(&built.arena).map_err(|fault| located(name, fault, &built.arena.source))?;
        if version == SpecVersion::V2_0 {
            let view = swagger::view(built, limits);
            built = view.map_err(|(fault, source)| located(name, fault, &source))?;
        }
        let wanted = external_uris(&built.arena);
        Ok(Reading { name: name.to_owned(), built, version, wanted, supplied: Vec::new() })
    }

    /// The next file the description refers to and nobody has supplied yet, as the reference writes it (without its
    /// fragment); relative ones are relative to `name`.
    #[must_use]
    pub fn wanted(&self) -> Option<&str> {
        self.wanted.get(self.supplied.len()).map(String::as_str)
    }

    /// Answers [`wanted`](Reading::wanted): the file's bytes, or why it cannot be had.
    ///
    /// # Errors
    /// None in this version: what is supplied is noted and becomes a problem of the description.
    pub fn supply(&mut self, uri: &str, bytes_or_why: Result<&[u8], String>) -> Result<(), ReadError> {
        self.supplied.push((uri.to_owned(), bytes_or_why.err()));
        Ok(())
    }

    /// The description, with a problem for everything that could be read only in part.
    #[must_use]
    pub fn finish(self) -> Description<'a> {
        Description::new(self.name, self.built, self.version, &self.supplied)
    }
}

fn refusal(bytes: &[u8], limits: &Limits) -> Option<(&'static str, String)> {
    if bytes.len() > limits.bytes.min(u32::MAX as usize - 1) {
        let message = format!("expected at most {} bytes, found {}", limits.bytes, bytes.len());
        return Some(("description.limit", message));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || matches!(bytes, [0, _, ..] | [_, 0, ..])
    {
        let message = "found UTF-16 or UTF-32; OpenAPI descriptions are exchanged in UTF-8: save the file as UTF-8";
        return Some(("description.encoding", message.to_owned()));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Some(("description.syntax", "expected an OpenAPI description, found an empty file".to_owned()));
    }
    None
}

fn decode<'a>(name: &str, bytes: Cow<'a, [u8]>) -> Result<Cow<'a, str>, ReadError> {
    let wrong = |bytes: &[u8], at: usize| {
        let valid = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()).into_owned();
        let fault = Fault::new("description.encoding", at, "found bytes that are not UTF-8".to_owned());
        located(name, fault, &valid)
    };
    match bytes {
        Cow::Borrowed(bytes) => {
            std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| wrong(bytes, error.valid_up_to()))
        }
        Cow::Owned(bytes) => String::from_utf8(bytes)
            .map(Cow::Owned)
            .map_err(|error| wrong(error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn located(name: &str, fault: Fault, source: &str) -> ReadError {
    let (line, column) = line_and_column(source, fault.at);
    let place = Place { pointer: fault.pointer, line, column };
    ReadError { code: fault.code, file: name.to_owned(), place, message: fault.message }
}
