//! Conversion of a request body to a value that its schema can validate.

use bytes::Bytes;
use waybill_openapi::operation::{MediaType, Style};
use waybill_openapi::schema::{Direction, Instance, Schema, Validation, Validator, Violation};
use waybill_openapi::{Description, Place};

use super::brackets::{self, Brackets};
use super::decode;
use super::leaf::{List, MAX_FIELDS};
use super::media::{is_form, is_json, is_multipart, is_text};
use super::parameters::between_elements;
use super::texts::{Texts, add_member};
use crate::credentials::{REDACTED, is_credential_name, is_credential_path};
use crate::request::multipart::{self, FormError};
use crate::response::ReportedViolation;

/// Hint for a form without a boundary.
const ADDS_BOUNDARY: &str = "; let the HTTP client set that header, so that it adds one";

/// The result of checking a body.
pub(super) enum Checked {
    Outcome(Validation),
    /// The body is malformed for its media type.
    Unreadable {
        reason: String,
        line: u32,
        column: u32,
    },
    /// The media type has no schema, or its values cannot be parsed here.
    Unchecked,
}

/// Validates a body against the schema of its media type.
pub(super) fn check(
    validator: &mut Validator,
    description: &Description<'_>,
    media: &MediaType,
    content_type: &str,
    body: &[u8],
) -> Checked {
    let Some(schema) = media.schema else { return Checked::Unchecked };
    if is_json(content_type) {
        return check_json(validator, description, schema, body);
    }
    let shapes = if is_form(content_type) {
        form(media, body)
    } else if is_multipart(content_type) {
        parts(media, content_type, body).map(|texts| vec![texts])
    } else if is_text(content_type) {
        Ok(vec![Texts::leaf(String::from_utf8_lossy(body))])
    } else {
        return Checked::Unchecked;
    };
    match shapes {
        Ok(shapes) => {
            let empty = shapes.last().map(|form| empty_fields(media, form)).unwrap_or_default();
            let mut outcome = decode::check(validator, description, schema, shapes);
            decode::allow_empty(&mut outcome, &empty);
            Checked::Outcome(outcome)
        }
        Err(reason) => Checked::Unreadable { reason, line: 1, column: 1 },
    }
}

fn check_json(validator: &mut Validator, description: &Description<'_>, schema: Schema, body: &[u8]) -> Checked {
    match Instance::read("the body", body) {
        Ok(instance) => Checked::Outcome(validator.validate(description, schema, &instance, Some(Direction::Request))),
        Err(error) => {
            let Place { line, column, .. } = error.place;
            Checked::Unreadable { reason: format!("the body, line {line}: {}", error.message), line, column }
        }
    }
}

/// Returns the members of a form, with names in brackets parsed. If any name has brackets, returns the members with the
/// original names as a second shape.
pub(super) fn form(media: &MediaType, body: &[u8]) -> Result<Vec<Texts>, String> {
    if form_urlencoded::parse(body).nth(MAX_FIELDS).is_some() {
        return Err(too_many_fields());
    }
    let (mut nested, mut flat, mut has_brackets) = (Brackets::default(), Vec::new(), false);
    for (name, value) in form_urlencoded::parse(body) {
        let steps = brackets::steps(&name);
        has_brackets |= steps.is_some();
        let list = list_of(media, steps.as_ref().and_then(|steps| steps.first()).unwrap_or(&name.as_ref()));
        nested.add(&name, Texts::form_member(value.as_ref(), list));
        add_member(&mut flat, &name, Texts::form_member(value, list));
    }
    let mut shapes = vec![Texts::Object(nested.finish())];
    if has_brackets {
        shapes.push(Texts::Object(flat));
    }
    Ok(shapes)
}

/// Returns JSON Pointers to empty fields whose encoding allows empty values.
fn empty_fields(media: &MediaType, form: &Texts) -> Vec<String> {
    let Texts::Object(members) = form else { return Vec::new() };
    let allowed = media.encodings.iter().filter(|encoding| encoding.allows_empty);
    let fields = allowed.filter_map(|encoding| members.iter().find(|(name, _)| *name == encoding.name));
    let places = fields.flat_map(|(name, value)| {
        let field = name.replace('~', "~0").replace('/', "~1");
        value.empty_places().into_iter().map(move |place| format!("/{field}{place}"))
    });
    places.collect()
}

fn too_many_fields() -> String {
    format!("the form has more than {MAX_FIELDS} fields; the rest is not read")
}

/// Returns the format in which the encoding of a member joins a list into one string (OpenAPI 3.1.1 section 4.8.15.1).
fn list_of(media: &MediaType, name: &str) -> List {
    let encoding = media.encodings.iter().find(|encoding| encoding.name == name);
    let Some(encoding) = encoding else { return List::OfOne };
    let is_joined = match encoding.style {
        Some(Style::SpaceDelimited | Style::PipeDelimited | Style::TabDelimited) => true,
        _ => encoding.explode == Some(false),
    };
    if !is_joined {
        return List::OfOne;
    }
    let separator = between_elements(encoding.style.unwrap_or(Style::Form));
    List::split_at(separator, encoding.item_style.map(between_elements))
}

/// Returns the parts of a form by name. Parts that are declared as JSON are read as JSON, other parts as strings.
fn parts(media: &MediaType, content_type: &str, body: &[u8]) -> Result<Texts, String> {
    let parts = multipart::read(content_type, Bytes::copy_from_slice(body)).map_err(|error| {
        let hint = if error == FormError::NotAForm { ADDS_BOUNDARY } else { "" };
        format!("{error}{hint}")
    })?;
    if parts.len() > MAX_FIELDS {
        return Err(too_many_fields());
    }
    let mut members = Vec::new();
    for part in parts {
        let text = String::from_utf8_lossy(&part.content);
        let is_json =
            part.content_type.as_deref().is_some_and(is_json) && Instance::read("part", text.as_bytes()).is_ok();
        let value = if is_json { Texts::json_part(text) } else { Texts::form_member(text, list_of(media, &part.name)) };
        add_member(&mut members, &part.name, value);
    }
    Ok(Texts::Object(members))
}

/// Converts a violation to JSON for the problem. `name` is the parameter's name, or empty. Values under credential
/// names are redacted.
pub(super) fn describe(place: &str, name: &str, violation: &Violation) -> serde_json::Value {
    let is_secret = is_credential_name(name) || place == "cookie";
    let (found, sentence) = if is_secret || is_about_credential(violation) {
        let pointer = &violation.instance.pointer;
        let at = if pointer.is_empty() { String::new() } else { format!("`{pointer}`: ") };
        (REDACTED, format!("{at}expected {}, found {REDACTED}", violation.expected))
    } else {
        (violation.found.as_str(), violation.to_string())
    };
    let message = if name.is_empty() { sentence } else { format!("the {place} parameter `{name}`: {sentence}") };
    let reported = ReportedViolation {
        part: Some(place),
        name: Some(name).filter(|name| !name.is_empty()),
        path: Some(&violation.instance.pointer),
        expected: &violation.expected,
        value: found,
        message: &message,
        rule: None,
        keyword: Some(&violation.keyword),
        schema: Some(&violation.schema.pointer),
        line: Some(violation.instance.line),
        column: Some(violation.instance.column),
    };
    reported.to_json()
}

/// True if the violation, or one of its branches, is located under a credential name.
fn is_about_credential(violation: &Violation) -> bool {
    // Depth: the nesting of reported alternatives, which the validator limits to 2.
    let mut inner = violation.branches.iter().flat_map(|branch| &branch.violations);
    is_credential_path(&violation.instance.pointer) || inner.any(is_about_credential)
}
