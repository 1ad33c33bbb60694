//! A draft of a request: its values before they are serialised.

use serde_json::Value;
use waybill_openapi::internal::MediaRange;
use waybill_openapi::operation::{Location, MediaType, Parameter};
use waybill_openapi::schema::{Direction, Instance, SampleOptions, Schema, Validator};

use super::Endpoint;

/// Maximum size of a value, in bytes of JSON. A larger one is no readable example.
const MAX_VALUE_BYTES: usize = 20_000;

/// A request as separate values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    pub(super) arguments: Vec<Argument>,
    pub(super) body: Option<Body>,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) location: Location,
    pub(super) value: Value,
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Body {
    pub(super) media_type: String,
    pub(super) value: Value,
}

/// The amount of optional values in a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Required values only.
    Required,
    /// Required and optional values.
    All,
}

/// The description of a parameter's or body's value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Described<'a> {
    pub(super) schema: Option<Schema>,
    /// Name of the value. Samples depend on names.
    pub(super) name: &'a str,
}

impl Draft {
    /// Creates a request whose values the operation accepts individually. `None` if a required value has no sample.
    pub(super) fn sample(validator: &mut Validator, at: Endpoint<'_>, extent: Extent, seed: u64) -> Option<Draft> {
        let mut arguments = Vec::new();
        for parameter in &at.operation.parameters {
            if !is_sent(parameter) || (extent == Extent::Required && !parameter.required) {
                continue;
            }
            match sample_argument(validator, at, parameter) {
                Some(argument) => arguments.push(argument),
                None if parameter.required => return None,
                None => {}
            }
        }
        let body = at.operation.body.as_ref().filter(|body| extent == Extent::All || body.required);
        let body = match body {
            None => None,
            Some(body) => match media_type(&body.content) {
                // Callers know the published example. Other seeds produce samples that differ from it.
                Some(content) if extent == Extent::All && seed == 0 => Some(propose_body(validator, at, content)?),
                Some(content) => Some(sample_body(validator, at, content, (extent, seed))?),
                None if body.required => return None,
                None => None,
            },
        };
        Some(Draft { arguments, body })
    }

    /// Returns the value of a parameter.
    pub(super) fn argument(&self, location: Location, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| is_same(argument, location, name))
    }
}

/// Returns true if a value belongs to the parameter. Names of headers are case-insensitive (RFC 9110 section 5.1).
pub(super) fn is_same(argument: &Argument, location: Location, name: &str) -> bool {
    let is_called_so =
        if location == Location::Header { argument.name.eq_ignore_ascii_case(name) } else { argument.name == name };
    argument.location == location && is_called_so
}

/// Returns true if callers send a parameter. Three names of header parameters are ignored (OpenAPI 3.1.1 section
/// 4.8.12.1), and a parameter for the whole query string is not supported.
pub(super) fn is_sent(parameter: &Parameter) -> bool {
    let is_ignored = |name: &str| parameter.name.eq_ignore_ascii_case(name);
    match parameter.location {
        Location::Header => !["accept", "content-type", "authorization"].into_iter().any(is_ignored),
        Location::QueryString => false,
        Location::Path | Location::Query | Location::Cookie => true,
    }
}

/// Returns the media type for examples. JSON is preferred, then forms, then plain text.
pub(super) fn media_type(content: &[MediaType]) -> Option<&MediaType> {
    let kinds = [is_json, is_form, is_form_data, is_plain_text];
    kinds.into_iter().find_map(|is_kind| content.iter().find(|media_type| is_kind(&media_type.range)))
}

pub(super) fn is_json(range: &str) -> bool {
    MediaRange::parse(range).is_json()
}

pub(super) fn is_form(range: &str) -> bool {
    MediaRange::parse(range).is_form()
}

/// Returns true for a multipart form (RFC 7578).
pub(super) fn is_form_data(range: &str) -> bool {
    range.eq_ignore_ascii_case("multipart/form-data")
}

pub(super) fn is_plain_text(range: &str) -> bool {
    MediaRange::parse(range).is_plain_text()
}

/// Returns the schema and name of a parameter's value.
pub(super) fn described(parameter: &Parameter) -> Described<'_> {
    let schema = parameter.schema.or_else(|| parameter.content.as_ref().and_then(|content| content.schema));
    Described { schema, name: &parameter.name }
}

pub(super) fn sample_argument(validator: &mut Validator, at: Endpoint<'_>, parameter: &Parameter) -> Option<Argument> {
    let described = described(parameter);
    let given = parameter.examples.iter().map(|example| example.json.as_str());
    let value = given_value(validator, at, described, given)
        .or_else(|| sample_value(validator, at, described, (Extent::Required, 0)))?;
    // An empty value would not show that the parameter is sent.
    let value = if is_empty(&value) {
        sample_value(validator, at, described, (Extent::All, 0)).unwrap_or(value)
    } else {
        value
    };
    Some(Argument { name: parameter.name.clone(), location: parameter.location, value })
}

/// Returns the description's own example if it is valid, otherwise a sample.
pub(super) fn propose_body(validator: &mut Validator, at: Endpoint<'_>, content: &MediaType) -> Option<Body> {
    let described = Described { schema: content.schema, name: "" };
    let given = content.examples.iter().map(|example| example.json.as_str());
    match given_value(validator, at, described, given) {
        Some(value) => Some(Body { media_type: content.range.clone(), value }),
        None => sample_body(validator, at, content, (Extent::All, 0)),
    }
}

fn sample_body(
    validator: &mut Validator,
    at: Endpoint<'_>,
    content: &MediaType,
    choice: (Extent, u64),
) -> Option<Body> {
    let described = Described { schema: content.schema, name: "" };
    let value = sample_value(validator, at, described, choice)?;
    Some(Body { media_type: content.range.clone(), value })
}

/// Returns the first valid example of the description.
fn given_value<'e>(
    validator: &mut Validator,
    at: Endpoint<'_>,
    described: Described<'_>,
    mut examples: impl Iterator<Item = &'e str>,
) -> Option<Value> {
    examples.find_map(|json| {
        let value = serde_json::from_str(json).ok().filter(|_| json.len() <= MAX_VALUE_BYTES)?;
        is_valid(validator, at, described.schema, &value).then_some(value)
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

pub(super) fn sample_value(
    validator: &mut Validator,
    at: Endpoint<'_>,
    described: Described<'_>,
    (extent, seed): (Extent, u64),
) -> Option<Value> {
    let Some(schema) = described.schema else { return Some(Value::String("text".to_owned())) };
    let options = SampleOptions { direction: Some(Direction::Request), seed, name: described.name, day: "" };
    let sample = match extent {
        Extent::All => validator.sample(at.description, schema, &options),
        Extent::Required => {
            let mut work = usize::MAX;
            validator.find_small_sample(at.description, schema, &options, &mut work)
        }
    };
    let json = sample.ok().filter(|json| json.len() <= MAX_VALUE_BYTES)?;
    serde_json::from_str(&json).ok()
}

/// Returns true if a value is certainly valid.
pub(super) fn is_valid(validator: &mut Validator, at: Endpoint<'_>, schema: Option<Schema>, value: &Value) -> bool {
    let Some(schema) = schema else { return true };
    let text = value.to_string();
    Instance::read("value", text.as_bytes()).is_ok_and(|instance| {
        validator.validate(at.description, schema, &instance, Some(Direction::Request)).is_valid()
    })
}
