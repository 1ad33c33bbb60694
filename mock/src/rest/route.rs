//! The choice of an operation by path and method. Paths without parameters take precedence (OpenAPI 3.1.1 section
//! 4.8.8).

use std::cmp::Reverse;

use super::operation::RestOperation;
use super::request::RestRequest;
use super::service::RestService;
use super::template::Captured;

/// The result of a lookup by path and method.
pub(super) enum Found<'s> {
    Operation {
        index: usize,
        operation: &'s RestOperation,
        captured: Captured,
    },
    /// Operations with this path and method. The request selects none of them.
    Unselected(Vec<&'s RestOperation>),
    /// The methods of a path that lacks the requested one.
    OtherMethods(Vec<&'s str>),
    Nothing,
}

/// An operation whose path matches, with its index and the values of its path parameters.
type Match<'s> = (usize, &'s RestOperation, Captured);

impl RestService {
    /// Returns the methods of a path, or an empty list if the path is not described.
    pub(crate) fn methods(&self, path: &str) -> Vec<&str> {
        distinct_methods(&self.at_path(path))
    }

    pub(super) fn find(&self, request: &RestRequest<'_>) -> Found<'_> {
        let mut matching = self.at_path(request.path);
        if matching.is_empty() {
            return Found::Nothing;
        }
        let methods = distinct_methods(&matching);
        // A path with GET also supports HEAD (RFC 9110 section 9.3.2).
        let asked = request.method.as_str();
        let method = if asked == "HEAD" && !methods.contains(&asked) { "GET" } else { asked };
        matching.retain(|(_, operation, _)| operation.operation.method == method);
        if matching.is_empty() {
            return Found::OtherMethods(methods);
        }
        // Operations with more literal text or more selectors are tried first.
        let selectors = |operation: &RestOperation| operation.selectors.as_ref().map(Vec::len).unwrap_or_default();
        matching.sort_by_key(|(_, operation, _)| Reverse((operation.template.literals(), selectors(operation))));
        let all = matching.iter().map(|(_, operation, _)| *operation).collect();
        let selected = matching.into_iter().find_map(|(index, operation, mut captured)| {
            let is_meant =
                operation.selectors.iter().flatten().all(|selector| selector.accepts(request, &mut captured));
            is_meant.then_some(Found::Operation { index, operation, captured })
        });
        selected.unwrap_or(Found::Unselected(all))
    }

    /// Returns the operations at a path, for all methods. Of several matching templates, those whose parameters come
    /// latest are used.
    fn at_path(&self, path: &str) -> Vec<Match<'_>> {
        let served = self.operations.iter().enumerate().filter(|(_, operation)| operation.selectors.is_ok());
        let matching =
            served.filter_map(|(index, operation)| Some((index, operation, operation.template.capture(path)?)));
        let mut matching: Vec<Match<'_>> = matching.collect();
        let fewest = matching.iter().map(|(_, operation, _)| operation.template.parameters()).min();
        matching.retain(|(_, operation, _)| Some(operation.template.parameters()) == fewest);
        matching
    }
}

fn distinct_methods<'s>(matching: &[Match<'s>]) -> Vec<&'s str> {
    let mut methods: Vec<&str> = Vec::new();
    for (_, operation, _) in matching {
        let method = operation.operation.method.as_str();
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods
}
