//! An operation of a description, with what a request needs to mean it: a path, and what chooses among those of one path.

use waybill_openapi::operation::Operation;

use super::request::RestRequest;
use super::selector::Selector;
use super::template::{Captured, Template};

/// An operation with its path taken apart.
#[derive(Debug)]
pub(crate) struct RestOperation {
    /// `GET /parcels/{id}`.
    pub(crate) name: String,
    pub(crate) operation: Operation,
    pub(super) template: Template,
    /// What a request needs beside path and method, or why no request can mean it.
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

    /// Why no request can mean it; None where one can.
    pub(crate) fn unserved(&self) -> Option<&'static str> {
        self.selectors.as_ref().err().copied()
    }

    /// The path of its requests, without what follows `?` or `#`.
    pub(crate) fn path(&self) -> &str {
        self.operation.path.split(['?', '#']).next().unwrap_or_default()
    }

    /// The values of the path's parameters, those in the query that a path asks for among them.
    pub(super) fn capture(&self, request: &RestRequest<'_>) -> Option<Captured> {
        let mut captured = self.template.capture(request.path)?;
        self.selectors.iter().flatten().all(|selector| selector.accepts(request, &mut captured)).then_some(captured)
    }

    /// What a request needs beside path and method.
    pub(super) fn selectors(&self) -> &[Selector] {
        self.selectors.as_deref().unwrap_or_default()
    }
}
