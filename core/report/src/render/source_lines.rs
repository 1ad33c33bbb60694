//! An index of the lines of source files. A description without line ends is a single line with thousands of locations.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::terminal::{Text, Texts};
use crate::Place;

/// Number of characters between two indexed positions.
const STRIDE: usize = 1_024;

/// The source lines of both descriptions.
pub(in crate::render) struct SourceLinesPair<'a> {
    pub(in crate::render) previous: SourceLines<'a>,
    pub(in crate::render) current: SourceLines<'a>,
}

impl<'a> SourceLinesPair<'a> {
    pub(in crate::render) fn new(texts: &Texts<'a>) -> SourceLinesPair<'a> {
        SourceLinesPair { previous: SourceLines::new(texts.previous), current: SourceLines::new(texts.current) }
    }
}

/// The indexed files of one description. Each is searched for line ends once.
pub(in crate::render) struct SourceLines<'a> {
    text: Text<'a>,
    files: BTreeMap<Option<String>, Lines<'a>>,
}

impl<'a> SourceLines<'a> {
    pub(in crate::render) fn new(text: Text<'a>) -> SourceLines<'a> {
        SourceLines { text, files: BTreeMap::new() }
    }

    /// Returns the lines of the file with a location, or `None` if the file is not available.
    pub(in crate::render) fn lines_at(&mut self, place: &Place) -> Option<&Lines<'a>> {
        let text = self.text.file_of(place)?;
        Some(self.files.entry(place.file.clone()).or_insert_with(|| Lines::new(text)))
    }
}

/// A file with an index of its line ends, and of characters at equal distances.
pub(in crate::render) struct Lines<'a> {
    /// The text. Invalid UTF-8 is replaced.
    text: Cow<'a, str>,
    ends: Vec<usize>,
    /// Byte offset of every [`STRIDE`]th character.
    marks: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Lines<'a> {
        // A byte order mark is not part of the first line.
        let text = String::from_utf8_lossy(text.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(text));
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        let (mut marks, mut count) = (Vec::new(), 0_usize);
        for (at, byte) in text.bytes().enumerate() {
            if begins_character(byte) {
                if count.is_multiple_of(STRIDE) {
                    marks.push(at);
                }
                count += 1;
            }
        }
        Lines { text, ends, marks }
    }

    /// Returns the byte offset of a line. `index` starts at 0.
    fn start(&self, index: usize) -> Option<usize> {
        match index.checked_sub(1) {
            Some(before) => Some(self.ends.get(before)? + 1),
            None => Some(0),
        }
    }

    /// Returns a line without trailing white space. `index` starts at 0.
    pub(in crate::render) fn line(&self, index: usize) -> Option<&str> {
        let end = self.ends.get(index).copied().unwrap_or(self.text.len());
        Some(self.text.get(self.start(index)?..end)?.trim_end())
    }

    /// Returns the byte offset of a column within the line that begins at `start`, or the line's length if it is
    /// shorter. `column` starts at 0.
    fn offset(&self, line: &str, start: usize, column: usize) -> usize {
        // Count the characters from the previous mark to the start of the line.
        let before = self.marks.partition_point(|mark| *mark <= start).saturating_sub(1);
        let from = self.marks.get(before).copied().unwrap_or_default();
        let between = self.text.as_bytes().get(from..start).unwrap_or_default();
        let first = before * STRIDE + between.iter().filter(|byte| begins_character(**byte)).count();
        let wanted = first.saturating_add(column);
        let Some(mark) = self.marks.get(wanted / STRIDE) else { return line.len() };
        let rest = self.text.as_bytes().get(*mark..).unwrap_or_default();
        let mut starts = rest.iter().enumerate().filter(|(_, byte)| begins_character(**byte));
        let found = starts.nth(wanted % STRIDE).map_or(self.text.len(), |(at, _)| mark + at);
        found.saturating_sub(start).min(line.len())
    }

    /// Returns the index of a location's line, the line, and the part of it before the location.
    pub(in crate::render) fn find(&self, place: &Place) -> Option<(usize, &str, &str)> {
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let line = self.line(index)?;
        let column = usize::try_from(place.column).ok()?.saturating_sub(1);
        Some((index, line, line.get(..self.offset(line, self.start(index)?, column))?))
    }
}

/// Returns true if a byte is the first one of a UTF-8 character.
fn begins_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}
