//! Header fields of an answer: every one that is described, with its example or a sample.

use http::header::HeaderName;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::Value;
use waybill_core::operation::{Header, Response};
use waybill_core::schema::{Direction, Schema, Validator};

use super::{RestRequest, RestService};

/// Fields that follow from the body, the connection and the settings, whatever is described.
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

impl RestService {
    pub(super) fn add_headers(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        response: &Response,
        request: &RestRequest<'_>,
        headers: &mut HeaderMap,
    ) {
        for header in &response.headers {
            let lower = header.name.to_ascii_lowercase();
            if OWN.contains(&lower.as_str()) || lower.starts_with("access-control-") {
                continue;
            }
            let example = header.examples.first().map(|example| field_value(&example.json));
            let value = example.or_else(|| self.sample_header(validator, (index, status), header, request));
            let value = value.and_then(|value| HeaderValue::from_str(&value).ok());
            if let (Ok(name), Some(value)) = (HeaderName::from_bytes(lower.as_bytes()), value) {
                headers.insert(name, value);
            }
        }
    }

    fn sample_header(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        header: &Header,
        request: &RestRequest<'_>,
    ) -> Option<String> {
        let schema = header.schema?;
        let key = (index, status.as_str().to_owned(), format!("header {}", header.name));
        let sample = self.sample(validator, key, schema, &header.name, request.options).ok()?;
        let value = field_value(&sample);
        // A text of the field's own name: the schema says nothing of what it is.
        let is_any_text = value.starts_with(&header.name);
        let usual = usual_value(&header.name, request.path).filter(|_| is_any_text);
        let usual = usual.filter(|usual| self.admits_text(validator, schema, usual));
        Some(usual.unwrap_or(value))
    }

    fn admits_text(&self, validator: &mut Validator, schema: Schema, text: &str) -> bool {
        self.admits(validator, schema, Direction::Response, &Value::from(text).to_string())
    }
}

/// What a field is like whose text follows rules of its own (RFC 9110, RFC 6265). A location is below the request's.
fn usual_value(name: &str, path: &str) -> Option<String> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is("location") || is("content-location") {
        return Some(format!("./{}/1", path.rsplit('/').next().unwrap_or_default()));
    }
    let known = [("retry-after", "120"), ("set-cookie", "session=1; Path=/"), ("etag", "\"1\"")];
    known.iter().find(|(known, _)| is(known)).map(|(_, value)| (*value).to_owned())
}

/// A value as a field has it, in the style `simple`: a text as it is, elements and members with commas between them.
fn field_value(json: &str) -> String {
    let inner = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match serde_json::from_str(json) {
        Ok(Value::Array(elements)) => elements.iter().map(inner).collect::<Vec<_>>().join(","),
        Ok(Value::Object(members)) => {
            members.iter().map(|(name, value)| format!("{name},{}", inner(value))).collect::<Vec<_>>().join(",")
        }
        Ok(Value::String(text)) => text,
        _ => json.to_owned(),
    }
}
