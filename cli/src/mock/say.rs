//! What is printed while definitions are imported, a line each.

use waybill_core::render::printable;
use waybill_mock::service::SeedFailure;

use crate::notes::are_off;
use crate::server::print;

/// Prints a line, in which names stand as files have them. Whoever started this may have stopped listening; the work goes on.
pub(super) fn say(line: &str) {
    let _ = print(&format!("{}\n", printable(line)));
}

/// Prints what was done so far; with `--quiet` nothing.
pub(super) fn say_progress(line: &str) {
    if !are_off() {
        say(line);
    }
}

/// Says that a file is not imported, and names it once.
pub(super) fn say_failed(failure: &SeedFailure) {
    let SeedFailure { file, reason } = failure;
    let names_it = reason.strip_prefix(file).is_some_and(|rest| rest.starts_with([' ', ':', ',']));
    say(&if names_it { format!("not imported: {reason}") } else { format!("not imported: {file}: {reason}") });
}

/// Says that a service is imported and none of its operations can be called.
pub(super) fn say_unserved(service: &str, reason: &str) {
    say(&format!("  {service} is not served: no port of it can be called with SOAP: {reason}"));
}
