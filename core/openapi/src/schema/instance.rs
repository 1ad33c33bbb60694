//! A JSON text that is to be checked: numbers as they are written and the place of every value kept.

use std::borrow::Cow;

use crate::{JsonText, ReadError};

/// A JSON text that has been read.
#[derive(Debug)]
pub struct Instance<'a> {
    text: JsonText<'a>,
}

/// How large a text may be, in bytes, and how many of its values may be open at once: a request's body is far smaller.
const MAX_BYTES: usize = 64 << 20;
const MAX_DEPTH: usize = 128;

impl<'a> Instance<'a> {
    /// Reads a JSON text in UTF-8 (RFC 8259), at most 64 MiB and 128 levels deep, that is called `name` in errors. Of members
    /// with the same key the last one alone is checked.
    ///
    /// # Errors
    /// A [`ReadError`] with the place where reading stopped: `instance.syntax`, `instance.encoding`, `instance.limit`.
    pub fn read(name: &str, bytes: impl Into<Cow<'a, [u8]>>) -> Result<Instance<'a>, ReadError> {
        Ok(Instance { text: JsonText::read(name, bytes.into(), MAX_BYTES, MAX_DEPTH)? })
    }

    pub(super) fn text(&self) -> &JsonText<'a> {
        &self.text
    }
}
