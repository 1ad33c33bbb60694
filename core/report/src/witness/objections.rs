//! Objections of a description to a request: invalid values, and missing or undescribed parts.

use serde_json::Value;
use waybill_openapi::internal::spend_work;
use waybill_openapi::operation::{Location, Parameter};
use waybill_openapi::schema::{Direction, Instance, Schema, Validation, Validator, Violation};

use super::Endpoint;
use super::draft::{Described, Draft, described, is_json, is_same, is_sent};

/// Cost of reading a parameter's value, in steps of a validation, and number of parameters that a step compares.
const STEPS_OF_A_PARAMETER: usize = 100;
const PARAMETERS_OF_A_STEP: usize = 8;

/// A problem of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Objection {
    /// A required parameter is missing.
    MissingParameter { location: Location, name: String },
    /// The operation does not have this parameter. Servers reject or ignore it.
    UnknownParameter { location: Location, name: String },
    /// The required body is missing.
    MissingBody,
    /// The operation has no body.
    UnknownBody,
    /// The body's media type is not accepted.
    MediaType { accepted: Vec<String> },
    /// A value does not match its schema.
    Value { place: ValuePlace, violation: Box<Violation> },
}

/// A value of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValuePlace {
    Parameter { location: Location, name: String },
    Body,
}

/// An operation's judgement of a request.
#[derive(Debug, Default)]
pub(super) struct Opinion {
    pub(super) objections: Vec<Objection>,
    /// True if a value is undecided.
    pub(super) is_undecided: bool,
}

impl Opinion {
    /// Returns true if the operation certainly accepts the request.
    pub(super) fn is_accepting(&self) -> bool {
        self.objections.is_empty() && !self.is_undecided
    }
}

impl Objection {
    /// Returns the missing required property of the body.
    pub(super) fn missing_property(&self) -> Option<String> {
        match self {
            Objection::Value { place: ValuePlace::Body, violation } if violation.keyword == "required" => {
                violation.expected.split('`').nth(1).map(str::to_owned)
            }
            _ => None,
        }
    }

    /// Returns the reason to reject the request, as a sentence without a full stop. `None` for undescribed parts, which
    /// may be ignored.
    pub(super) fn refusal(&self) -> Option<String> {
        Some(match self {
            Objection::MissingParameter { location, name } => {
                format!("the {} parameter `{name}` is required but missing", location_name(*location))
            }
            Objection::MissingBody => "the body is required but missing".to_owned(),
            Objection::MediaType { accepted } => {
                let accepted: Vec<String> = accepted.iter().map(|range| format!("`{range}`")).collect();
                format!("the body must be one of {}", accepted.join(", "))
            }
            Objection::Value { place: ValuePlace::Body, violation } => format!("in the body, {}", nearest(violation)),
            Objection::Value { place: ValuePlace::Parameter { location, name }, violation } => {
                format!("in the {} parameter `{name}`, {}", location_name(*location), nearest(violation))
            }
            Objection::UnknownParameter { .. } | Objection::UnknownBody => return None,
        })
    }
}

/// Returns the first violation in the alternative that is closest to the value, if there are alternatives.
pub(super) fn nearest(violation: &Violation) -> &Violation {
    let mut nearest = violation;
    let closest = |violation: &'_ Violation| {
        let branches = violation.branches.iter().enumerate().filter(|(_, branch)| !branch.violations.is_empty());
        branches.min_by_key(|(_, branch)| branch.violations.len()).map(|(at, _)| at)
    };
    while let Some(first) =
        closest(nearest).and_then(|at| nearest.branches.get(at)).and_then(|branch| branch.violations.first())
    {
        nearest = first;
    }
    nearest
}

/// Checks a request against an operation.
pub(super) fn judge(validator: &mut Validator, at: Endpoint<'_>, draft: &Draft) -> Opinion {
    let mut opinion = Opinion::default();
    // Each parameter is read, and searched for among the others.
    let parameters = draft.arguments.len() + at.operation.parameters.len();
    if !spend_work(validator, parameters * (STEPS_OF_A_PARAMETER + parameters / PARAMETERS_OF_A_STEP)) {
        opinion.is_undecided = true;
        return opinion;
    }
    for argument in &draft.arguments {
        let parameters = || at.operation.parameters.iter().filter(|parameter| is_sent(parameter));
        match parameters().find(|parameter| is_same(argument, parameter.location, &parameter.name)) {
            Some(parameter) => {
                let place = ValuePlace::Parameter { location: parameter.location, name: parameter.name.clone() };
                let Described { schema, name: _ } = described(parameter);
                judge_text(validator, at, (schema, &argument.value), &place, &mut opinion);
            }
            None => opinion
                .objections
                .push(Objection::UnknownParameter { location: argument.location, name: argument.name.clone() }),
        }
    }
    let is_missing = |parameter: &&Parameter| {
        parameter.required && is_sent(parameter) && draft.argument(parameter.location, &parameter.name).is_none()
    };
    opinion.objections.extend(
        at.operation.parameters.iter().filter(is_missing).map(|parameter| Objection::MissingParameter {
            location: parameter.location,
            name: parameter.name.clone(),
        }),
    );
    judge_body(validator, at, draft, &mut opinion);
    opinion
}

