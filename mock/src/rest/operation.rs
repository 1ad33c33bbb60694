//! An operation of a description and the requests that select it: by path, and by selectors among operations of one
//! path.

use waybill_openapi::operation::Operation;

use super::request::RestRequest;
use super::selector::Selector;
use super::template::{Captured, Template};

/// An operation with its parsed path.
#[derive(Debug)]
pub(crate) struct RestOperation {
    /// Method and path template: `GET /parcels/{id}`.
    pub(crate) name: String,
    pub(crate) operation: Operation,
    pub(super) template: Template,
    /// Conditions in addition to path and method, or the reason why no request can select the operation.
    pub(super) selectors: Result<Vec<Selector>, &'static str>,
}

impl RestOperation {
    pub(super) fn new(operation: Operation) -> RestOperation {
        RestOperation {
            name: format!("{} {}", operation.method, operation.path),
            template: Template::parse(&operation.path),
            selectors: Selector::of_operation(&operation),
            operation,
        }
    }

    /// Returns the reason why no request can select it, or `None` if requests can.
    pub(crate) fn unserved(&self) -> Option<&'static str> {
        self.selectors.as_ref().err().copied()
    }

    /// Returns the path template without the part after `?` or `#`.
    pub(crate) fn path(&self) -> &str {
        self.operation.path.split(['?', '#']).next().unwrap_or_default()
    }

    /// Returns the values of path parameters, including those in the template's query. Returns `None` if the request
    /// does not match.
    pub(super) fn capture(&self, request: &RestRequest<'_>) -> Option<Captured> {
        let mut captured = self.template.capture(request.path)?;
        self.selectors.iter().flatten().all(|selector| selector.accepts(request, &mut captured)).then_some(captured)
    }

    /// Returns the conditions in addition to path and method.
    pub(super) fn selectors(&self) -> &[Selector] {
        self.selectors.as_deref().unwrap_or_default()
    }
}
