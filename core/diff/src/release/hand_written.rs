//! Hand-written parts of a changelog. Text between two markers is kept when the changelog is regenerated.
//!
//! The markers are link reference definitions (CommonMark 0.31.2 section 4.7). Renderers do not show them, and MDX
//! accepts them.

use waybill_base::error::{Error, code};

/// The line before a hand-written part.
const START: &str = "[waybill-keep-start]: #";

/// The line after a hand-written part.
const END: &str = "[waybill-keep-end]: #";

/// An error for a marker without its counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// A part without an end, or with the start of another part inside.
    #[error(
        "line {line} begins a hand-written part that does not end: write `[waybill-keep-end]: #` in a line below it"
    )]
    NoEnd {
        /// Line number, starting at 1.
        line: usize,
    },
    /// An end without a start.
    #[error(
        "line {line} ends a hand-written part that did not begin: write `[waybill-keep-start]: #` in a line above it"
    )]
    NoStart {
        /// Line number, starting at 1.
        line: usize,
    },
}

impl From<KeepError> for Error {
    fn from(error: KeepError) -> Error {
        Error::new(code::CHANGELOG_MARKERS, error.to_string())
    }
}

/// Returns the `generated` document with the hand-written parts of the `previous` one inserted.
///
/// Each part stays under its heading: directly below it if it was there, else at the end of the heading's own text. If
/// the heading no longer exists, the part moves to the nearest remaining heading above. Without one, it moves to the
/// end of the document.
///
/// # Errors
/// Returns a [`KeepError`] with a line of `previous` if its markers do not match.
pub fn keep_hand_written(previous: &str, generated: &str) -> Result<String, KeepError> {
    let (_, parts) = read(previous)?;
    if parts.is_empty() {
        return Ok(generated.to_owned());
    }
    // Generated text contains no markers: no line starts with text from a description.
    let (sections, _) = read(generated)?;
    let lines: Vec<&str> = generated.lines().collect();
    let mut written = Written::default();
    for (at, section) in sections.iter().enumerate() {
        let is_last = at + 1 == sections.len();
        let (head, body) =
            lines.get(section.first_line..section.last_line).unwrap_or_default().split_at(section.head_lines);
        let here = |part: &&Part<'_>| find(&sections, part) == Some(at);
        written.lines(head);
        parts.iter().filter(here).filter(|part| part.leads).for_each(|part| written.block(&part.lines));
        written.lines(body);
        parts.iter().filter(here).filter(|part| !part.leads).for_each(|part| written.block(&part.lines));
        if is_last {
            parts.iter().filter(|part| find(&sections, part).is_none()).for_each(|part| written.block(&part.lines));
        }
    }
    Ok(written.finish())
}

/// The lines from a heading to the next one. The first section starts at the beginning of the document.
#[derive(Debug)]
struct SectionLines<'a> {
    /// The section's heading and the headings above it.
    headings: Vec<&'a str>,
    first_line: usize,
    last_line: usize,
    /// Number of lines of the heading, or of the front matter.
    head_lines: usize,
}

/// A hand-written part.
#[derive(Debug)]
struct Part<'a> {
    headings: Vec<&'a str>,
    /// True if no generated text is between the heading and this part.
    leads: bool,
    /// The lines, including the markers.
    lines: Vec<&'a str>,
}