fn judge_body(validator: &mut Validator, at: Endpoint<'_>, draft: &Draft, opinion: &mut Opinion) {
    match (&draft.body, &at.operation.body) {
        (None, Some(body)) if body.required => opinion.objections.push(Objection::MissingBody),
        (None, _) => {}
        (Some(_), None) => opinion.objections.push(Objection::UnknownBody),
        (Some(sent), Some(body)) => {
            let same = |range: &str| range.eq_ignore_ascii_case(&sent.media_type);
            match body.content.iter().find(|content| same(&content.range)) {
                Some(content) if is_json(&content.range) => {
                    judge_value(validator, at, (content.schema, &sent.value), &ValuePlace::Body, opinion);
                }
                Some(content) => {
                    judge_text(validator, at, (content.schema, &sent.value), &ValuePlace::Body, opinion);
                }
                None if body.content.iter().any(|content| content.range.contains('*')) => opinion.is_undecided = true,
                None => {
                    let accepted = body.content.iter().map(|content| content.range.clone()).collect();
                    opinion.objections.push(Objection::MediaType { accepted });
                }
            }
        }
    }
}

/// Judges a value that is sent as text, without types. It is rejected if every interpretation is.
fn judge_text(
    validator: &mut Validator,
    at: Endpoint<'_>,
    (schema, value): (Option<Schema>, &Value),
    place: &ValuePlace,
    opinion: &mut Opinion,
) {
    let mut first = None;
    for reading in readings(value) {
        let mut read = Opinion::default();
        judge_value(validator, at, (schema, &reading), place, &mut read);
        if read.objections.is_empty() && !read.is_undecided {
            return;
        }
        opinion.is_undecided |= read.is_undecided;
        first.get_or_insert(read);
    }
    opinion.objections.extend(first.into_iter().flat_map(|read| read.objections));
}

/// Returns the possible interpretations of text, strings first. `5` is a number and a string.
fn readings(value: &Value) -> Vec<Value> {
    let mut readings = Vec::new();
    for reading in [read_scalars(value, &as_text), value.clone(), read_scalars(value, &as_json)] {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

fn read_scalars(value: &Value, read: &dyn Fn(&Value) -> Value) -> Value {
    // Depth: 256, because `Instance` and `serde_json` limit a value and a part that is added to it to 128 levels.
    match value {
        Value::Array(elements) => Value::Array(elements.iter().map(|element| read_scalars(element, read)).collect()),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(name, member)| (name.clone(), read_scalars(member, read))).collect())
        }
        scalar => read(scalar),
    }
}

fn as_text(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Null => value.clone(),
        value => Value::String(value.to_string()),
    }
}

fn as_json(value: &Value) -> Value {
    let Value::String(text) = value else { return value.clone() };
    let read: Option<Value> = serde_json::from_str(text).ok();
    read.filter(|read| read.is_number() || read.is_boolean()).unwrap_or_else(|| value.clone())
}

fn judge_value(
    validator: &mut Validator,
    at: Endpoint<'_>,
    (schema, value): (Option<Schema>, &Value),
    place: &ValuePlace,
    opinion: &mut Opinion,
) {
    let Some(schema) = schema else { return };
    let text = value.to_string();
    let Ok(instance) = Instance::read("value", text.as_bytes()) else {
        opinion.is_undecided = true;
        return;
    };
    let Validation { violations, unchecked, limit } =
        validator.validate(at.description, schema, &instance, Some(Direction::Request));
    opinion.is_undecided |= !unchecked.is_empty() || limit.is_some();
    let objection = |violation| Objection::Value { place: place.clone(), violation: Box::new(violation) };
    opinion.objections.extend(violations.into_iter().map(objection));
}

pub(super) const fn location_name(location: Location) -> &'static str {
    match location {
        Location::Path => "path",
        Location::Query | Location::QueryString => "query",
        Location::Header => "header",
        Location::Cookie => "cookie",
    }
}
