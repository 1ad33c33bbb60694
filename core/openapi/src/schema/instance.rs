//! A JSON text to validate. Numbers stay as written, and every value has a location.

use std::borrow::Cow;

use crate::{JsonText, ReadError};

/// A parsed JSON text.
#[derive(Debug)]
pub struct Instance<'a> {
    text: JsonText<'a>,
}

/// Maximum size in bytes and maximum depth of a text. Request bodies are far smaller.
const MAX_BYTES: usize = 64 << 20;
const MAX_DEPTH: usize = 128;

impl<'a> Instance<'a> {
    /// Parses a UTF-8 JSON text (RFC 8259) of at most 64 MiB and 128 levels. Errors call it `name`. If a key occurs more than
    /// once, only its last member is validated.
    ///
    /// # Errors
    /// A [`ReadError`] with the location where reading stopped: `instance.syntax`, `instance.encoding` or `instance.limit`.
    pub fn read(name: &str, bytes: impl Into<Cow<'a, [u8]>>) -> Result<Instance<'a>, ReadError> {
        Ok(Instance { text: JsonText::read(name, bytes.into(), MAX_BYTES, MAX_DEPTH)? })
    }

    pub(super) fn text(&self) -> &JsonText<'a> {
        &self.text
    }
}
