//! The files through which a step of GitHub Actions speaks to what comes after it: outputs for later steps, and the
//! summary of the job. Where the variable that names one is not set, nothing is written.

use std::fs::File;
use std::io::Write as _;

use waybill_core::render::printable;

use crate::ci_variables::read;

/// GitHub takes a summary of 1 MiB of each step; the rest of the room is for other commands of the step.
const LARGEST_SUMMARY: usize = 1_000_000;

const LEFT_OUT: &str = "\n\nThe rest is left out, as a summary has 1 MiB at most.\n";

/// Adds a text to the job's summary, cut after a line where it gets too large. Why it could not, for a note.
pub(crate) fn write_summary(text: &str) -> Result<(), String> {
    let Some(path) = read("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    let failed = |error: std::io::Error| format!("the job's summary cannot be written: {error}");
    let taken = std::fs::metadata(&path).map_or(0, |file| usize::try_from(file.len()).unwrap_or(usize::MAX));
    let text = shorten(text, LARGEST_SUMMARY.saturating_sub(taken));
    append(&path, &format!("{text}\n")).map_err(failed)
}

/// The text, or its first lines and that there are more.
fn shorten(text: &str, room: usize) -> String {
    if text.len() <= room {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(room);
    let end = text.get(..end).and_then(|kept| kept.rfind('\n')).unwrap_or(0);
    format!("{}{LEFT_OUT}", text.get(..end).unwrap_or_default())
}

/// Sets an output of the step; its value may have several lines.
pub(crate) fn write_output(name: &str, value: &str) -> Result<(), String> {
    let Some(path) = read("GITHUB_OUTPUT") else { return Ok(()) };
    append(&path, &output(name, value)).map_err(|error| format!("the step's outputs cannot be written: {error}"))
}

/// An output as GitHub reads it: no line of the value is the one that ends it.
fn output(name: &str, value: &str) -> String {
    let mut end = "waybill-end".to_owned();
    while value.contains(&end) {
        end.push('-');
    }
    format!("{name}<<{end}\n{value}\n{end}\n")
}

fn append(path: &str, text: &str) -> std::io::Result<()> {
    File::options().append(true).create(true).open(path)?.write_all(text.as_bytes())
}

/// A text as one code span, for a summary.
pub(crate) fn code_line(text: &str) -> String {
    format!("`{}`", printable(text).replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_value_ends_it() {
        assert_eq!(output("version", "1.5.0"), "version<<waybill-end\n1.5.0\nwaybill-end\n");
        let hostile = "a\nwaybill-end\nother=x\nwaybill-end-";
        assert_eq!(output("files", hostile), format!("files<<waybill-end--\n{hostile}\nwaybill-end--\n"));
    }

    #[test]
    fn a_text_without_room_is_cut_after_a_line_and_says_so() {
        assert_eq!(shorten("one\ntwo\n", 8), "one\ntwo\n");
        assert_eq!(shorten("one\ntwo\n", 7), format!("one{LEFT_OUT}"));
        assert_eq!(shorten("éé\nééé", 6), format!("éé{LEFT_OUT}"));
        assert_eq!(shorten("one\n", 0), LEFT_OUT);
    }
}
