//! Source lines around a location, for the viewer. It therefore does not need the whole description.

use std::ops::Range;

use serde::Serialize;

use crate::render::source_lines::{Lines, SourceLinesPair};
use crate::{Change, Place};

/// Number of lines shown before and after the location's line.
const CONTEXT: usize = 2;
/// Maximum number of characters of a line. A longer line, as in a file without line ends, is cut around the location.
const SHOWN: usize = 160;
/// Number of characters to keep before the location in a long line.
const BEFORE: usize = 40;

/// The source lines of both descriptions around a change.
#[derive(Serialize)]
pub(super) struct Excerpts {
    old: Option<Excerpt>,
    new: Option<Excerpt>,
}

/// A source line with some lines around it. The line is split into three parts to mark the location.
#[derive(Serialize)]
struct Excerpt {
    /// Number of the location's line, from 1.
    line: u32,
    before: Vec<String>,
    start: String,
    marked: String,
    end: String,
    after: Vec<String>,
}

impl Excerpts {
    /// Returns the lines of a change's locations. `None` if none of their files is available.
    pub(super) fn read(change: &Change, sources: &mut SourceLinesPair<'_>) -> Option<Excerpts> {
        let old = change.old.as_ref().and_then(|place| read(sources.previous.lines_at(place)?, place));
        let new = change.new.as_ref().and_then(|place| read(sources.current.lines_at(place)?, place));
        (old.is_some() || new.is_some()).then_some(Excerpts { old, new })
    }
}

/// Returns the excerpt around a location.
fn read(lines: &Lines<'_>, place: &Place) -> Option<Excerpt> {
    let (index, line, before) = lines.find(place)?;
    let is_long = line.chars().nth(SHOWN).is_some();
    let start = if is_long { before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at) } else { 0 };
    let rest = line.get(start..)?;
    let (ahead, behind) = (start > 0, rest.chars().nth(SHOWN).is_some());
    let shown: Vec<char> = rest.chars().take(SHOWN).collect();
    let marked = token(&shown, before.get(start..)?.chars().count(), shown.len());
    let part = |range: Range<usize>| shown.get(range).unwrap_or_default().iter().collect::<String>();
    // A long line is shown without its neighbours.
    let around = if ahead || behind { 0 } else { CONTEXT };
    let shortened = |at: usize| lines.line(at).map(shorten);
    Some(Excerpt {
        line: place.line,
        before: (index.saturating_sub(around)..index).filter_map(shortened).collect(),
        start: if ahead { "…".to_owned() } else { String::new() } + &part(0..marked.start),
        end: part(marked.end..shown.len()) + if behind { "…" } else { "" },
        marked: part(marked),
        after: (index + 1..=index + around).map_while(shortened).collect(),
    })
}

/// Returns the token at an index: a quoted string, or everything up to the end of a key or a value.
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
