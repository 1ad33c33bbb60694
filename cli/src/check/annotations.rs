//! GitHub annotations at the lines of committed descriptions.
//!
//! GitHub reads workflow commands from the lines of standard output. Text of descriptions is escaped in ours, and workflow
//! commands are switched off while a report is printed.

use std::fmt::Write as _;
use std::io::Write as _;

use sha2::{Digest as _, Sha256};
use waybill_core::Report;
use waybill_core::report::{Change, Level};

use crate::ci_variables::is_github_actions;

/// Maximum number of annotations of each kind that GitHub shows for a step.
const MOST_SHOWN: usize = 10;

/// Guard that stops GitHub from treating output lines as workflow commands.
pub(super) struct CommandsOff {
    word: Option<String>,
    stream: Stream,
}

/// Stream for the stop command; GitHub reads both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Output,
    /// If standard output is a document.
    Error,
}

impl CommandsOff {
    pub(super) fn new(stream: Stream) -> CommandsOff {
        if !is_github_actions() {
            return CommandsOff { word: None, stream };
        }
        // Authors of descriptions cannot guess this token.
        let seed = format!("{:?} {}", std::time::SystemTime::now(), std::process::id());
        let mut word = String::from("waybill-");
        for byte in Sha256::digest(seed.as_bytes()).iter().take(16) {
            let _ = write!(word, "{byte:02x}");
        }
        stream.println(&format!("::stop-commands::{word}"));
        CommandsOff { word: Some(word), stream }
    }
}

impl Drop for CommandsOff {
    fn drop(&mut self) {
        if let Some(word) = &self.word {
            self.stream.println(&format!("::{word}::"));
        }
    }
}

impl Stream {
    fn println(self, line: &str) {
        match self {
            Stream::Output => println(line),
            Stream::Error => {
                let mut err = std::io::stderr().lock();
                let _ = writeln!(err, "{line}").and_then(|()| err.flush());
            }
        }
    }
}

/// Annotates failing changes as errors, and other breaking or risky ones as warnings. `path` is that of the committed
/// description.
pub(super) fn annotate(report: &Report, path: Option<&str>, failing: &[&str]) {
    if !is_github_actions() {
        return;
    }
    let level = |change: &Change| match change.level {
        _ if failing.contains(&change.id.as_str()) => Some("error"),
        Level::Breaking | Level::Risky => Some("warning"),
        _ => None,
    };
    for kind in ["error", "warning"] {
        let of_kind = || report.changes.iter().filter(|change| level(change) == Some(kind));
        for change in of_kind().take(MOST_SHOWN) {
            println(&command(kind, change, path));
        }
        let more = of_kind().count().saturating_sub(MOST_SHOWN);
        if more > 0 {
            println(&format!("::notice::{more} more are listed in the report above"));
        }
    }
}

fn command(kind: &str, change: &Change, path: Option<&str>) -> String {
    let mut written = format!("::{kind} ");
    // A removed element has no line in the file of the pull request.
    if let (Some(path), Some(place)) = (path, change.new.as_ref().filter(|place| place.file.is_none())) {
        let _ = write!(written, "file={},line={},col={},", property(path), place.line, place.column);
    }
    let _ = write!(written, "title={}::{}", property(change.title), data(&change.message));
    written
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn println(line: &str) {
    let mut out = std::io::stdout().lock();
    // A reader that closes the pipe early is not an error, and there is nowhere else to report one.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_ends_its_command_or_its_property() {
        assert_eq!(property("a,b:c%\n::error::"), "a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3A");
        assert_eq!(data("50 %\r\n::add-mask::x"), "50 %25%0D%0A::add-mask::x");
    }
}
