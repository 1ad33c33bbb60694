//! Progress of builds on standard error: a line when a build starts and ends, and the seconds on a terminal.

use std::cell::Cell;
use std::time::Duration;

use crate::notes::{self, say};
use crate::screen;

/// The progress of one build.
#[derive(Debug)]
pub(super) struct Progress {
    /// True if the line with the seconds may be overwritten: on a terminal, while no other build writes.
    counts: bool,
    shown: Cell<u64>,
}

impl Progress {
    /// Prints that the build starts.
    pub(super) fn begin(what: &str, alone: bool) -> Progress {
        say(what);
        Progress { counts: alone && !notes::are_off() && screen::is_watched(), shown: Cell::new(0) }
    }

    /// Shows the elapsed time.
    pub(super) fn tick(&self, taken: Duration) {
        let seconds = taken.as_secs();
        if self.counts && seconds > self.shown.replace(seconds) {
            screen::redraw(&format!("  {seconds} s"));
        }
    }

    /// Prints the outcome.
    pub(super) fn end(&self, how: &str) {
        if self.shown.get() > 0 && self.counts {
            screen::redraw("");
        }
        say(how);
    }
}
