//! Header fields of a response. All described fields are sent, with an example or a sample.

use http::header::{HeaderName, SET_COOKIE};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::Value;
use waybill_openapi::operation::{Example, Header, Response};
use waybill_openapi::schema::{Direction, Schema, Validator};

use super::decode;
use super::media::{can_write, is_json, plain};
use super::parameters::{between_elements, header_shapes};
use super::request::RestRequest;
use super::service::RestService;
use super::texts::Texts;
use super::usual_headers::usual_value;

/// Fields that depend on the body, the connection and the settings, not on the description.
const OWN: [&str; 11] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Sample of a string without a name and constraints.
const ANY_TEXT: &str = "text";

impl RestService {
    pub(super) fn add_headers(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        response: &Response,
        request: &RestRequest<'_>,
        headers: &mut HeaderMap,
    ) {
        for header in response.headers.iter().filter(|header| !is_own(header)) {
            let example = self.header_example(validator, header);
            let fields = example.or_else(|| self.sample_header(validator, (index, status), header, request));
            let Ok(name) = HeaderName::from_bytes(header.name.as_bytes()) else { continue };
            for field in fields.into_iter().flatten() {
                headers.append(name.clone(), field);
            }
        }
    }

    /// Returns the fields of the first valid example. The schema accepts it as a value or as the string of a field.
    pub(super) fn header_example(&self, validator: &mut Validator, header: &Header) -> Option<Vec<HeaderValue>> {
        examples_of(header).find_map(|example| {
            let texts = field_texts(header, &example.json)?;
            let is_admitted = schema_of(header).is_none_or(|schema| match texts.as_slice() {
                [text] => self.is_field(validator, header, schema, text),
                _ => self.admits(validator, schema, Direction::Response, &example.json),
            });
            header_values(&texts).filter(|_| is_admitted)
        })
    }

    fn sample_header(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        header: &Header,
        request: &RestRequest<'_>,
    ) -> Option<Vec<HeaderValue>> {
        let usual = usual_value(&header.name, request.path, request.options.day);
        let Some(schema) = schema_of(header) else { return header_values(&[usual?]) };
        // Samples that a property name suggests are invalid in fields with a special syntax.
        let name = if usual.is_some() { "" } else { header.name.as_str() };
        let key = (index, status.as_str().to_owned(), format!("header {}", header.name));
        let sample = self.sample(validator, key, schema, name, request.options).ok()?;
        let mut texts = field_texts(header, &sample)?;
        if let ([text], Some(usual)) = (texts.as_mut_slice(), usual)
            && text == ANY_TEXT
            && self.is_field(validator, header, schema, &usual)
        {
            *text = usual;
        }
        header_values(&texts)
    }

    /// True if the schema accepts the value that a field represents.
    fn is_field(&self, validator: &mut Validator, header: &Header, schema: Schema, text: &str) -> bool {
        let shapes = match &header.content {
            Some(media) if is_json(&media.range) => vec![Texts::Json(text.to_owned())],
            Some(_) => vec![Texts::leaf(text)],
            None => header_shapes(text, header.style, header.explode, header.item_style),
        };
        !decode::check(validator, &self.description, schema, shapes).is_invalid()
    }
}

/// True if a field depends on the body, the connection and the settings, not on the description.
pub(super) fn is_own(header: &Header) -> bool {
    let lower = header.name.to_ascii_lowercase();
    OWN.contains(&lower.as_str()) || lower.starts_with("access-control-")
}

/// True if the field is sent whenever it is needed, regardless of the description.
pub(super) fn is_always_sent(header: &Header) -> bool {
    ["content-length", "content-type", "date"].iter().any(|name| header.name.eq_ignore_ascii_case(name))
}

/// Returns the header's examples, then those of its media type.
pub(super) fn examples_of(header: &Header) -> impl Iterator<Item = &Example> {
    header.examples.iter().chain(header.content.iter().flat_map(|media| &media.examples))
}

/// Returns the schema of a field's value.
pub(super) fn schema_of(header: &Header) -> Option<Schema> {
    header.schema.or_else(|| header.content.as_ref()?.schema)
}

/// Converts strings to fields. Returns `None` if any string is invalid in a header.
fn header_values(texts: &[String]) -> Option<Vec<HeaderValue>> {
    texts.iter().map(|text| HeaderValue::from_str(text).ok()).collect()
}

/// True if a value is valid in header fields.
pub(super) fn is_sendable(header: &Header, json: &str) -> bool {
    field_texts(header, json).is_some_and(|texts| header_values(&texts).is_some())
}

/// Writes a value as fields: one, or for cookies one per cookie, because commas do not separate them (RFC 6265 section
/// 3). Returns `None` if the value cannot be written in the header's media type.
fn field_texts(header: &Header, json: &str) -> Option<Vec<String>> {
    if let Some(media) = &header.content {
        return can_write(&media.range, json)
            .then(|| vec![if is_json(&media.range) { json.to_owned() } else { plain(json) }]);
    }
    match serde_json::from_str(json) {
        Ok(Value::Array(cookies)) if header.name.eq_ignore_ascii_case(SET_COOKIE.as_str()) => {
            Some(cookies.iter().map(value_text).collect())
        }
        _ => Some(vec![field_text(header, json)]),
    }
}

/// Returns a string as it is, any other value as JSON.
fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Writes a value in the header's style. Strings are unchanged; elements and members are joined, usually with commas.
fn field_text(header: &Header, json: &str) -> String {
    let joined = |texts: Vec<String>, style| texts.join(between_elements(style).encode_utf8(&mut [0; 4]));
    let inner = |value: &Value| match (value, header.item_style) {
        (Value::Array(elements), Some(style)) => joined(elements.iter().map(value_text).collect(), style),
        _ => value_text(value),
    };
    let texts: Vec<String> = match serde_json::from_str(json) {
        Ok(Value::String(text)) => return text,
        Ok(Value::Array(elements)) => elements.iter().map(inner).collect(),
        Ok(Value::Object(members)) => {
            let between = if header.explode { '=' } else { ',' };
            members.iter().map(|(name, value)| format!("{name}{between}{}", inner(value))).collect()
        }
        _ => return json.to_owned(),
    };
    joined(texts, header.style)
}
