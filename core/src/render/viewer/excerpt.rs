//! The source lines around a place: what the viewer shows of a description, so that it need not keep the whole text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use crate::render::terminal::{Text, Texts};
use crate::report::{Change, Place};

/// Lines shown before the place's own line, and behind it.
const CONTEXT: usize = 2;
/// Characters of a line that are shown. Where it is longer they are around the place, as in a file without line ends.
const SHOWN: usize = 160;
/// Characters before the place where a long line is cut.
const BEFORE: usize = 40;
/// Characters between two whose places are kept.
const STRIDE: usize = 1_024;

/// The lines of both descriptions around a change.
#[derive(Serialize)]
pub(super) struct Excerpts {
    old: Option<Excerpt>,
    new: Option<Excerpt>,
}

/// A source line with a few around it; the line itself is in three parts, so that nobody counts characters.
#[derive(Serialize)]
struct Excerpt {
    /// The number of the line that the place is in, from 1.
    line: u32,
    before: Vec<String>,
    start: String,
    marked: String,
    end: String,
    after: Vec<String>,
}

/// Finds lines in the files of both descriptions. Each file is searched for line ends once.
pub(super) struct ExcerptReader<'a> {
    previous: SideLines<'a>,
    current: SideLines<'a>,
}

impl<'a> ExcerptReader<'a> {
    pub(super) fn new(texts: &Texts<'a>) -> ExcerptReader<'a> {
        ExcerptReader { previous: SideLines::new(texts.previous), current: SideLines::new(texts.current) }
    }

    /// The lines of a change's places; `None` where neither is in a file that is at hand.
    pub(super) fn read(&mut self, change: &Change) -> Option<Excerpts> {
        let old = change.old.as_ref().and_then(|place| self.previous.read(place));
        let new = change.new.as_ref().and_then(|place| self.current.read(place));
        (old.is_some() || new.is_some()).then_some(Excerpts { old, new })
    }
}

/// The files of one description whose lines have been asked for.
struct SideLines<'a> {
    text: Text<'a>,
    files: BTreeMap<Option<String>, Lines<'a>>,
}

impl<'a> SideLines<'a> {
    fn new(text: Text<'a>) -> SideLines<'a> {
        SideLines { text, files: BTreeMap::new() }
    }

    fn read(&mut self, place: &Place) -> Option<Excerpt> {
        let text = self.text.file_of(place)?;
        self.files.entry(place.file.clone()).or_insert_with(|| Lines::new(text)).read(place)
    }
}

/// A file with the places of its line ends, and of characters at equal distances: thousands of places may be in one line.
struct Lines<'a> {
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

    fn line(&self, index: usize) -> Option<&str> {
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

    fn read(&self, place: &Place) -> Option<Excerpt> {
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let line = self.line(index)?;
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?;
        let before = line.get(..self.offset(line, self.start(index)?, column))?;
        let is_long = line.chars().nth(SHOWN).is_some();
        let start = if is_long { before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at) } else { 0 };
        let rest = line.get(start..)?;
        let (ahead, behind) = (start > 0, rest.chars().nth(SHOWN).is_some());
        let shown: Vec<char> = rest.chars().take(SHOWN).collect();
        let marked = token(&shown, before.get(start..)?.chars().count(), shown.len());
        let part = |range: Range<usize>| shown.get(range).unwrap_or_default().iter().collect::<String>();
        // A line that is cut is all there is to see of its file at once.
        let around = if ahead || behind { 0 } else { CONTEXT };
        let shortened = |at: usize| self.line(at).map(shorten);
        Some(Excerpt {
            line: place.line,
            before: (index.saturating_sub(around)..index).filter_map(shortened).collect(),
            start: if ahead { "…".to_owned() } else { String::new() } + &part(0..marked.start),
            end: part(marked.end..shown.len()) + if behind { "…" } else { "" },
            marked: part(marked),
            after: (index + 1..=index + around).map_while(shortened).collect(),
        })
    }
}

/// Whether a byte of UTF-8 is the first one of a character.
fn begins_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// What begins at an index: a text in quotation marks, or everything up to what ends a key or a value.
fn token(line: &[char], start: usize, limit: usize) -> Range<usize> {
    let rest = line.get(start..limit).unwrap_or_default();
    let quote = rest.first().copied().filter(|char| matches!(char, '"' | '\''));
    let mut is_escaped = false;
    let length = rest.iter().skip(1).take_while(|char| {
        let is_end = match quote {
            Some(quote) => **char == quote && !is_escaped,
            None => matches!(char, ',' | ':' | ']' | '}'),
        };
        is_escaped = **char == '\\' && !is_escaped;
        !is_end
    });
    let end = start + rest.len().min(1) + length.count() + usize::from(quote.is_some());
    start..end.min(limit)
}

fn shorten(line: &str) -> String {
    let mut chars = line.chars();
    let shown: String = chars.by_ref().take(SHOWN).collect();
    if chars.next().is_some() { shown + "…" } else { shown }
}
