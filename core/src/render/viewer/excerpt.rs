//! The source lines around a place: what the viewer shows of a description, so that it need not keep the whole text.

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

/// A file with the places of its line ends.
struct Lines<'a> {
    text: &'a [u8],
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Lines<'a> {
        // A byte order mark is no character of the first line.
        let text = text.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(text);
        Lines { text, ends: memchr::memchr_iter(b'\n', text).collect() }
    }

    /// The line of an index from 0; what is not UTF-8 in it is replaced.
    fn line(&self, index: usize) -> Option<String> {
        let start = match index.checked_sub(1) {
            Some(before) => self.ends.get(before)? + 1,
            None => 0,
        };
        let end = self.ends.get(index).copied().unwrap_or(self.text.len());
        let line = self.text.get(start..end)?;
        Some(String::from_utf8_lossy(line).trim_end().to_owned())
    }

    fn read(&self, place: &Place) -> Option<Excerpt> {
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let line: Vec<char> = self.line(index)?.chars().collect();
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?.min(line.len());
        let shown = if line.len() <= SHOWN {
            0..line.len()
        } else {
            let start = column.saturating_sub(BEFORE);
            start..(start + SHOWN).min(line.len())
        };
        let marked = token(&line, column, shown.end);
        let part = |range: Range<usize>| line.get(range).unwrap_or_default().iter().collect::<String>();
        let (ahead, behind) = (shown.start > 0, shown.end < line.len());
        // A line that is cut is all there is to see of its file at once.
        let around = if ahead || behind { 0 } else { CONTEXT };
        let shortened = |at: usize| self.line(at).map(|line| shorten(&line));
        Some(Excerpt {
            line: place.line,
            before: (index.saturating_sub(around)..index).filter_map(shortened).collect(),
            start: if ahead { "…".to_owned() } else { String::new() } + &part(shown.start..marked.start),
            end: part(marked.end..shown.end) + if behind { "…" } else { "" },
            marked: part(marked),
            after: (index + 1..=index + around).map_while(shortened).collect(),
        })
    }
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
