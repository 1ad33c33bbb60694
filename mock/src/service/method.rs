//! Rejection of methods that a path does not support (RFC 9110 section 15.5.6).

use http::{Method, StatusCode};

use crate::response::Problem;

/// Returns a problem if `allowed` does not contain the method.
pub(super) fn refuse_method(allowed: &[Method], method: &Method) -> Option<Problem> {
    let sentence = || format!("this path does not support {method}; it supports {}", join_methods(allowed));
    (!allowed.contains(method)).then(|| method_not_allowed(allowed, sentence()))
}

pub(super) fn method_not_allowed(allowed: &[Method], detail: String) -> Problem {
    let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", detail);
    problem.allow = Some(join_methods(allowed));
    problem
}

fn join_methods(methods: &[Method]) -> String {
    methods.iter().map(Method::as_str).collect::<Vec<_>>().join(", ")
}
