//! The lines of the two descriptions a change stands in, so that a reader sees what is there without opening a file.
//!
//! A line that is too long for a terminal, as in a description without line ends, is cut to what is around the place.

use super::{Line, Tone};
use crate::render::text::printable;
use crate::report::{Change, Place};

/// A file's name, as places have it, and its text in UTF-8.
pub type NamedText = (String, Vec<u8>);

/// Characters of a source line shown: with the number before them they fit 80 columns.
const SHOWN: usize = 64;
/// Characters kept before the place where a line is cut there.
const BEFORE: usize = 8;

/// The two descriptions as they were read, for the lines shown beside changes.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    /// The earlier description.
    pub previous: Text<'a>,
    /// The later description.
    pub current: Text<'a>,
}

/// One description as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Its root document, in UTF-8.
    pub root: &'a [u8],
    /// Its further files.
    pub files: &'a [NamedText],
}

impl<'a> Text<'a> {
    /// The file a place is in, if it is at hand.
    fn file_of(self, place: &Place) -> Option<&'a [u8]> {
        match &place.file {
            None => Some(self.root),
            Some(wanted) => self.files.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.as_slice()),
        }
    }
}

/// What was there with `-`, what is there with `+`, or one line without a sign where both say the same.
pub(super) fn lines(change: &Change, texts: &Texts<'_>) -> Vec<Line> {
    // Where something was added or removed, the other description's place is only what it would be in.
    let places = (change.old.as_ref(), change.new.as_ref());
    let inside = |inner: Option<&Place>, outer: Option<&Place>| {
        let rest = inner.zip(outer).and_then(|(inner, outer)| inner.pointer.strip_prefix(outer.pointer.as_str()));
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let added = change.rule.ends_with("-added") || inside(places.1, places.0);
    let removed = change.rule.ends_with("-removed") || inside(places.0, places.1);
    let old = change.old.as_ref().filter(|_| !added).and_then(|place| SourceLine::read(texts.previous, place));
    let new = change.new.as_ref().filter(|_| !removed).and_then(|place| SourceLine::read(texts.current, place));
    match (old, new) {
        (Some(old), Some(new)) if old.text == new.text => vec![new.line(' ', new.number)],
        (Some(old), Some(new)) => {
            let widest = old.number.max(new.number);
            vec![old.line('-', widest), new.line('+', widest)]
        }
        (Some(old), None) => vec![old.line('-', old.number)],
        (None, Some(new)) => vec![new.line('+', new.number)],
        (None, None) => Vec::new(),
    }
}

/// A source line, cut to what is shown of it.
struct SourceLine {
    number: u32,
    text: String,
}

impl SourceLine {
    fn read(text: Text<'_>, place: &Place) -> Option<SourceLine> {
        let mut following = from(text.file_of(place)?, place.line)?;
        let line = following.next()?;
        let text = match line.trim() {
            text if text.chars().nth(SHOWN).is_some() => around(line, place.column),
            text if text.ends_with(['{', '[']) => opened(text, following),
            text => text.to_owned(),
        };
        (!text.is_empty()).then_some(SourceLine { number: place.line, text })
    }

    /// The line with its number, which is as wide as `widest`.
    fn line(&self, sign: char, widest: u32) -> Line {
        let (number, width) = (self.number, widest.to_string().len());
        Line::new(Tone::Faint, format!("    {number:>width$} | {sign} ")).and(Tone::Plain, printable(&self.text))
    }
}

/// The lines from the one of a number on, which is counted from 1; nothing where the source has no such line.
fn from(source: &[u8], number: u32) -> Option<impl Iterator<Item = &str>> {
    let before = usize::try_from(number).ok()?.checked_sub(1)?;
    let start = match before.checked_sub(1) {
        Some(ends) => memchr::memchr_iter(b'\n', source).nth(ends)? + 1,
        // A byte order mark is no character of the first line.
        None if source.starts_with(&[0xef, 0xbb, 0xbf]) => 3,
        None => 0,
    };
    let rest = source.get(start..)?;
    Some(rest.split(|&byte| byte == b'\n').map_while(|line| std::str::from_utf8(line).ok()))
}

/// A value that a line only opens, on one line: as much of it as is shown.
fn opened<'s>(first: &str, following: impl Iterator<Item = &'s str>) -> String {
    let opens = |text: &str| text.matches(['{', '[']).count();
    let closes = |text: &str| text.matches(['}', ']']).count();
    let (mut text, mut length) = (first.to_owned(), first.chars().count());
    for line in following {
        // Brackets inside strings are counted too: at worst the line is cut a little early or late.
        if opens(&text) <= closes(&text) || length > SHOWN {
            break;
        }
        text.push(' ');
        text.extend(line.trim().chars().take(SHOWN));
        length = text.chars().count();
    }
    if length <= SHOWN { text } else { text.chars().take(SHOWN - 1).collect::<String>() + "…" }
}

