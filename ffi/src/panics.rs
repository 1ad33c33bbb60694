//! What a panic leaves on standard error: where it was, never what it said.
//!
//! Its text may quote the value it stopped at, and that value may be a secret. The host gets a named error instead.

use std::io::Write as _;
use std::panic::{PanicHookInfo, set_hook};
use std::sync::Once;

static WITHHELD: Once = Once::new();

/// Keeps the texts of panics to themselves. The hook is this library's own: it shares the standard library with no host.
pub(crate) fn withhold_texts() {
    // Under `cargo test` the text is what says which assertion failed.
    if !cfg!(test) {
        WITHHELD.call_once(|| set_hook(Box::new(tell)));
    }
}

/// One line; where standard error is closed there is nobody to tell.
fn tell(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    let _ = writeln!(std::io::stderr().lock(), "waybill: a bug{place}; please report it");
}
