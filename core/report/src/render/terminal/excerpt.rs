//! Source lines of a change, so that readers do not have to open the files.
//!
//! A line that is too long for a terminal, as in a description without line ends, is cut around the location.

use std::ops::Range;

use waybill_base::text::printable;

use super::{Line, Tone};
use crate::render::source_lines::{Lines, SourceLinesPair};
use crate::{Change, Place};

/// A file's name, as in locations, and its content in UTF-8.
pub type NamedText = (String, Vec<u8>);

/// Maximum number of characters of a source line. With the line number, they fit 80 columns.
const SHOWN: usize = 64;
/// Number of characters to keep before the location in a cut line.
const BEFORE: usize = 8;
/// Maximum number of characters to read after the location. Later differences are not found.
const MAX_READ: usize = 4096;

/// The two descriptions as they were read, for excerpts.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    /// The earlier description.
    pub previous: Text<'a>,
    /// The later description.
    pub current: Text<'a>,
}

/// A description as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Root document, in UTF-8.
    pub root: &'a [u8],
    /// Other files.
    pub files: &'a [NamedText],
}

impl<'a> Text<'a> {
    /// Returns the file that contains a location, if it is available.
    pub(in crate::render) fn file_of(self, place: &Place) -> Option<&'a [u8]> {
        match &place.file {
            None => Some(self.root),
            Some(wanted) => self.files.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.as_slice()),
        }
    }
}

