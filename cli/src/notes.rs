//! Notices on standard error: progress, and information for the user. `--quiet` disables them. Errors, warnings and results
//! are not notices.

use std::sync::atomic::{AtomicBool, Ordering};

use waybill_core::render::printable;

use crate::charset;

/// True if `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Disables notices.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// True if notices are disabled.
pub(crate) fn are_off() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a notice.
pub(crate) fn say(text: &str) {
    if !are_off() {
        anstream::eprintln!("{}", charset::shown(&printable(text)));
    }
}

/// Prints a notice that is marked as a note.
pub(crate) fn note(text: &str) {
    if !are_off() {
        let style = anstyle::AnsiColor::Cyan.on_default().bold();
        anstream::eprintln!("{}", charset::shown(&format!("{style}note{style:#}: {}", printable(text))));
    }
}
