//! A JSON text that is to be checked: numbers as they are written, duplicate keys and the place of every value kept.

use std::borrow::Cow;

use crate::openapi::{JsonText, Place, ReadError};

/// A JSON text that has been read.
#[derive(Debug)]
pub struct Instance<'a> {
    text: JsonText<'a>,
}

/// How large a text may be, in bytes, and how many of its values may be open at once: a request's body is far smaller.
const MAX_BYTES: usize = 64 << 20;
const MAX_DEPTH: usize = 128;

impl<'a> Instance<'a> {
    /// Reads a JSON text in UTF-8 (RFC 8259), at most 64 MiB and 128 levels deep, that is called `name` in errors.
    ///
    /// # Errors
    /// A [`ReadError`] with the place where reading stopped: `instance.syntax`, `instance.encoding`, `instance.limit`.
    pub fn read(name: &str, bytes: impl Into<Cow<'a, [u8]>>) -> Result<Instance<'a>, ReadError> {
        Ok(Instance { text: JsonText::read(name, bytes.into(), MAX_BYTES, MAX_DEPTH)? })
    }

    /// The members whose key is there before in the same object (RFC 8259 section 4): the last of them alone is checked.
    #[must_use]
    pub fn duplicate_keys(&self) -> Vec<Place> {
        let duplicates = self.text.duplicates();
        if duplicates.is_empty() {
            return Vec::new();
        }
        let lines = self.text.lines();
        duplicates.iter().map(|&id| self.text.place(id, &lines)).collect()
    }

    pub(super) fn text(&self) -> &JsonText<'a> {
        &self.text
    }
}