/// Returns the section for a part: that of its heading, or of the nearest heading above that still exists.
fn find(sections: &[SectionLines<'_>], part: &Part<'_>) -> Option<usize> {
    let named = |headings: &[&str]| sections.iter().position(|section| section.headings == headings);
    let mut headings = part.headings.as_slice();
    loop {
        match (named(headings), headings) {
            // If none of the headings exists, do not move the part to the beginning of the document.
            (Some(at), found) if !found.is_empty() || part.headings.is_empty() => return Some(at),
            (_, [above @ .., _]) => headings = above,
            (_, []) => return None,
        }
    }
}

/// Returns the sections and hand-written parts of a document.
fn read(document: &str) -> Result<(Vec<SectionLines<'_>>, Vec<Part<'_>>), KeepError> {
    let head_lines = front_matter_lines(document);
    let mut sections = vec![SectionLines { headings: Vec::new(), first_line: 0, last_line: head_lines, head_lines }];
    let mut parts: Vec<Part<'_>> = Vec::new();
    let (mut open, mut fence, mut leads) = (None, None::<&str>, true);
    let mut headings: Vec<&str> = Vec::new();
    for (at, line) in document.lines().enumerate().skip(head_lines) {
        let (marker, number) = (line.trim(), at + 1);
        if let Some(begun) = open {
            match (marker, parts.last_mut()) {
                (START, _) => return Err(KeepError::NoEnd { line: begun }),
                (_, Some(part)) => part.lines.push(line),
                (_, None) => {}
            }
            open = Some(begun).filter(|_| marker != END);
        } else if let Some(closing) = fence {
            fence = Some(closing).filter(|closing| !is_closed_by(closing, marker));
            leads = false;
        } else if marker == START {
            parts.push(Part { headings: headings.clone(), leads, lines: vec![line] });
            open = Some(number);
        } else if marker == END {
            return Err(KeepError::NoStart { line: number });
        } else if let Some(level) = heading_level(line) {
            headings.retain(|above| heading_level(above).is_some_and(|above| above < level));
            headings.push(line.trim_end());
            sections.push(SectionLines { headings: headings.clone(), first_line: at, last_line: at, head_lines: 1 });
            leads = true;
        } else if !marker.is_empty() {
            fence = opened_fence(marker);
            leads = false;
        }
        if let Some(section) = sections.last_mut() {
            section.last_line = number;
        }
    }
    match open {
        Some(line) => Err(KeepError::NoEnd { line }),
        None => Ok((sections, parts)),
    }
}

/// Returns the number of lines of the front matter, including both `---`.
fn front_matter_lines(document: &str) -> usize {
    let mut lines = document.lines();
    if lines.next() != Some("---") {
        return 0;
    }
    lines.position(|line| line == "---").map_or(0, |at| at + 2)
}

/// Returns the level of an ATX heading (CommonMark section 4.2).
fn heading_level(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let is_heading = (1..=6).contains(&level) && line.get(level..).is_some_and(|rest| rest.starts_with(' '));
    is_heading.then_some(level)
}

/// Returns the fence that a line opens (CommonMark section 4.5).
fn opened_fence(line: &str) -> Option<&str> {
    let length = |mark: char| line.len() - line.trim_start_matches(mark).len();
    ['`', '~'].into_iter().map(length).find(|length| *length >= 3).and_then(|length| line.get(..length))
}

fn is_closed_by(fence: &str, line: &str) -> bool {
    line.len() >= fence.len() && line.starts_with(fence) && line.chars().all(|mark| fence.starts_with(mark))
}

/// A document with a blank line before and after each inserted block.
#[derive(Debug, Default)]
struct Written<'a> {
    lines: Vec<&'a str>,
    /// True if a block ended and a blank line must follow.
    after_block: bool,
}