/// What of a long line is around the column, which is counted from 1.
fn around(line: &str, column: u32) -> String {
    let line = line.trim_end();
    let mut after = line.chars();
    if let Some(skipped) = usize::try_from(column).unwrap_or(usize::MAX).checked_sub(2) {
        after.nth(skipped);
    }
    let (before, _) = line.split_at_checked(line.len() - after.as_str().len()).unwrap_or_default();
    let start = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(start, _)| start);
    let indentation = line.len() - line.trim_start().len();
    let (start, ahead) = if start <= indentation { (indentation, "") } else { (start, "…") };
    let mut rest = line.get(start..).unwrap_or_default().chars();
    let shown: String = rest.by_ref().take(SHOWN - 2).collect();
    let behind = if rest.as_str().is_empty() { "" } else { "…" };
    format!("{ahead}{shown}{behind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str, line: u32, column: u32) -> Option<String> {
        shown_in(Text { root: source.as_bytes(), files: &[] }, None, line, column)
    }

    fn shown_in(text: Text<'_>, file: Option<&str>, line: u32, column: u32) -> Option<String> {
        let place = Place { file: file.map(str::to_owned), pointer: String::new(), line, column };
        SourceLine::read(text, &place).map(|shown| shown.text)
    }

    #[test]
    fn a_line_is_taken_from_the_file_its_place_names() {
        let files = [("api/label.yaml".to_owned(), b"other".to_vec())];
        let text = Text { root: b"root", files: &files };
        for (file, line) in [(None, Some("root")), (Some("api/label.yaml"), Some("other")), (Some("gone.yaml"), None)] {
            assert_eq!(shown_in(text, file, 1, 1).as_deref(), line, "{file:?}");
        }
    }

    #[test]
    fn a_line_is_found_by_its_number_in_either_kind_of_line_ends() {
        let source = "\u{feff}one\r\n  two\nthree";
        for (number, text) in [(1, Some("one")), (2, Some("two")), (3, Some("three")), (0, None), (4, None)] {
            assert_eq!(shown(source, number, 1).as_deref(), text, "{number}");
        }
        assert_eq!(shown("\n", 1, 1), None);
        assert_eq!(shown_in(Text { root: b"\xff", files: &[] }, None, 1, 1), None);
    }

    #[test]
    fn a_value_that_a_line_only_opens_is_shown_on_one_line() {
        let source = "{\n  \"required\": [\n    \"a\",\n    \"b\"\n  ],\n  \"x\": 1\n}";
        assert_eq!(shown(source, 2, 3).as_deref(), Some("\"required\": [ \"a\", \"b\" ],"));
        let long = format!("\"properties\": {{\n{}", "  \"größe\": {},\n".repeat(90));
        let text = shown(&long, 1, 1).unwrap();
        assert!(text.starts_with("\"properties\": { \"größe\": {}, \"gr") && text.ends_with('…'), "{text}");
        assert_eq!(text.chars().count(), SHOWN);
        assert_eq!(shown("[", 1, 1).as_deref(), Some("["));
    }

    #[test]
    fn a_long_line_is_cut_to_what_is_around_the_place() {
        let long = format!("  {{{}\"größe\":1,{}}}", "\"aä\":0,".repeat(40), "\"b\":0,".repeat(40));
        let column = u32::try_from(long.chars().position(|char| char == 'g').unwrap()).unwrap();
        let text = shown(&long, 1, column).unwrap();
        assert!(text.starts_with("…,\"aä\":0,\"größe\":1,\"b\":0,") && text.ends_with('…'), "{text}");
        assert_eq!(text.chars().count(), SHOWN);
        assert!(shown(&long, 1, 4).unwrap().starts_with("{\"aä\":0,"));
        assert!(shown(&long, 1, u32::MAX).unwrap().ends_with('}'));
    }
}
