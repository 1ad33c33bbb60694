//! The error for a 404 of the mock service. It lists the imported services or operations.

use waybill_base::error::{Error, code};
use waybill_base::internal::ErrorExt as _;

use super::answer::MockAnswer;
use super::failures::with_status;
use super::listing::ListedService;

/// Maximum number of services or operations listed.
const NAMED: usize = 20;

/// The platform's remedy for a 404 of the mock service.
const IMPORT_OR_CORRECT: &str = "import the definition; use the exact path";

/// A 404, and the service that was requested.
#[derive(Debug)]
pub(super) struct NotServed {
    path: String,
    service: String,
    operation: Option<String>,
    error: Error,
}

impl NotServed {
    /// Creates the error for a 404 at the path of a service, and of an operation if one was called.
    pub(super) fn new(path: &str, service: &str, operation: Option<&str>, answer: &MockAnswer) -> Self {
        let error = Error::new(code::SERVICE_UNKNOWN, format!("nothing is served at {path}")).remedy(IMPORT_OR_CORRECT);
        let said = answer.reason().map(|reason| format!("the mock service reports: {reason}"));
        let error = with_status(error, answer).with_details(|details| details.evidence.extend(said));
        Self { path: path.to_owned(), service: service.to_owned(), operation: operation.map(str::to_owned), error }
    }

    /// Returns the error if the imported services are unknown.
    pub(super) fn into_error(self) -> Error {
        self.error
    }

    /// Returns the error with the imported services, or with the operations of the requested one.
    pub(super) fn into_error_with(self, services: &[ListedService]) -> Error {
        let Self { path, service, operation, error } = self;
        let found = services.iter().find(|listed| listed.id() == service);
        let message = match (found, operation) {
            (Some(found), Some(operation)) => {
                let names = enumerate(found.operations.iter().map(|operation| operation.name.clone()).collect());
                format!("{service} has no operation `{operation}`; its operations: {names}")
            }
            (Some(_), None) => format!("nothing is served at {path}, though {service} is imported"),
            (None, _) => {
                let names = enumerate(services.iter().map(ListedService::id).collect());
                format!("nothing is served at {path}: {service} is not imported; imported: {names}")
            }
        };
        Error { message, ..error }
    }
}

/// Joins the first names of a list, and the number of the others.
fn enumerate(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    match (names.is_empty(), more) {
        (true, _) => "nothing".to_owned(),
        (false, 0) => names.join(", "),
        (false, more) => format!("{} and {more} more", names.join(", ")),
    }
}
