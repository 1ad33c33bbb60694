//! The response to a valid request: the choice among the described ones, and its body as an example or a sample.

use std::sync::{Arc, PoisonError};

use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use waybill_base::date::Date;
use waybill_openapi::operation::{MediaType, Response};
use waybill_openapi::schema;
use waybill_openapi::schema::{Direction, NoSample, Schema, Validator};

use super::choose::{choose, is_bodiless};
use super::media::{accepted, can_write, can_write_sample, concrete, is_json, plain};
use super::no_sample::describe_response;
use super::operation::RestOperation;
use super::request::RestRequest;
use super::service::{RestService, SampleKey, Samples};
use crate::request::prefer::{describe_preference, preference};
use crate::response::{Exchange, Problem};
use crate::sample::SampleOptions;

const SECONDS_PER_DAY: i64 = 86_400;

impl RestService {
    pub(super) fn respond(
        &self,
        validator: &mut Validator,
        index: usize,
        operation: &RestOperation,
        request: &RestRequest<'_>,
        mut lenient: Vec<&'static str>,
    ) -> Exchange {
        let responses = &operation.operation.responses;
        let result = if responses.is_empty() {
            // An undescribed response is an empty success (OpenAPI 3.1.1 section 4.8.10.1).
            lenient.push("undescribed-answer");
            refuse_example(request, "operation").map(|()| http::Response::new(Vec::new()))
        } else {
            choose(responses, preference(request.headers, "code").as_deref())
                .and_then(|(status, response)| self.write(validator, (index, status), response, request, &mut lenient))
        };
        let is_error = |response: &http::Response<Vec<u8>>| {
            let status = response.status();
            status.is_client_error() || status.is_server_error()
        };
        if result.as_ref().is_ok_and(is_error) && preference(request.headers, "code").is_none() {
            lenient.push("no-success-described");
        }
        match result {
            Ok(response) => Exchange::served(&operation.name, response, lenient),
            Err(problem) => Exchange { operation: Some(operation.name.clone()), lenient, ..Exchange::refused(problem) },
        }
    }

    fn write(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        described: &Response,
        request: &RestRequest<'_>,
        lenient: &mut Vec<&'static str>,
    ) -> Result<http::Response<Vec<u8>>, Problem> {
        let mut response = http::Response::new(Vec::new());
        *response.status_mut() = status;
        self.add_headers(validator, (index, status), described, request, response.headers_mut());
        if described.content.is_empty() || is_bodiless(status.as_str()) {
            refuse_example(request, &format!("response {}", status.as_str()))?;
            return Ok(response);
        }
        let media = accepted(&described.content, request.headers).ok_or_else(|| not_acceptable(&described.content))?;
        let content_type = concrete(&media.range, request.headers);
        let body = self.body(validator, (index, status), media, &content_type, request)?;
        if body.is_none() && media.schema.is_some() {
            lenient.push("unwritten-body");
        }
        if let Ok(content_type) = HeaderValue::from_str(&content_type) {
            response.headers_mut().insert(CONTENT_TYPE, content_type);
        }
        *response.body_mut() = body.unwrap_or_default();
        Ok(response)
    }

    /// Returns the preferred example, else a suitable example, else a sample. Returns `None` if no value is described
    /// or if it cannot be written in the media type.
    fn body(
        &self,
        validator: &mut Validator,
        (index, status): (usize, StatusCode),
        media: &MediaType,
        content_type: &str,
        request: &RestRequest<'_>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        if let Some(name) = preference(request.headers, "example") {
            let preferred = media.examples.iter().find(|example| example.name.as_deref() == Some(name.as_str()));
            let example = preferred.ok_or_else(|| {
                let names: Vec<&str> = media.examples.iter().filter_map(|example| example.name.as_deref()).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                no_example(&name, &format!("response as {}", media.range), &names)
            })?;
            if !can_write(content_type, &example.json) {
                let preferred = describe_preference("example", &name);
                let detail =
                    format!("{preferred}; it is not a string, and only strings can be written as {content_type}");
                return Err(Problem::new(StatusCode::BAD_REQUEST, "No such example", detail));
            }
            return Ok(Some(as_media(content_type, &example.json)));
        }
        let example = self.matching_example(validator, index, media, request);
        if let Some(json) = example.filter(|json| can_write(content_type, json)) {
            return Ok(Some(as_media(content_type, &json)));
        }
        let Some(schema) = media.schema else { return Ok(None) };
        let key = (index, status.as_str().to_owned(), media.range.clone());
        let sample = self.sample(validator, key, schema, "", request.options).map_err(|none| {
            let name = self.operations.get(index).map_or("", |operation| operation.name.as_str());
            no_sample(describe_response(name, status.as_str(), media, &none))
        })?;
        Ok(can_write_sample(content_type, &sample).then(|| as_media(content_type, &sample)))
    }

    /// Returns a sample, or the reason for its absence. Results are cached.
    pub(super) fn sample(
        &self,
        validator: &mut Validator,
        key: SampleKey,
        schema: Schema,
        name: &str,
        drawn_from: SampleOptions,
    ) -> Result<Arc<str>, NoSample> {
        let SampleOptions { seed, day } = drawn_from;
        let samples = || self.samples.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) =
            Some(samples()).filter(|samples| samples.day == day).and_then(|of| of.known.get(&key).cloned())
        {
            return known;
        }
        let today = Date::from_unix_seconds(day.saturating_mul(SECONDS_PER_DAY)).map(|date| date.to_string());
        let day_of_dates = today.as_deref().unwrap_or_default();
        let options = schema::SampleOptions { direction: Some(Direction::Response), seed, name, day: day_of_dates };
        let sample = validator.sample(&self.description, schema, &options).map(Arc::from);
        let mut samples = samples();
        if samples.day != day {
            *samples = Samples { day, ..Samples::default() };
        }
        samples.known.insert(key, sample.clone());
        sample
    }
}

/// Writes a value in the media type: as JSON, or as a string without quotation marks.
fn as_media(content_type: &str, json: &str) -> Vec<u8> {
    if is_json(content_type) { json.as_bytes().to_vec() } else { plain(json).into_bytes() }
}

fn not_acceptable(content: &[MediaType]) -> Problem {
    let ranges: Vec<&str> = content.iter().map(|media| media.range.as_str()).collect();
    let detail = format!("the response is described as {}, but the request accepts none of these", ranges.join(", "));
    Problem::new(StatusCode::NOT_ACCEPTABLE, "No acceptable response", detail)
}

/// Rejects a request that prefers an example for a response without a body.
fn refuse_example(request: &RestRequest<'_>, what: &str) -> Result<(), Problem> {
    preference(request.headers, "example").map_or(Ok(()), |name| Err(no_example(&name, what, "no body")))
}

fn no_example(name: &str, what: &str, found: &str) -> Problem {
    let detail = format!("{}; the {what} has {found}", describe_preference("example", name));
    Problem::new(StatusCode::BAD_REQUEST, "No such example", detail)
}

fn no_sample(reason: String) -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "The response has no sample", reason)
}
