//! Lines that are printed while definitions are imported.

use waybill_mock::service::SeedFailure;

use crate::notes::are_off;
use crate::screen::{self, Stream};

/// Prints a line.
pub(super) fn say(line: &str) {
    screen::print_line(Stream::Output, line);
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
