//! Validation of a request against its operation: path, query, headers, cookies and body. All violations are reported
//! together.

use http::StatusCode;
use serde_json::Value;
use waybill_openapi::Description;
use waybill_openapi::operation::{Location, OperationBody, Parameter};
use waybill_openapi::schema::{Validation, Validator};

use super::body::{self, Checked};
use super::media::{entry_for, is_form, is_json};
use super::operation::RestOperation;
use super::request::RestRequest;
use super::template::Captured;
use super::texts::Texts;
use super::{decode, parameters};
use crate::request::fields::first_field;
use crate::request::media::MediaType;
use crate::response::{Problem, ReportedViolation};

/// Names of header parameters that are ignored (OpenAPI 3.1.1 section 4.8.12.1).
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];

/// Maximum number of violations that each one is compared with.
const COMPARED: usize = 100;

/// The reason why a request is rejected.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    title: &'static str,
    pub(super) violations: Vec<Value>,
}

impl Refusal {
    pub(super) fn problem(&self) -> Problem {
        let messages: Vec<&str> =
            self.violations.iter().filter_map(|violation| violation.get("message").and_then(Value::as_str)).collect();
        let first = messages.first().copied().unwrap_or(self.title);
        let detail = match messages.len() {
            0 | 1 => first.to_owned(),
            count => format!("{first} (and {} more)", count - 1),
        };
        Problem::new(self.status, self.title, detail).with("errors", Value::Array(self.violations.clone()))
    }
}

/// Validates a request against its operation. Checks that were impossible are added to `lenient`.
pub(super) fn validate(
    validator: &mut Validator,
    description: &Description<'_>,
    operation: &RestOperation,
    request: &RestRequest<'_>,
    captured: &Captured,
    lenient: &mut Vec<&'static str>,
) -> Result<(), Refusal> {
    let mut violations = Vec::new();
    for parameter in &operation.operation.parameters {
        let ignored = parameter.location == Location::Header
            && IGNORED_HEADERS.iter().any(|name| parameter.name.eq_ignore_ascii_case(name));
        if !ignored {
            violations.extend(check_parameter(validator, description, parameter, request, captured, lenient));
        }
    }
    let mut status = StatusCode::BAD_REQUEST;
    if let Some(body) = &operation.operation.body {
        match check_body(validator, description, body, request, lenient) {
            Ok(found) => violations.extend(found),
            Err(unsupported) => {
                status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
                violations.push(unsupported);
            }
        }
    }
    let violations = drop_repeated(violations);
    if violations.is_empty() {
        return Ok(());
    }
    Err(Refusal { status, title: "The request does not match the description", violations })
}

fn check_parameter(
    validator: &mut Validator,
    description: &Description<'_>,
    parameter: &Parameter,
    request: &RestRequest<'_>,
    captured: &Captured,
    lenient: &mut Vec<&'static str>,
) -> Vec<Value> {
    let place = location_name(parameter.location);
    let name = &parameter.name;
    let shapes = parameters::shapes(parameter, request, captured);
    if shapes.is_empty() {
        let message = format!("the {place} parameter `{name}` is required but missing");
        let missing = of_parameter(place, name, &format!("`{name}`"), &message);
        return if parameter.required { vec![missing] } else { Vec::new() };
    }
    let empty = shapes.first().filter(|_| parameter.allows_empty).map(Texts::empty_places).unwrap_or_default();
    let mut outcome = match (&parameter.schema, &parameter.content) {
        (Some(schema), _) => decode::check(validator, description, *schema, shapes),
        (None, Some(media)) if parameter.location == Location::QueryString && is_form(&media.range) => {
            match (media.schema, body::form(media, request.query.as_bytes())) {
                (Some(schema), Ok(shapes)) => decode::check(validator, description, schema, shapes),
                (None, Ok(_)) => Validation::default(),
                (_, Err(message)) => {
                    return vec![of_parameter(place, name, "a form", &message)];
                }
            }
        }
        (None, Some(media)) => check_content(validator, description, media, shapes),
        (None, None) => Validation::default(),
    };
    decode::allow_empty(&mut outcome, &empty);
    note_unchecked(&outcome, lenient);
    outcome.violations.iter().map(|violation| body::describe(place, name, violation)).collect()
}

