//! The lines of source files, found again and again: a description without line ends is one line with thousands of places.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::terminal::{Text, Texts};
use crate::Place;

/// Characters between two whose places are kept.
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

/// The files of one description whose lines have been asked for. Each is searched for line ends once.
pub(in crate::render) struct SourceLines<'a> {
    text: Text<'a>,
    files: BTreeMap<Option<String>, Lines<'a>>,
}

impl<'a> SourceLines<'a> {
    pub(in crate::render) fn new(text: Text<'a>) -> SourceLines<'a> {
        SourceLines { text, files: BTreeMap::new() }
    }

    /// The lines of the file that a place is in; nothing where it is not at hand.
    pub(in crate::render) fn lines_at(&mut self, place: &Place) -> Option<&Lines<'a>> {
        let text = self.text.file_of(place)?;
        Some(self.files.entry(place.file.clone()).or_insert_with(|| Lines::new(text)))
    }
}

/// A file with the places of its line ends, and of characters at equal distances: thousands of places may be in one line.
pub(in crate::render) struct Lines<'a> {
    /// The text; what is not UTF-8 in it is replaced.
    text: Cow<'a, str>,
    ends: Vec<usize>,
    /// Where every [`STRIDE`]th character of the file begins.
    marks: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Lines<'a> {
        // A byte order mark is no character of the first line.
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

    /// Where the line of an index from 0 begins.
    fn start(&self, index: usize) -> Option<usize> {
        match index.checked_sub(1) {
            Some(before) => Some(self.ends.get(before)? + 1),
            None => Some(0),
        }
    }

    /// The line of an index from 0, without white space at its end.
    pub(in crate::render) fn line(&self, index: usize) -> Option<&str> {
        let end = self.ends.get(index).copied().unwrap_or(self.text.len());
        Some(self.text.get(self.start(index)?..end)?.trim_end())
    }

    /// Where a column from 0 is in the line that begins at `start`, in bytes from there; the line's end where it has fewer.
    fn offset(&self, line: &str, start: usize, column: usize) -> usize {
        // The number that the line's first character has in the file, counted from the mark before it.
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

    /// The index of a place's line, the line, and what of it is before the place.
    pub(in crate::render) fn find(&self, place: &Place) -> Option<(usize, &str, &str)> {
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let line = self.line(index)?;
        let column = usize::try_from(place.column).ok()?.saturating_sub(1);
        Some((index, line, line.get(..self.offset(line, self.start(index)?, column))?))
    }
}

/// Whether a byte of UTF-8 is the first one of a character.
fn begins_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}
