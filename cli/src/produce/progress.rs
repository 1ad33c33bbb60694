//! What standard error says while builds run: a line when one begins and when it ended, and the seconds on a terminal.

use std::cell::Cell;
use std::io::IsTerminal;
use std::time::Duration;

use crate::notes::{self, say};

/// The progress of one build.
#[derive(Debug)]
pub(super) struct Progress {
    /// Whether the line with the seconds may be written over: on a terminal, where no other build writes.
    counts: bool,
    shown: Cell<u64>,
}

impl Progress {
    /// Says what begins.
    pub(super) fn begin(what: &str, alone: bool) -> Progress {
        say(what);
        Progress { counts: alone && !notes::are_off() && std::io::stderr().is_terminal(), shown: Cell::new(0) }
    }

    /// Shows how long it takes.
    pub(super) fn tick(&self, taken: Duration) {
        let seconds = taken.as_secs();
        if self.counts && seconds > self.shown.replace(seconds) {
            anstream::eprint!("\r  {seconds} s");
        }
    }

    /// Says how it ended.
    pub(super) fn end(&self, how: &str) {
        if self.shown.get() > 0 && self.counts {
            anstream::eprint!("\r\u{1b}[K");
        }
        say(how);
    }
}
