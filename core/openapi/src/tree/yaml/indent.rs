//! Indents lines inside brackets, braces and quotes that start too far to the left.
//!
//! YAML 1.2.2 (sections 7.3 and 7.4) requires these lines to be indented by spaces, and the parser rejects them otherwise. Almost
//! all other parsers accept them, also if they begin with tabs, and a closing brace below its key is common. Indentation has no
//! meaning there, so the line is indented further before the text is parsed again.

use std::borrow::Cow;

/// Maximum number of attempts to parse a text. Each mistake in its indentation needs another one.
const MAX_ATTEMPTS: usize = 300;
/// Maximum number of bytes parsed again in total. Each attempt starts at the beginning of the text, and a line can get as many
/// spaces as another one has. Parsing this many bytes of short values takes a second or two.
const MAX_BYTES: usize = 8 << 20;

/// A byte of the text at which the parser rejects the indentation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Misplaced {
    /// In a line that starts too far to the left, or in a quoted string with such lines.
    Left(usize),
    /// In a line that begins with a tab.
    Tab(usize),
}

/// A text with inserted spaces.
pub(super) struct Indented<'s> {
    text: &'s str,
    given: Cow<'s, str>,
    /// The starts of the indented lines in the original text, in order.
    lines: Vec<usize>,
    spaces: usize,
    tries: usize,
    /// Number of bytes parsed again.
    read: usize,
}

impl<'s> Indented<'s> {
    pub(super) fn new(text: &'s str) -> Indented<'s> {
        Indented { text, given: Cow::Borrowed(text), lines: Vec::new(), spaces: 0, tries: 0, read: 0 }
    }

    /// Returns the text for the parser.
    pub(super) fn given(&self) -> &str {
        &self.given
    }

    /// Converts an offset in the parsed text to one in the original text.
    pub(super) fn original(&self, byte: usize) -> usize {
        let put = |at: usize| self.lines.get(at).map(|line| line + at * self.spaces);
        // Binary search for the number of indented lines that begin before it.
        let (mut low, mut high) = (0, self.lines.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if put(middle).is_some_and(|put| put < byte) { low = middle + 1 } else { high = middle }
        }
        let Some((whole, put)) = low.checked_sub(1).and_then(|last| Some((last, put(last)?))) else { return byte };
        byte - whole * self.spaces - self.spaces.min(byte - put)
    }

    /// Indents the lines of an error. Returns false if another attempt is useless or exceeds a limit.
    pub(super) fn indent(&mut self, misplaced: Misplaced) -> bool {
        self.tries += 1;
        if self.tries > MAX_ATTEMPTS {
            return false;
        }
        let before = self.lines.len();
        let lines = match misplaced {
            Misplaced::Left(at) => self.lines_of(at),
            Misplaced::Tab(at) => self.tabbed_lines_of(at),
        };
        for line in lines {
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

    /// Returns the starts of the indented lines that begin with a tab, in order.
    pub(super) fn lines_with_tabs(&self) -> Vec<usize> {
        self.lines.iter().copied().filter(|&line| self.has_leading_tab(line)).collect()
    }

    /// Returns true if there is a tab before the first character of a line.
    fn has_leading_tab(&self, line: usize) -> bool {
        self.text.get(line..).unwrap_or_default().trim_start_matches(' ').starts_with('\t')
    }

    /// Returns the start of the line that contains `at`, and those of the lines with tabs directly below it.
    fn tabbed_lines_of(&self, at: usize) -> Vec<usize> {
        let before = self.text.get(..at).unwrap_or_default();
        let mut line = before.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = vec![line];
        while let Some(end) = self.text.get(line..).and_then(|rest| rest.find('\n')) {
            line += end + 1;
            if !self.has_leading_tab(line) {
                break;
            }
            lines.push(line);
        }
        lines
    }

    /// Returns the starts of the continuation lines of a quoted string at `at`, or the start of the line for any other token.
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
        // For a string on a single line, its line itself starts too far to the left.
        if lines.is_empty() { own.into_iter().collect() } else { lines }
    }
}
