//! Notices on standard error: progress, and information for the user. `--quiet` disables them. Errors, warnings and results
//! are not notices.

use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};

use crate::screen::{self, Stream};

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
        screen::print_line(Stream::Error, text);
    }
}

/// Prints a notice that is marked as a note.
pub(crate) fn note(text: &str) {
    if !are_off() {
        print_marked("note", AnsiColor::Cyan, text);
    }
}

/// Prints a warning, also with `--quiet`.
pub(crate) fn warn(text: &str) {
    print_marked("warning", AnsiColor::Yellow, text);
}

fn print_marked(mark: &str, color: AnsiColor, text: &str) {
    let pieces = vec![(color.on_default().bold(), mark.to_owned()), (Style::new(), format!(": {text}"))];
    // Errors are ignored: the reader may be gone, and the work continues.
    let _ = screen::print_lines(Stream::Error, [pieces]);
}
