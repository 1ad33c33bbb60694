//! The panic hook. It prints a panic's location to standard error, and never its message.
//!
//! The message may contain a value, and that value may be a secret. The host gets an error with a code instead.

use std::io::Write as _;
use std::panic::{PanicHookInfo, set_hook};
use std::sync::Once;

static WITHHELD: Once = Once::new();

/// Installs the hook that hides the messages of panics. It affects no host, because this library has its own copy of the
/// standard library.
pub(crate) fn withhold_texts() {
    // `cargo test` needs the message of a failed assertion.
    if !cfg!(test) {
        WITHHELD.call_once(|| set_hook(Box::new(tell)));
    }
}

/// Prints one line. Errors are ignored, because standard error may be closed.
fn tell(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    let _ = writeln!(std::io::stderr().lock(), "waybill: a bug{place}; please report it");
}