/// Returns the old line with `-` and the new line with `+`, or one line without a sign if both are equal.
pub(super) fn lines(change: &Change, sources: &mut SourceLinesPair<'_>) -> Vec<Line> {
    // If a value was added or removed, the location in the other description is only its container.
    let places = (change.old.as_ref(), change.new.as_ref());
    let inside = |inner: Option<&Place>, outer: Option<&Place>| {
        let rest = inner.zip(outer).and_then(|(inner, outer)| inner.pointer.strip_prefix(outer.pointer.as_str()));
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let (is_new_inside, is_old_inside) = (inside(places.1, places.0), inside(places.0, places.1));
    let added = change.rule.ends_with("-added") || is_new_inside;
    let removed = change.rule.ends_with("-removed") || is_old_inside;
    let mut old = places.0.and_then(|place| SourceLine::read(sources.previous.lines_at(place)?, place));
    let mut new = places.1.and_then(|place| SourceLine::read(sources.current.lines_at(place)?, place));
    if let (Some(old), Some(new)) = (&mut old, &mut new)
        && !is_new_inside
        && !is_old_inside
    {
        point_at_difference(old, new);
    }
    for line in [&mut old, &mut new].into_iter().flatten().filter(|line| line.marked.start == line.place) {
        line.point_at_entry(&change.message);
    }
    match (old.filter(|_| !added), new.filter(|_| !removed)) {
        (Some(old), Some(new)) if old.text == new.text => new.lines(' ', new.number),
        (Some(old), Some(new)) => {
            let widest = old.number.max(new.number);
            let mut lines = old.lines('-', widest);
            lines.extend(new.lines('+', widest));
            lines
        }
        (Some(old), None) => old.lines('-', old.number),
        (None, Some(new)) => new.lines('+', new.number),
        (None, None) => Vec::new(),
    }
}

/// A source line, or a multi-line value joined on one line, starting shortly before the location.
struct SourceLine {
    number: u32,
    text: Vec<char>,
    /// True if the line has more text before.
    is_cut: bool,
    /// Index of the location in the text.
    place: usize,
    /// Range of the difference in the text.
    marked: Range<usize>,
}

impl SourceLine {
    fn read(lines: &Lines<'_>, place: &Place) -> Option<SourceLine> {
        let (index, line, before) = lines.find(place)?;
        let after = line.get(before.len()..)?.chars();
        let before = before.trim_start();
        let start = before.char_indices().rev().nth(SHOWN - 1).map_or(0, |(start, _)| start);
        let mut text: Vec<char> = before.get(start..)?.chars().collect();
        let place_in_text = text.len();
        text.extend(after.skip_while(|char| place_in_text == 0 && char.is_whitespace()).take(MAX_READ));
        if text.len() <= SHOWN && matches!(text.last(), Some('{' | '[')) {
            extend_to_end(&mut text, (index + 1..).map_while(|at| lines.line(at)));
        }
        let marked = token(&text, place_in_text);
        let found = SourceLine { number: place.line, text, is_cut: start > 0, place: place_in_text, marked };
        (!found.text.is_empty()).then_some(found)
    }

    /// Marks the first list entry that the message names: a property in `required`, a value in `enum`.
    fn point_at_entry(&mut self, message: &str) {
        let list = token(&self.text, self.place).end + 1;
        if self.text.get(list..).is_none_or(|rest| rest.iter().find(|char| **char != ' ') != Some(&'[')) {
            return;
        }
        let value = list..value_end(&self.text, self.place);
        let named = |name: &str| {
            let name = name.rsplit('.').next().unwrap_or(name);
            let quoted: Vec<char> = format!("\"{name}\"").chars().collect();
            let found = self.text.get(value.clone())?.windows(quoted.len()).position(|part| part == quoted)?;
            Some(value.start + found..value.start + found + quoted.len())
        };
        self.marked = message.split('`').skip(1).step_by(2).find_map(named).unwrap_or(self.marked.clone());
    }

    /// Returns the visible part of the line, and the number of its characters before the difference.
    fn window(&self) -> (String, usize) {
        if self.is_whole() {
            return (self.text.iter().collect(), self.marked.start);
        }
        let from_place = self.place.saturating_sub(BEFORE);
        // Show the location too if the difference is near it.
        let is_near = self.marked.end <= from_place + SHOWN - 2;
        let start = if is_near { from_place } else { self.marked.start.saturating_sub(SHOWN / 2) };
        let ahead = if start > 0 || self.is_cut { "…" } else { "" };
        let mut rest = self.text.iter().skip(start);
        let shown: String = rest.by_ref().take(SHOWN - 1 - ahead.chars().count()).collect();
        let behind = if rest.next().is_some() { "…" } else { "" };
        (format!("{ahead}{shown}{behind}"), ahead.chars().count() + self.marked.start.saturating_sub(start))
    }

    fn is_whole(&self) -> bool {
        !self.is_cut && self.text.len() <= SHOWN
    }

    /// Returns the line with its number, padded to the width of `widest`. A cut line has a caret below the difference.
    fn lines(&self, sign: char, widest: u32) -> Vec<Line> {
        let (number, width) = (self.number, widest.to_string().len());
        let (text, before) = self.window();
        let source =
            Line::new(Tone::Faint, format!("    {number:>width$} | {sign} ")).and(Tone::Plain, printable(&text));
        if self.is_whole() {
            return vec![source];
        }
        let room = text.chars().count().saturating_sub(before);
        let carets = "^".repeat(self.marked.len().clamp(1, room.max(1)));
        let caret = Line::new(Tone::Faint, format!("    {:>width$} |   {}{carets}", "", " ".repeat(before)));
        vec![source, caret]
    }
}

/// Marks the first element that differs between the two values. Otherwise, the mark stays at the location.
fn point_at_difference(old: &mut SourceLine, new: &mut SourceLine) {
    let values = |line: &SourceLine| line.place..value_end(&line.text, line.place);
    let (before, after) = (values(old), values(new));
    let pairs =
        old.text.get(before.clone()).into_iter().flatten().zip(new.text.get(after.clone()).into_iter().flatten());
    let equal = pairs.take_while(|(one, other)| one == other).count();
    if equal == before.len() && equal == after.len() {
        return;
    }
    for line in [old, new] {
        line.marked = element(&line.text, line.place, line.place + equal);
    }
}

/// Returns the whole element at an index of a value that begins at `from`.
fn element(text: &[char], from: usize, at: usize) -> Range<usize> {
    let (mut start, mut is_quoted, mut is_escaped) = (from, false, false);
    for (index, char) in text.iter().enumerate().take(at).skip(from) {
        match char {
            '"' if !is_escaped => is_quoted = !is_quoted,
            ',' | ':' | '[' | '{' | ' ' if !is_quoted => start = index + 1,
            _ => {}
        }
        is_escaped = *char == '\\' && !is_escaped;
    }
    match text.get(at).filter(|_| !is_quoted) {
        // The other side ends here, so this element is additional.
        Some(',') => {
            let spaces = text.iter().skip(at + 1).take_while(|char| **char == ' ').count();
            token(text, at + 1 + spaces)
        }
        Some(']' | '}') => token(text, at),
        _ => token(text, start),
    }
}

/// Returns the token at an index: a quoted string, or everything up to the end of a value.
fn token(text: &[char], start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let is_quoted = rest.first() == Some(&'"');
    let mut is_escaped = false;
    let length = rest.iter().skip(1).take_while(|char| {
        let ends = if is_quoted { **char == '"' && !is_escaped } else { matches!(char, ',' | ':' | ']' | '}' | ' ') };
        is_escaped = **char == '\\' && !is_escaped;
        !ends
    });
    let end = start + 1 + length.count() + usize::from(is_quoted);
    start..end.min(text.len().max(start + 1))
}

/// Returns the end of the value whose key or element is at an index.
fn value_end(text: &[char], place: usize) -> usize {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, char) in text.iter().enumerate().skip(place) {
        match char {
            '"' if !is_escaped => is_quoted = !is_quoted,
            '[' | '{' if !is_quoted => depth += 1,
            ']' | '}' | ',' if !is_quoted && depth == 0 => return at,
            ']' | '}' if !is_quoted => depth -= 1,
            _ => {}
        }
        is_escaped = *char == '\\' && !is_escaped;
    }
    text.len()
}