/// Validates a parameter that has a media type. JSON is parsed, other types are strings.
fn check_content(
    validator: &mut Validator,
    description: &Description<'_>,
    media: &waybill_openapi::operation::MediaType,
    shapes: Vec<Texts>,
) -> Validation {
    let Some(schema) = media.schema else { return Validation::default() };
    let written = shapes.into_iter().next().unwrap_or_else(|| Texts::leaf(""));
    let value = match written {
        Texts::Leaf(leaf) if is_json(&media.range) => leaf.into_json(),
        other => other,
    };
    decode::check(validator, description, schema, vec![value])
}

/// Returns the violations of a body, or an error if its media type is not described.
fn check_body(
    validator: &mut Validator,
    description: &Description<'_>,
    body: &OperationBody,
    request: &RestRequest<'_>,
    lenient: &mut Vec<&'static str>,
) -> Result<Vec<Value>, Value> {
    let header = first_field(request.headers, http::header::CONTENT_TYPE);
    let header = header.as_deref();
    // Empty content is not JSON, so the body is missing whatever its declared type.
    if request.body.is_empty() && header.is_none_or(is_json) {
        let missing = of_body("a body", "the body is required but missing").to_json();
        return Ok(if body.required { vec![missing] } else { Vec::new() });
    }
    // A body without a type is treated as the first described type.
    let first = body.content.first().map_or("application/json", |media| media.range.as_str());
    let content_type = header.unwrap_or(first);
    let sent = MediaType::parse(content_type);
    let Some(media) = sent.as_ref().and_then(|sent| entry_for(&body.content, sent)) else {
        let ranges: Vec<&str> = body.content.iter().map(|media| media.range.as_str()).collect();
        let expected = ranges.join(", ");
        let message = format!("the body is sent as {content_type}, but the description allows {expected}");
        let unsupported = ReportedViolation {
            part: Some("header"),
            name: Some("Content-Type"),
            expected: &expected,
            value: content_type,
            message: &message,
            ..ReportedViolation::default()
        };
        return Err(unsupported.to_json());
    };
    Ok(match body::check(validator, description, media, content_type, request.body) {
        Checked::Outcome(outcome) => {
            note_unchecked(&outcome, lenient);
            outcome.violations.iter().map(|violation| body::describe("body", "", violation)).collect()
        }
        Checked::Unreadable { reason, line, column } => {
            let expected = format!("a body of type {content_type}");
            let unreadable =
                ReportedViolation { line: Some(line), column: Some(column), ..of_body(&expected, &reason) };
            vec![unreadable.to_json()]
        }
        Checked::Unchecked => {
            lenient.push("unchecked-body");
            Vec::new()
        }
    })
}

/// Creates a violation about a parameter as a whole.
fn of_parameter(place: &str, name: &str, expected: &str, message: &str) -> Value {
    let (part, name) = (Some(place), Some(name));
    ReportedViolation { part, name, expected, message, ..ReportedViolation::default() }.to_json()
}

/// Creates a violation about the body as a whole.
fn of_body<'v>(expected: &'v str, message: &'v str) -> ReportedViolation<'v> {
    ReportedViolation { part: Some("body"), path: Some(""), expected, message, ..ReportedViolation::default() }
}

/// Removes repeated violations, which occur if several parts of a schema report the same.
fn drop_repeated(violations: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for violation in violations {
        let is_same = |known: &Value, name| known.get(name) == violation.get(name);
        if !kept.iter().take(COMPARED).any(|known| is_same(known, "message") && is_same(known, "in")) {
            kept.push(violation);
        }
    }
    kept
}

fn note_unchecked(outcome: &Validation, lenient: &mut Vec<&'static str>) {
    if (!outcome.unchecked.is_empty() || outcome.limit.is_some()) && !lenient.contains(&"unchecked-keyword") {
        lenient.push("unchecked-keyword");
    }
}

fn location_name(location: Location) -> &'static str {
    match location {
        Location::Path => "path",
        Location::Query | Location::QueryString => "query",
        Location::Header => "header",
        Location::Cookie => "cookie",
    }
}