impl<'a> Written<'a> {
    fn lines(&mut self, lines: &[&'a str]) {
        for line in lines {
            if std::mem::take(&mut self.after_block) && !line.trim().is_empty() {
                self.lines.push("");
            }
            self.lines.push(line);
        }
    }

    fn block(&mut self, block: &[&'a str]) {
        while self.lines.last().is_some_and(|line| line.trim().is_empty()) {
            self.lines.pop();
        }
        if !self.lines.is_empty() {
            self.lines.push("");
        }
        self.lines.extend(block);
        self.after_block = true;
    }

    fn finish(self) -> String {
        self.lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GENERATED: &str = "---\ntitle: \"API 1.5.0\"\n---\n\nReleased.\n\n## New endpoints\n\n- `GET /a`\n\n## Modified endpoints\n\n\
                             ### `GET /b`\n\n- more\n\n### `GET /c`\n\n- less\n\n## Breaking changes\n\n- one\n";

    fn part(text: &str) -> String {
        format!("{START}\n{text}\n{END}\n")
    }

    fn with_part(before: &str, text: &str) -> String {
        GENERATED.replacen(before, &format!("{before}\n{}", part(text)), 1)
    }

    #[test]
    fn hand_written_part_keeps_its_position() {
        for before in [
            "title: \"API 1.5.0\"\n---\n",
            "Released.\n",
            "## New endpoints\n",
            "- `GET /a`\n",
            "### `GET /b`\n",
            "- one\n",
        ] {
            let previous = with_part(before, "by hand\n\n## not a section\n\n```\n# nor this");
            assert_eq!(keep_hand_written(&previous, GENERATED).unwrap(), previous);
        }
    }

    #[test]
    fn regenerated_text_surrounds_the_hand_written_part() {
        let previous = with_part("## New endpoints\n", "by hand");
        let generated = GENERATED.replace("- `GET /a`", "- `GET /z`");
        let expected = previous.replace("- `GET /a`", "- `GET /z`");
        assert_eq!(keep_hand_written(&previous, &generated).unwrap(), expected);
        assert_eq!(keep_hand_written(GENERATED, &generated).unwrap(), generated);
    }

    #[test]
    fn part_under_a_removed_heading_moves_up_or_to_the_end() {
        let previous = with_part("### `GET /c`\n", "by hand");
        let generated = GENERATED.replace("### `GET /c`\n\n- less\n\n", "");
        let kept = keep_hand_written(&previous, &generated).unwrap();
        assert_eq!(
            kept,
            generated.replace("## Modified endpoints\n", &format!("## Modified endpoints\n\n{}", part("by hand")))
        );
        let previous = with_part("- one\n", "by hand");
        let generated = GENERATED.replace("## Breaking changes\n\n- one\n", "## Other\n\n- two\n");
        let kept = keep_hand_written(&previous, &generated).unwrap();
        assert_eq!(kept, format!("{generated}\n{}", part("by hand")));
    }

    #[test]
    fn several_parts_keep_their_order_and_crlf_is_read() {
        let both = format!("{}\n{}", part("first"), part("second"));
        let previous = GENERATED.replacen("## New endpoints\n", &format!("## New endpoints\n\n{both}"), 1);
        assert_eq!(keep_hand_written(&previous.replace('\n', "\r\n"), GENERATED).unwrap(), previous);
    }

    #[test]
    fn a_marker_without_its_counterpart_is_named_by_its_line() {
        for (text, error) in [
            (format!("a\n\n{START}\nb\n"), KeepError::NoEnd { line: 3 }),
            (format!("a\n{START}\nb\n{START}\nc\n{END}\n"), KeepError::NoEnd { line: 2 }),
            (format!("a\n{END}\n"), KeepError::NoStart { line: 2 }),
            (format!("{START}\na\n{END}\n{END}\n"), KeepError::NoStart { line: 4 }),
        ] {
            assert_eq!(keep_hand_written(&text, GENERATED), Err(error), "{text}");
        }
        let fenced = format!("```md\n{START}\n```\n");
        assert_eq!(keep_hand_written(&fenced, GENERATED).unwrap(), GENERATED);
    }

    proptest! {
        #[test]
        fn keeping_twice_changes_nothing_more(lines in proptest::collection::vec("(## [AB]|### [ab]|- x|```|)", 0..12), at in 0_usize..12) {
            let mut lines: Vec<String> = lines;
            lines.insert(at.min(lines.len()), part("by hand").trim_end().to_owned());
            let previous = lines.join("\n\n") + "\n";
            if let Ok(once) = keep_hand_written(&previous, GENERATED) {
                prop_assert_eq!(keep_hand_written(&once, GENERATED).unwrap(), once);
            }
        }
    }
}
