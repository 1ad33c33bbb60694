//! What was relaxed, left out or has no sample in imported definitions: how many notes there are, and the first of them.

use super::say::say;
use crate::notes::are_off;

/// How many are printed: a reader has the rest in the list of services.
const SHOWN: usize = 5;

/// The notes on several services.
#[derive(Debug, Default)]
pub(super) struct Notes {
    first: Vec<String>,
    count: usize,
}

impl Notes {
    /// Adds those on one service.
    pub(super) fn add(&mut self, service: &str, notes: &[String]) {
        self.count += notes.len();
        let room = SHOWN.saturating_sub(self.first.len());
        self.first.extend(notes.iter().take(room).map(|note| format!("  {service}: {note}")));
    }

    /// Prints the first of them, and how many there are; with `--quiet` none.
    pub(super) fn print(&self) {
        if are_off() {
            return;
        }
        let rest =
            if self.count > self.first.len() { "; these are the first, and /api/services lists all" } else { "" };
        match self.count {
            0 => return,
            1 => say("1 note on what was imported:"),
            count => say(&format!("{count} notes on what was imported{rest}:")),
        }
        for note in &self.first {
            say(note);
        }
    }
}
