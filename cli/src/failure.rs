//! Why a run stopped: what went wrong, where, and what to do next, in one shape for every subcommand.

use std::fmt;

use anstyle::{AnsiColor, Style};
use waybill_core::render::printable;

/// The exit status of a run that could not do all of its work.
const NOT_DONE: u8 = 2;

/// What stopped a run.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    place: Option<String>,
    notes: Vec<String>,
    help: Option<String>,
    status: u8,
}

impl Failure {
    /// What went wrong, as one lower-case sentence.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), place: None, notes: Vec::new(), help: None, status: NOT_DONE }
    }

    /// Where it went wrong: a path with line and column.
    pub(crate) fn at(mut self, place: impl Into<String>) -> Failure {
        self.place = Some(place.into());
        self
    }

    /// What is known besides, such as another program's words.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Failure {
        self.notes.push(note.into());
        self
    }

    /// What went wrong, alone: for whoever knows better what to do next.
    pub(crate) fn into_message(self) -> String {
        self.message
    }

    /// What went wrong, where, and what is known besides, as one line without colours.
    pub(crate) fn as_line(&self) -> String {
        let Failure { message, place, notes, help: _, status: _ } = self;
        let place = place.iter().map(|place| format!(" ({place})"));
        let notes = notes.iter().map(|note| format!("; {note}"));
        let line: String = std::iter::once(message.clone()).chain(place).chain(notes).collect();
        line.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Another exit status than that of a run that could not do its work.
    pub(crate) fn with_status(mut self, status: u8) -> Failure {
        self.status = status;
        self
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// What to do next; starts with a verb.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { message, place, notes, help, status: _ } = self;
        let (error, next) = (AnsiColor::Red.on_default().bold(), AnsiColor::Cyan.on_default().bold());
        let bold = Style::new().bold();
        write!(f, "{error}error{error:#}{bold}: {}{bold:#}", printable(message))?;
        if let Some(place) = place {
            write!(f, "\n  --> {}", printable(place))?;
        }
        for note in notes {
            write!(f, "\n  = {}", printable(note))?;
        }
        if let Some(help) = help {
            write!(f, "\n{next}help{next:#}: {}", printable(help))?;
        }
        Ok(())
    }
}
