//! Lines that are printed while definitions are imported.

use waybill_core::render::printable;
use waybill_mock::service::SeedFailure;

use crate::notes::are_off;
use crate::server::print;

/// Prints a line with its control characters escaped. Errors are ignored: the reader may be gone, and the work continues.
pub(super) fn say(line: &str) {
    let _ = print(&format!("{}\n", printable(line)));
}

/// Prints progress; nothing with `--quiet`.
pub(super) fn say_progress(line: &str) {
    if !are_off() {
        say(line);
    }
}

/// Reports a file that is not imported, naming it once.
pub(super) fn say_failed(failure: &SeedFailure) {
    let SeedFailure { file, reason } = failure;
    let names_it = reason.strip_prefix(file).is_some_and(|rest| rest.starts_with([' ', ':', ',']));
    say(&if names_it { format!("not imported: {reason}") } else { format!("not imported: {file}: {reason}") });
}

/// Reports a service that is imported, but has no operation that can be called.
pub(super) fn say_unserved(service: &str, reason: &str) {
    say(&format!("  {service} is not served, because none of its ports can be called with SOAP: {reason}"));
}
