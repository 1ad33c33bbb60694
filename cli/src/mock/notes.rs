//! Notes on what was relaxed, left out or has no sample in imported definitions: their number, and the first of them.

use super::say::say;
use crate::notes::are_off;

/// Maximum number of notes that are printed. The list of services has all of them.
const SHOWN: usize = 5;

/// The notes on several services.
#[derive(Debug, Default)]
pub(super) struct Notes {
    first: Vec<String>,
    count: usize,
}

impl Notes {
    /// Adds the notes on one service.
    pub(super) fn add(&mut self, service: &str, notes: &[String]) {
        self.count += notes.len();
        let room = SHOWN.saturating_sub(self.first.len());
        self.first.extend(notes.iter().take(room).map(|note| format!("  {service}: {note}")));
    }

    /// Prints the number of notes and the first of them; nothing with `--quiet`.
    pub(super) fn print(&self) {
        if are_off() {
            return;
        }
        let rest =
            if self.count > self.first.len() { ", the first of them below (/api/services lists all)" } else { "" };
        match self.count {
            0 => return,
            1 => say("1 note on imported definitions:"),
            count => say(&format!("{count} notes on imported definitions{rest}:")),
        }
        for note in &self.first {
            say(note);
        }
    }
}
