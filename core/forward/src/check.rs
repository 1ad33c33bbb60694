//! Checks an allow-list against the API description. An operation that is listed but not described would be forwarded
//! to a missing or unreviewed endpoint.

use waybill_openapi::internal::erased_path;
use waybill_openapi::operation::{Location, Operation};

use super::allow_list::{AllowList, AllowedOperation, AllowedRoute, Binding};

/// A finding about an entry of an allow-list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFinding {
    /// Name of the operation.
    pub operation: String,
    /// The finding, as a sentence without a full stop.
    pub message: String,
    /// True if the list contradicts the description. Other findings are informational.
    pub is_contradiction: bool,
}

impl AllowList {
    /// Returns the findings, in the order of the list. They are operations and parameters that the description lacks,
    /// required items that the list never passes, and parameters that accept any value. `routes` are the APIs that the
    /// description covers. Operations of other APIs are skipped.
    #[must_use]
    pub fn check(&self, described: &[Operation], routes: &[AllowedRoute]) -> Vec<ListFinding> {
        let mut findings = Vec::new();
        for operation in self.operations.iter().filter(|operation| routes.contains(&operation.route)) {
            check_operation(operation, described, &mut findings);
        }
        findings
    }
}

fn check_operation(listed: &AllowedOperation, described: &[Operation], findings: &mut Vec<ListFinding>) {
    let mut find = |message: String, is_contradiction: bool| {
        findings.push(ListFinding { operation: listed.name.clone(), message, is_contradiction });
    };
    let path = erased_path(&listed.template).0;
    let at_path = || described.iter().filter(|operation| erased_path(&operation.path).0 == path);
    if let Some(own) = at_path().find(|operation| operation.method == listed.method) {
        compare(listed, own, &mut find);
    } else {
        let others: Vec<&str> = at_path().map(|operation| operation.method.as_str()).collect();
        let known = if others.is_empty() {
            "no such path".to_owned()
        } else {
            format!("{} there, but no {}", others.join(", "), listed.method)
        };
        find(format!("`{} {}` is not described: there is {known}", listed.method, listed.template), true);
    }
    for bound in listed.path.iter().chain(&listed.query) {
        if let Binding::Any { reason } = &bound.binding {
            find(format!("`{}` accepts any value: {reason}", bound.name), false);
        }
    }
}

fn compare(listed: &AllowedOperation, described: &Operation, find: &mut impl FnMut(String, bool)) {
    let in_query = || described.parameters.iter().filter(|parameter| parameter.location == Location::Query);
    for bound in &listed.query {
        let own = in_query().find(|parameter| parameter.name == bound.name);
        if own.is_none() {
            find(format!("the query parameter `{}` is not described", bound.name), true);
        }
    }
    for parameter in in_query().filter(|parameter| parameter.required) {
        match listed.query.iter().find(|bound| bound.name == parameter.name) {
            None => find(
                format!("the query parameter `{}` is required, but the list never forwards it", parameter.name),
                true,
            ),
            Some(bound) if !bound.required && !matches!(bound.binding, Binding::Claim(_)) => {
                find(
                    format!("the query parameter `{}` is required, but the list lets the app omit it", bound.name),
                    true,
                );
            }
            Some(_) => {}
        }
    }
    let in_header = described.parameters.iter().filter(|parameter| parameter.location == Location::Header);
    // Headers that Waybill sends itself.
    let is_own = |name: &str| ["authorization", "content-type", "accept", "x-tenant", "x-seller-id"].contains(&name);
    for parameter in in_header.filter(|parameter| parameter.required) {
        let name = parameter.name.to_ascii_lowercase();
        if !is_own(&name) && !listed.request_headers.contains(&name) {
            find(format!("the header `{name}` is required, but the list never forwards it"), true);
        }
    }
    let accepted: Vec<String> = described
        .body
        .iter()
        .flat_map(|body| &body.content)
        .map(|content| content.range.to_ascii_lowercase())
        .collect();
    for media_type in listed.media_types.iter().filter(|media_type| !is_accepted(&accepted, media_type)) {
        find(format!("the body's media type `{media_type}` is not described"), true);
    }
    if described.body.as_ref().is_some_and(|body| body.required) && listed.media_types.is_empty() {
        find("the body is required, but the list forwards none".to_owned(), true);
    }
}

fn is_accepted(accepted: &[String], media_type: &str) -> bool {
    let kind = media_type.split('/').next().unwrap_or_default();
    accepted.iter().any(|range| {
        let essence = range.split(';').next().unwrap_or_default().trim();
        essence == media_type || essence == "*/*" || essence.strip_suffix("/*") == Some(kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_openapi::{Limits, Loader};

    fn findings(operation: &str, described: &str) -> Vec<String> {
        let list = format!(
            r#"{{"operations": [{{"name": "a", "route": "platform", "method": "POST", "template": "/a/{{id}}",
                "path": {{"id": {{"pattern": "[0-9]+"}}}}, {operation}}}]}}"#
        );
        let text = format!(
            r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a/{{key}}": {{
                "parameters": [{{"name": "key", "in": "path", "required": true, "schema": {{}}}}], {described}}}}}}}"#
        );
        let description = Loader::new("a.json", text.as_bytes(), &Limits::default()).unwrap().finish();
        let list = AllowList::read(list.as_bytes()).unwrap();
        let found = list.check(&description.operations(), &[AllowedRoute::Platform]);
        assert!(list.check(&description.operations(), &[AllowedRoute::Commerce]).is_empty());
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_list_that_the_description_bears_out_has_no_findings() {
        let described = r#""post": {"parameters": [{"name": "q", "in": "query", "required": true, "schema": {}}],
            "requestBody": {"required": true, "content": {"application/*": {}}}, "responses": {}}"#;
        let listed = r#""query": {"q": {"oneOf": ["x"], "required": true}}, "mediaTypes": ["application/json"]"#;
        assert_eq!(findings(listed, described), [""; 0]);
    }

    #[test]
    fn missing_and_required_parts_are_reported() {
        assert_eq!(
            findings(r#""query": {}"#, r#""get": {"responses": {}}"#),
            ["`POST /a/{id}` is not described: there is GET there, but no POST"]
        );
        let described = r#""post": {"parameters": [{"name": "q", "in": "query", "required": true, "schema": {}},
            {"name": "r", "in": "query", "required": true, "schema": {}}, {"name": "X-Trace", "in": "header", "required": true, "schema": {}}],
            "requestBody": {"required": true, "content": {"application/json": {}}}, "responses": {}}"#;
        assert_eq!(
            findings(
                r#""query": {"s": {"any": "a search"}, "r": {"any": "a text"}}, "mediaTypes": ["text/plain"]"#,
                described
            ),
            [
                "the query parameter `s` is not described",
                "the query parameter `q` is required, but the list never forwards it",
                "the query parameter `r` is required, but the list lets the app omit it",
                "the header `x-trace` is required, but the list never forwards it",
                "the body's media type `text/plain` is not described",
                "`r` accepts any value: a text",
                "`s` accepts any value: a search",
            ]
        );
    }
}
