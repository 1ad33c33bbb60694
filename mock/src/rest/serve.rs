//! Handling of a request: finds its operation, validates it, and returns a mocked response or a problem.

use http::StatusCode;
use serde_json::Value;

use super::operation::RestOperation;
use super::request::RestRequest;
use super::route::Found;
use super::selector::Selector;
use super::service::RestService;
use super::validate;
use crate::quoted::shorten;
use crate::response::{Exchange, Problem, ReportedViolation};

/// Maximum number of listed values for a header or parameter that selects an operation.
const LISTED: usize = 20;

/// Minimum similarity of a proposed path, in millionths.
const ALIKE: u32 = 500_000;

/// Number of characters of the requested path that are compared and quoted.
const SHOWN: usize = 200;

impl RestService {
    /// Returns a mocked response, or a problem that lists all violations.
    pub(crate) fn serve(&self, request: &RestRequest<'_>, validates: bool) -> Exchange {
        let (index, operation, captured) = match self.find(request) {
            Found::Operation { index, operation, captured } => (index, operation, captured),
            Found::Unselected(operations) => return refuse_selection(request, &operations),
            Found::OtherMethods(methods) => return refuse_method(request, &methods),
            Found::Nothing => return self.refuse_path(request),
        };
        let mut validator = self.take_validator();
        let mut lenient = Vec::new();
        let checked = if validates {
            validate::validate(&mut validator, &self.description, operation, request, &captured, &mut lenient)
        } else {
            lenient.push("unvalidated");
            Ok(())
        };
        let exchange = match checked {
            Ok(()) => self.respond(&mut validator, index, operation, request, lenient),
            Err(refusal) => {
                let problem = refusal.problem();
                let violations = refusal.violations;
                let refusal = Some(problem.detail.clone());
                let operation = Some(operation.name.clone());
                Exchange { response: problem.into_response(), operation, refusal, violations, lenient }
            }
        };
        self.keep_validator(validator);
        exchange
    }

    fn refuse_path(&self, request: &RestRequest<'_>) -> Exchange {
        let likeness = |operation: &&RestOperation| likeness(request.path, operation.path());
        let closest = self.operations.iter().max_by_key(likeness).filter(|closest| likeness(closest) >= ALIKE);
        let hint = match closest {
            Some(closest) => format!("; the closest is {}", closest.operation.path),
            None => format!("; /api/services lists its {} operations", self.operations.len()),
        };
        let detail = format!("the description has no path {}{hint}", shorten(request.path, SHOWN));
        Exchange::refused(Problem::new(StatusCode::NOT_FOUND, "No such path in the description", detail))
    }
}

/// Rejects a request without the header or parameter that selects one of several operations of a path.
fn refuse_selection(request: &RestRequest<'_>, operations: &[&RestOperation]) -> Exchange {
    let mut violations: Vec<Value> = Vec::new();
    for selector in operations.iter().flat_map(|operation| operation.selectors()) {
        let is_known = |known: &Value| known.get("name").and_then(Value::as_str) == Some(selector.name.as_str());
        if violations.iter().any(is_known) {
            continue;
        }
        let same =
            operations.iter().flat_map(|operation| operation.selectors()).filter(|other| other.name == selector.name);
        let mut expected: Vec<&str> = same.take(LISTED + 1).map(Selector::expected).collect();
        if expected.len() > LISTED {
            expected.truncate(LISTED);
            expected.push("...");
        }
        let (expected, place, name) = (expected.join(", "), selector.place(), selector.name.as_str());
        let message = format!("the {place} parameter `{name}` selects the operation; it must be {expected}");
        let value = selector.find(request).unwrap_or_default();
        let reported = ReportedViolation {
            part: Some(place),
            name: Some(name),
            path: Some(""),
            expected: &expected,
            value: &value,
            message: &message,
            ..ReportedViolation::default()
        };
        violations.push(reported.to_json());
    }
    let detail = violations.first().and_then(|first| first.get("message")).and_then(Value::as_str).unwrap_or_default();
    let problem = Problem::new(StatusCode::BAD_REQUEST, "No operation is selected", detail.to_owned())
        .with("errors", Value::Array(violations.clone()));
    Exchange { violations, ..Exchange::refused(problem) }
}

fn refuse_method(request: &RestRequest<'_>, methods: &[&str]) -> Exchange {
    let allowed = methods.join(", ");
    let detail = format!("{} does not support {}; it supports {allowed}", request.path, request.method);
    let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", detail);
    problem.allow = Some(allowed);
    Exchange::refused(problem)
}

/// Returns the similarity of a path and a path template, in millionths. Parameters of the template take the path's
/// values.
fn likeness(path: &str, template: &str) -> u32 {
    // The cost of a comparison is the product of both lengths.
    let cut = |text: &str| text.chars().take(SHOWN).collect::<String>();
    let mut given = path.split('/');
    let filled: Vec<&str> = template
        .split('/')
        .map(|segment| given.next().filter(|given| segment.contains('{') && !given.is_empty()).unwrap_or(segment))
        .collect();
    let likeness = strsim::normalized_damerau_levenshtein(&cut(path), &cut(&filled.join("/")));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=1 before")]
    let millionths = (likeness.clamp(0.0, 1.0) * 1_000_000.0) as u32;
    millionths
}