/// Joins the following lines of a value that starts on this line.
fn extend_to_end<'s>(text: &mut Vec<char>, following: impl Iterator<Item = &'s str>) {
    let count = |text: &[char], brackets: [char; 2]| text.iter().filter(|char| brackets.contains(*char)).count();
    let mut depth = count(text, ['{', '[']).saturating_sub(count(text, ['}', ']']));
    for line in following {
        // Brackets inside strings are counted too. At worst, the line is cut slightly early or late.
        if depth == 0 || text.len() > MAX_READ {
            break;
        }
        let line: Vec<char> = line.trim().chars().take(MAX_READ).collect();
        depth = (depth + count(&line, ['{', '['])).saturating_sub(count(&line, ['}', ']']));
        text.push(' ');
        text.extend(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::source_lines::SourceLines;

    fn shown(source: &str, line: u32, column: u32) -> Option<String> {
        shown_in(Text { root: source.as_bytes(), files: &[] }, None, line, column)
    }

    fn shown_in(text: Text<'_>, file: Option<&str>, line: u32, column: u32) -> Option<String> {
        let place = Place { file: file.map(str::to_owned), pointer: String::new(), line, column };
        SourceLine::read(SourceLines::new(text).lines_at(&place)?, &place).map(|line| line.window().0)
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
        assert_eq!(shown_in(Text { root: b"\xff", files: &[] }, None, 1, 1).as_deref(), Some("\u{fffd}"));
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
    fn long_line_is_cut_around_the_location() {
        let long = format!("  {{{}\"größe\":1,{}}}", "\"aä\":0,".repeat(40), "\"b\":0,".repeat(40));
        let column = u32::try_from(long.chars().position(|char| char == 'g').unwrap()).unwrap();
        let text = shown(&long, 1, column).unwrap();
        assert!(text.starts_with("…,\"aä\":0,\"größe\":1,\"b\":0,") && text.ends_with('…'), "{text}");
        assert_eq!(text.chars().count(), SHOWN);
        assert!(shown(&long, 1, 4).unwrap().starts_with("{\"aä\":0,"));
        assert!(shown(&long, 1, u32::MAX).unwrap().ends_with('}'));
    }

    /// Returns the lines for two descriptions, in which the location is the first `"enum"`.
    fn shown_of(rule: &'static str, old: &str, new: &str) -> Vec<String> {
        let at = |text: &str| {
            let (line, row) = text.lines().zip(1..).find(|(line, _)| line.contains("\"enum\"")).unwrap();
            let column = u32::try_from(line.split("\"enum\"").next().unwrap().chars().count() + 1).unwrap();
            Some(Place { file: None, pointer: "/enum".to_owned(), line: row, column })
        };
        let change = Change { old: at(old), new: at(new), ..crate::render::tests::change_of(rule) };
        let text = |root: &'static [u8]| Text { root, files: &[] };
        let texts = Texts { previous: text(leak(old)), current: text(leak(new)) };
        let lines = lines(&change, &mut SourceLinesPair::new(&texts));
        lines.into_iter().map(|line| line.pieces.into_iter().map(|piece| piece.1).collect()).collect()
    }

    fn leak(text: &str) -> &'static [u8] {
        Box::leak(text.as_bytes().to_vec().into_boxed_slice())
    }

    /// Returns a list of values, on one line or with one line for each.
    fn description(values: &[String], is_minified: bool) -> String {
        let lead = "\"filler\":\"…\",".repeat(20);
        let list = serde_json::json!({"enum": values, "zzz": "more"});
        if is_minified {
            format!("{{{lead}\"s\":{list},{lead}}}")
        } else {
            serde_json::to_string_pretty(&list).unwrap()
        }
    }

    #[test]
    fn long_line_is_cut_around_the_changed_element_with_a_caret() {
        let values: Vec<String> = (10..60).map(|number| format!("value {number}")).collect();
        let with = |at: usize, value: &str| {
            let mut values = values.clone();
            values.insert(at, value.to_owned());
            values
        };
        for (name, is_minified) in [("minified", true), ("one value a line", false)] {
            let old = description(&values, is_minified);
            for (at, element) in [(0, "value 1"), (25, "value \\\"34\\\""), (50, "last, and least")] {
                let new = description(&with(at, &element.replace('\\', "")), is_minified);
                let lines = shown_of("response-enum-value-added", &old, &new);
                let [source, caret] = lines.as_slice() else { panic!("{name}: {lines:#?}") };
                assert!(source.contains(&format!("\"{element}\"")), "{name}: {lines:#?}");
                assert!(source.chars().count() < 80 && source.contains('…'), "{name}: {lines:#?}");
                let marked = caret.chars().position(|char| char == '^').unwrap();
                let below: String = source.chars().skip(marked).take(caret.matches('^').count()).collect();
                assert_eq!(below, format!("\"{element}\""), "{name}: {lines:#?}");
            }
        }
    }

    #[test]
    fn both_long_lines_are_cut_and_short_ones_have_no_caret() {
        let values: Vec<String> = (10..60).map(|number| format!("value {number}")).collect();
        let mut other = values.clone();
        other[40] = "another".to_owned();
        let lines = shown_of("changed", &description(&values, true), &description(&other, true));
        let [old, under_old, new, under_new] = lines.as_slice() else { panic!("{lines:#?}") };
        assert!(old.contains("\"value 50\"") && new.contains("\"another\""), "{lines:#?}");
        assert!(under_old.ends_with("^^^^^^^^^^") && under_new.ends_with("^^^^^^^^^"), "{lines:#?}");
        let short = shown_of("changed", r#"{"enum":["a"]}"#, r#"{"enum":["b"]}"#);
        assert_eq!(short, [r#"    1 | - {"enum":["a"]}"#, r#"    1 | + {"enum":["b"]}"#]);
    }

    #[test]
    fn an_entry_of_a_new_list_is_marked_where_the_message_names_it() {
        let text: Vec<char> = r#""required": ["sent","key_id"],"zzz":["key_id"]"#.chars().collect();
        let found = |message: &str| {
            let marked = token(&text, 0);
            let mut line = SourceLine { number: 1, text: text.clone(), is_cut: false, place: 0, marked };
            line.point_at_entry(message);
            line.text[line.marked].iter().collect::<String>()
        };
        assert_eq!(found("the property `Secret.key_id` in `PUT /a` is now required"), "\"key_id\"");
        assert_eq!(found("the property `zzz` is now required"), "\"required\"");
    }
}
