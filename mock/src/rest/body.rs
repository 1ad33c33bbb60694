//! The body of a request as a value that its schema can be held to.

use bytes::Bytes;
use waybill_core::openapi::{Description, Place};
use waybill_core::operation::MediaType;
use waybill_core::schema::{Direction, Instance, Outcome, Schema, Validator, Violation};

use super::decode::{self, Texts};
use super::media::{is_form, is_json, is_multipart, is_text};
use super::parameters::add_member;
use crate::upload::multipart;

/// What came of a body.
pub(super) enum Checked {
    Outcome(Outcome),
    /// It cannot be read as its type says: why, and where in it.
    Unreadable {
        reason: String,
        line: u32,
        column: u32,
    },
    /// Nothing here reads values of its type.
    Unchecked,
}

/// Holds a body to the schema of its media type.
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
    let texts = if is_form(content_type) {
        form(body)
    } else if is_multipart(content_type) {
        match parts(content_type, body) {
            Ok(texts) => texts,
            Err(reason) => return Checked::Unreadable { reason, line: 1, column: 1 },
        }
    } else if is_text(content_type) {
        Texts::leaf(String::from_utf8_lossy(body))
    } else {
        return Checked::Unchecked;
    };
    Checked::Outcome(decode::check(validator, description, schema, vec![texts]))
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

fn form(body: &[u8]) -> Texts {
    let mut members = Vec::new();
    for (name, value) in form_urlencoded::parse(body) {
        add_member(&mut members, &name, Texts::leaf_or_list(value));
    }
    Texts::Object(members)
}

/// Parts by name; a part that says it is JSON is taken for that, a file for its text.
fn parts(content_type: &str, body: &[u8]) -> Result<Texts, String> {
    let parts = multipart::read(content_type, Bytes::copy_from_slice(body)).map_err(|error| error.to_string())?;
    let mut members = Vec::new();
    for part in parts {
        let text = String::from_utf8_lossy(&part.content);
        let is_json =
            part.content_type.as_deref().is_some_and(is_json) && Instance::read("part", text.as_bytes()).is_ok();
        let value = if is_json { Texts::Json(text.into_owned()) } else { Texts::leaf_or_list(text) };
        add_member(&mut members, &part.name, value);
    }
    Ok(Texts::Object(members))
}

/// A violation as the refusal shows it: where in the request, and what.
pub(super) fn describe(place: &str, violation: &Violation) -> serde_json::Value {
    serde_json::json!({
        "in": place,
        "path": violation.instance.pointer,
        "expected": violation.expected,
        "value": violation.found,
        "message": violation.to_string(),
        "keyword": violation.keyword,
        "schema": violation.schema.pointer,
        "line": violation.instance.line,
        "column": violation.instance.column,
    })
}
