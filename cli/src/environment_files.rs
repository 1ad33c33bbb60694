//! Files for the results of a GitHub Actions step: outputs for later steps, and the job summary. Nothing is written if the
//! environment variable with a file's path is not set.

use std::fs::File;
use std::io::Write as _;

use waybill_core::render::printable;

use crate::ci_variables::read;

/// Maximum size of the summary. GitHub allows 1 MiB per step; the rest is left for other commands of the step.
const LARGEST_SUMMARY: usize = 1_000_000;

const LEFT_OUT: &str = "\n\nThe rest is left out: a summary is limited to 1 MiB.\n";

/// Adds text to the job summary, cut after a line if it is too large. An error is returned as the message for a note.
pub(crate) fn write_summary(text: &str) -> Result<(), String> {
    let Some(path) = read("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    let failed = |error: std::io::Error| format!("the job's summary cannot be written: {error}");
    let taken = std::fs::metadata(&path).map_or(0, |file| usize::try_from(file.len()).unwrap_or(usize::MAX));
    let text = shorten(text, LARGEST_SUMMARY.saturating_sub(taken));
    append(&path, &format!("{text}\n")).map_err(failed)
}

/// Returns the text, or its first lines and a remark that the rest is left out.
fn shorten(text: &str, room: usize) -> String {
    if text.len() <= room {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(room);
    let end = text.get(..end).and_then(|kept| kept.rfind('\n')).unwrap_or(0);
    format!("{}{LEFT_OUT}", text.get(..end).unwrap_or_default())
}

/// Sets an output of the step. Its value may have several lines.
pub(crate) fn write_output(name: &str, value: &str) -> Result<(), String> {
    let Some(path) = read("GITHUB_OUTPUT") else { return Ok(()) };
    append(&path, &output(name, value)).map_err(|error| format!("the step's outputs cannot be written: {error}"))
}

/// Formats an output for GitHub. The delimiter is not contained in the value.
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

/// Formats text as one code span, for a summary.
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
