//! Lines that stand further to the left than what they belong to, inside brackets, braces and quotes.
//!
//! YAML 1.2.2 (sections 7.3 and 7.4) wants such lines indented, the parser refuses them otherwise, and nearly every other
//! reader takes them: a closing brace under the key it belongs to is common. Indentation says nothing there, so the
//! parser is given the line with more of it.

use std::borrow::Cow;

/// How often a text is read again before it counts as broken: each mistake in its indentation takes another time.
const MAX_ATTEMPTS: usize = 50;
/// How much text is worth reading again in all, in bytes: it is read from its beginning each time, and a line may be given
/// as many spaces as another one has. As many take a second or two where they hold nothing but short values.
const MAX_BYTES: usize = 8 << 20;

/// A text, and the spaces that were put into it.
pub(super) struct Indented<'s> {
    text: &'s str,
    given: Cow<'s, str>,
    /// The beginnings of the lines that were indented, in the text, in order.
    lines: Vec<usize>,
    spaces: usize,
    tries: usize,
    /// How many bytes were read again.
    read: usize,
}

impl<'s> Indented<'s> {
    pub(super) fn new(text: &'s str) -> Indented<'s> {
        Indented { text, given: Cow::Borrowed(text), lines: Vec::new(), spaces: 0, tries: 0, read: 0 }
    }

    /// What the parser is to read.
    pub(super) fn given(&self) -> &str {
        &self.given
    }

    /// Where a byte of what was given stands in the text.
    pub(super) fn original(&self, byte: usize) -> usize {
        let put = |at: usize| self.lines.get(at).map(|line| line + at * self.spaces);
        // How many of the lines begin before it.
        let (mut low, mut high) = (0, self.lines.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if put(middle).is_some_and(|put| put < byte) { low = middle + 1 } else { high = middle }
        }
        let Some((whole, put)) = low.checked_sub(1).and_then(|last| Some((last, put(last)?))) else { return byte };
        byte - whole * self.spaces - self.spaces.min(byte - put)
    }

    /// Indents what the parser complained of at a byte of the text; `false` where that is of no use.
    pub(super) fn indent(&mut self, at: usize) -> bool {
        self.tries += 1;
        if self.tries > MAX_ATTEMPTS {
            return false;
        }
        let before = self.lines.len();
        for line in self.lines_of(at) {
            if let Err(place) = self.lines.binary_search(&line) {
                self.lines.insert(place, line);
            }
        }
        if self.lines.len() == before {
            return false;
        }
        if self.spaces == 0 {
            let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
            self.spaces = 1 + self.text.lines().map(spaces).max().unwrap_or_default();
        }
        let size = self.text.len().saturating_add(self.lines.len().saturating_mul(self.spaces));
        self.read = self.read.saturating_add(size);
        if self.read > MAX_BYTES {
            return false;
        }
        let mut given = String::with_capacity(size);
        let mut from = 0;
        for &line in &self.lines {
            given.push_str(self.text.get(from..line).unwrap_or_default());
            given.extend(std::iter::repeat_n(' ', self.spaces));
            from = line;
        }
        given.push_str(self.text.get(from..).unwrap_or_default());
        self.given = Cow::Owned(given);
        true
    }

    /// The beginnings of the lines a quoted text at `at` goes on in, or of the line of anything else.
    fn lines_of(&self, at: usize) -> Vec<usize> {
        let rest = self.text.get(at..).unwrap_or_default().as_bytes();
        let quote = rest.first().copied().filter(|byte| matches!(byte, b'"' | b'\''));
        let own = self.text.get(..at).and_then(|before| before.rfind('\n')).map(|end| end + 1);
        let Some(quote) = quote else { return own.into_iter().collect() };
        let mut lines = Vec::new();
        let mut bytes = rest.iter().copied().enumerate().skip(1);
        while let Some((index, byte)) = bytes.next() {
            match byte {
                b'\\' if quote == b'"' => drop(bytes.next()),
                b'\n' => lines.push(at + index + 1),
                _ if byte == quote => break,
                _ => {}
            }
        }
        // A text on one line is what stands too far to the left itself.
        if lines.is_empty() { own.into_iter().collect() } else { lines }
    }
}
