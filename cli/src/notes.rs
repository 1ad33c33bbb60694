//! What is said beside the work on standard error: progress, and what whoever runs the command may want to know.
//! `--quiet` switches it off; errors, warnings and what was asked for are not said here.

use std::sync::atomic::{AtomicBool, Ordering};

use waybill_core::render::printable;

use crate::charset;

/// Whether `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From here on nothing is said.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether nothing is said.
pub(crate) fn are_off() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Says a sentence.
pub(crate) fn say(text: &str) {
    if !are_off() {
        anstream::eprintln!("{}", charset::shown(&printable(text)));
    }
}

/// Says a sentence that is marked as a note.
pub(crate) fn note(text: &str) {
    if !are_off() {
        let style = anstyle::AnsiColor::Cyan.on_default().bold();
        anstream::eprintln!("{}", charset::shown(&format!("{style}note{style:#}: {}", printable(text))));
    }
}
