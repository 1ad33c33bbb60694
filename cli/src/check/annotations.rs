//! What GitHub shows beside a run: annotations at the lines of committed descriptions.
//!
//! A workflow command is a line of standard output. What a description says is escaped in ours, and while a report is
//! printed commands are switched off.

use std::fmt::Write as _;
use std::io::Write as _;

use sha2::{Digest as _, Sha256};
use waybill_core::Report;
use waybill_core::report::{Change, Level};

use crate::ci_variables::is_github_actions;

/// GitHub shows so many annotations of each kind of one step.
const MOST_SHOWN: usize = 10;

/// While it lives, GitHub takes no line of the output for a workflow command.
pub(super) struct CommandsOff {
    word: Option<String>,
    stream: Stream,
}

/// Where the commands are written that switch others off: GitHub reads both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Output,
    /// Where the output is a document.
    Error,
}

impl CommandsOff {
    pub(super) fn new(stream: Stream) -> CommandsOff {
        if !is_github_actions() {
            return CommandsOff { word: None, stream };
        }
        // Nobody who writes a description can know it.
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

/// Annotates what breaks as errors and what is risky as warnings; `path` is that of the committed description.
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
            println(&format!("::notice::{more} more of them are in the report above"));
        }
    }
}

fn command(kind: &str, change: &Change, path: Option<&str>) -> String {
    let mut written = format!("::{kind} ");
    // What was removed has no line in the file of the pull request.
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
    // A reader that has seen enough is no failure, and nobody else can be told.
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
