//! The error of a run: what went wrong, where, and what to do next. All subcommands use it.

use anstyle::{AnsiColor, Style};

use crate::screen::{self, Pieces, Stream};

/// Exit status of a run that could not complete its work.
const NOT_DONE: u8 = 2;

/// An error that stopped a run.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    place: Option<String>,
    notes: Vec<String>,
    help: Option<String>,
    status: u8,
}

impl Failure {
    /// Creates an error with a message, which is one lower-case sentence.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), place: None, notes: Vec::new(), help: None, status: NOT_DONE }
    }

    /// Sets the location: a path with line and column.
    pub(crate) fn at(mut self, place: impl Into<String>) -> Failure {
        self.place = Some(place.into());
        self
    }

    /// Adds a note, such as the output of another program.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Failure {
        self.notes.push(note.into());
        self
    }

    /// Returns only the message, for callers that give their own advice.
    pub(crate) fn into_message(self) -> String {
        self.message
    }

    /// Returns message, location and notes as one line without colours.
    pub(crate) fn as_line(&self) -> String {
        let Failure { message, place, notes, help: _, status: _ } = self;
        let place = place.iter().map(|place| format!(" ({place})"));
        let notes = notes.iter().map(|note| format!("; {note}"));
        let line: String = std::iter::once(message.clone()).chain(place).chain(notes).collect();
        line.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Sets the exit status.
    pub(crate) fn with_status(mut self, status: u8) -> Failure {
        self.status = status;
        self
    }

    /// Returns the exit status.
    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// Sets the next step for the user; starts with a verb.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }

    /// Prints the error to standard error. Errors of the stream are ignored: there is nowhere else to report one.
    pub(crate) fn print(&self) {
        let _ = screen::print_lines(Stream::Error, self.lines());
    }

    fn lines(&self) -> Vec<Pieces> {
        let Failure { message, place, notes, help, status: _ } = self;
        let (error, next) = (AnsiColor::Red.on_default().bold(), AnsiColor::Cyan.on_default().bold());
        let plain = |text| vec![(Style::new(), text)];
        let mut lines = vec![vec![(error, "error".to_owned()), (Style::new().bold(), format!(": {message}"))]];
        lines.extend(place.iter().map(|place| plain(format!("  --> {place}"))));
        lines.extend(notes.iter().map(|note| plain(format!("  = {note}"))));
        lines.extend(help.iter().map(|help| vec![(next, "help".to_owned()), (Style::new(), format!(": {help}"))]));
        lines
    }
}

#[cfg(test)]
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.lines().into_iter().flatten().try_for_each(|(_, text)| writeln!(f, "{text}"))
    }
}
