//! The JSON parser (RFC 8259). It writes directly into the arena, without recursion and without copying strings.

mod complaint;

use super::arena::Kind;
use super::builder::{Builder, Built};
use super::fault::ParseError;
use super::interner::Vocabulary;
use super::text;
use super::text::Scan;

/// Parses one JSON text from `start`, the offset after a byte order mark. The caller sets the source of the arena.
pub(crate) fn read<'a>(
    text: &str,
    start: usize,
    depth: usize,
    vocabulary: Vocabulary,
) -> Result<Built<'a>, ParseError> {
    let mut builder = Builder::new(text.len(), depth, vocabulary);
    Reader { text, at: start, builder: &mut builder }.document()?;
    Ok(builder.finish())
}

struct Reader<'s, 'b, 'a> {
    text: &'s str,
    at: usize,
    builder: &'b mut Builder<'a>,
}

impl<'s> Reader<'s, '_, '_> {
    fn document(&mut self) -> Result<(), ParseError> {
        self.values().map_err(|fault| ParseError { pointer: self.builder.open_pointer(), ..fault })?;
        self.skip_whitespace();
        if self.at < self.text.len() {
            return Err(self.unexpected_token("the end of the file"));
        }
        Ok(())
    }

    /// Parses values until the outermost one is complete.
    fn values(&mut self) -> Result<(), ParseError> {
        loop {
            self.skip_whitespace();
            let opened = self.value()?;
            if opened && !self.close_if_empty() {
                if self.builder.open_kind() == Some(Kind::Object) {
                    self.key()?;
                }
                continue;
            }
            if self.finish_value()? {
                return Ok(());
            }
        }
    }

    /// Closes containers after a complete value, and parses the next key. Returns true if the document is complete.
    fn finish_value(&mut self) -> Result<bool, ParseError> {
        loop {
            let Some(open) = self.builder.open_kind() else { return Ok(true) };
            self.skip_whitespace();
            let close = if open == Kind::Object { b'}' } else { b']' };
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    if open == Kind::Object {
                        self.skip_whitespace();
                        self.key()?;
                    }
                    return Ok(false);
                }
                Some(byte) if byte == close => {
                    self.at += 1;
                    self.builder.close(self.at);
                }
                _ if open == Kind::Object => return Err(self.unexpected_token("a comma or a closing brace")),
                _ => return Err(self.unexpected_token("a comma or a closing bracket")),
            }
        }
    }

    /// Parses a scalar, or opens a container and returns true.
    fn value(&mut self) -> Result<bool, ParseError> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string_value()?,
            Some(b'{') => {
                self.at += 1;
                self.builder.open(Kind::Object, start)?;
                return Ok(true);
            }
            Some(b'[') => {
                self.at += 1;
                self.builder.open(Kind::Array, start)?;
                return Ok(true);
            }
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.literal("true", Kind::True)?,
            Some(b'f') => self.literal("false", Kind::False)?,
            Some(b'n') => self.literal("null", Kind::Null)?,
            _ => return Err(self.unexpected_token("a value")),
        }
        Ok(false)
    }

    /// Closes the container that was just opened if it is empty, and returns true then.
    fn close_if_empty(&mut self) -> bool {
        self.skip_whitespace();
        let close = if self.builder.open_kind() == Some(Kind::Object) { b'}' } else { b']' };
        let empty = self.peek() == Some(close);
        if empty {
            self.at += 1;
            self.builder.close(self.at);
        }
        empty
    }

    fn key(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected_token("a member's name in double quotes"));
        }
        let (raw, escaped) = self.string()?;
        if escaped {
            self.builder.escaped_key(raw, start);
        } else {
            self.builder.key(raw, start);
        }
        self.skip_whitespace();
        if self.peek() != Some(b':') {
            return Err(self.unexpected_token("a colon after the member's name"));
        }
        self.at += 1;
        Ok(())
    }

    fn string_value(&mut self) -> Result<(), ParseError> {
        let start = self.at + 1;
        let (raw, escaped) = self.string()?;
        let end = start + raw.len();
        if escaped {
            self.builder.escaped(raw, start, end);
        } else {
            self.builder.text(raw, start, end);
        }
        Ok(())
    }

    /// Scans a string, and returns its raw text and true if it contains escapes.
    fn string(&mut self) -> Result<(&'s str, bool), ParseError> {
        let start = self.at + 1;
        match text::scan(self.text.as_bytes(), start) {
            Scan::End { at, escaped } => {
                self.at = at + 1;
                Ok((self.text.get(start..at).unwrap_or_default(), escaped))
            }
            Scan::Wrong { at } => Err(complaint::describe_string_error(self.text, self.at, at)),
        }
    }

    fn number(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => {
                self.at += 1;
                if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                    let message =
                        "found a number that begins with a zero: remove the zero, or put the number in quotes";
                    return Err(ParseError::syntax(start, message.to_owned()));
                }
            }
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.unexpected_token("a digit")),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.some_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.some_digits()?;
        }
        let written = self.text.get(start..self.at).unwrap_or_default();
        self.builder.number(written, start, self.at);
        Ok(())
    }

    fn some_digits(&mut self) -> Result<(), ParseError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected_token("a digit"));
        }
        self.digits();
        Ok(())
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn literal(&mut self, word: &str, kind: Kind) -> Result<(), ParseError> {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let goes_on = rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric);
        if goes_on || !rest.starts_with(word.as_bytes()) {
            return Err(self.unexpected_token("a value"));
        }
        self.at += word.len();
        self.builder.literal(kind, start, self.at);
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_whitespace(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                _ => return,
            }
            // Indentation consists of long runs of spaces.
            while bytes.get(self.at..self.at + 8) == Some(b"        ") {
                self.at += 8;
            }
        }
    }

    fn unexpected_token(&self, expected: &str) -> ParseError {
        complaint::describe_unexpected_token(self.text, self.at, expected, self.builder.open_container())
    }
}
