//! Builds the path of a service. Name and version cannot change other parts of the path.

use percent_encoding::utf8_percent_encode;
use waybill_base::error::{Error, code};
use waybill_base::internal::{ENCODED, ErrorExt as _};

/// Returns the path of a service below a base path.
pub(super) fn service_path(below: &str, service: &str, version: &str) -> Result<String, Error> {
    let mut path = below.to_owned();
    for (what, text) in [("name", service), ("version", version)] {
        if matches!(text, "" | "." | "..") {
            let message = format!("the {what} of a service must not be empty, `.` or `..`");
            return Err(
                Error::new(code::REQUEST_INVALID, message).remedy("use the name and version from the list of services")
            );
        }
        path.push('/');
        path.extend(utf8_percent_encode(text, ENCODED));
    }
    Ok(path)
}
