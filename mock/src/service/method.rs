//! Refusals of a method that a path does not answer to (RFC 9110 section 15.5.6).

use http::{Method, StatusCode};

use crate::response::Problem;

/// Refuses a method that is none of those allowed.
pub(super) fn refuse_method(allowed: &[Method], method: &Method) -> Option<Problem> {
    let sentence = || format!("this path does not answer to {method}; it answers to {}", join_methods(allowed));
    (!allowed.contains(method)).then(|| method_not_allowed(allowed, sentence()))
}

pub(super) fn method_not_allowed(allowed: &[Method], detail: String) -> Problem {
    let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Another method is needed", detail);
    problem.allow = Some(join_methods(allowed));
    problem
}

fn join_methods(methods: &[Method]) -> String {
    methods.iter().map(Method::as_str).collect::<Vec<_>>().join(", ")
}
