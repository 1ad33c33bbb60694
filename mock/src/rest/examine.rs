//! Findings about a description, independent of requests: responses without samples, and requests that cannot be valid.

use std::sync::Arc;

use http::header::HeaderName;
use waybill_openapi::operation::{Header, MediaType};
use waybill_openapi::schema::{Direction, NoSample, SampleOptions, Schema, Validator};

use super::choose::{choose, is_bodiless};
use super::examples::Fit;
use super::headers::{examples_of, is_always_sent, is_own, is_sendable, schema_of};
use super::media;
use super::media::can_write_sample;
use super::no_sample::{describe, describe_response};
use super::operation::RestOperation;
use super::service::{Examination, RestService};
use super::usual_headers::usual_value;

/// Maximum number of steps in all searches for samples. GitHub's 951 operations take a third of them and 40 ms.
const MAX_STEPS: usize = 3_000_000;

/// Maximum number of notes about samples, to keep the list readable.
const MAX_NOTES: usize = 100;

/// Reason why a response has no body.
const UNWRITTEN: &str = "only a string can be written as this type; add a string as the example";

/// Reason why an operation returns an error.
const ONLY_ERRORS: &str = "only errors are described; describe a success response, or `default`";

/// Reason why a described header is omitted.
const OWN_HEADER: &str = "the body, the connection or the settings determine it";

/// The state of an examination.
struct Examiner<'s> {
    service: &'s RestService,
    validator: Validator,
    seed: u64,
    work: usize,
    /// Examined schemas, sorted, with a sample or the reason for its absence.
    known: Vec<(Schema, Direction, Result<Arc<str>, NoSample>)>,
    /// Findings that are reported once for all responses.
    counted: Vec<Counted>,
    /// Number of omitted notes.
    left_out: usize,
    notes: Vec<String>,
}

/// A finding about several responses.
struct Counted {
    /// Media type or header of the finding.
    what: String,
    /// Sentence about the first of the responses.
    sentence: String,
    reason: &'static str,
    count: usize,
}

impl RestService {
    /// Returns the findings, which are computed on the first call.
    pub(crate) fn examine(&self, seed: u64) -> Arc<Examination> {
        if let Some(known) = self.examination.get() {
            return known;
        }
        let name = self.description.name();
        let problems = self.description.problems().iter();
        let notes = problems.map(|problem| format!("{name}:{}: {}", problem.place.line, problem.message)).collect();
        let mut examiner = Examiner {
            service: self,
            validator: self.take_validator(),
            seed,
            work: MAX_STEPS,
            known: Vec::new(),
            counted: Vec::new(),
            left_out: 0,
            notes,
        };
        let unanswered = self.operations.iter().map(|operation| examiner.examine(operation)).collect();
        let notes = examiner.finish();
        let found = Arc::new(Examination { notes, unanswered });
        self.examination.set(Arc::clone(&found));
        found
    }
}

impl Examiner<'_> {
    /// Notes all parts of an operation without samples. Returns the reason if the default response has none.
    fn examine(&mut self, operation: &RestOperation) -> Option<String> {
        let RestOperation { name, operation, .. } = operation;
        let usual = choose(&operation.responses, None).ok();
        if let Some((status, _)) = usual.filter(|(status, _)| status.is_client_error() || status.is_server_error()) {
            self.count(
                String::new(),
                ONLY_ERRORS,
                format!("{name}: a valid request gets the response {}", status.as_str()),
            );
        }
        let usual = usual
            .and_then(|(_, response)| Some((response, media::accepted(&response.content, &http::HeaderMap::new())?)));
        let mut unanswered = None;
        for response in operation.responses.iter().filter(|response| !is_bodiless(&response.status)) {
            for media in &response.content {
                self.note_unchecked_example(name, &response.status, media);
                self.count_unwritten(name, &response.status, media);
                let Some(none) = self.find_gap(media, Direction::Response) else { continue };
                let sentence = describe_response(name, &response.status, media, &none);
                if usual.is_some_and(|usual| std::ptr::eq(usual.0, response) && std::ptr::eq(usual.1, media)) {
                    unanswered = Some(sentence.clone());
                }
                self.note(sentence);
            }
        }
        for response in &operation.responses {
            for header in &response.headers {
                self.examine_header(name, &response.status, header);
            }
        }
        for body in operation.body.iter().filter(|body| body.required) {
            let gaps: Vec<NoSample> =
                body.content.iter().filter_map(|media| self.find_gap(media, Direction::Request)).collect();
            if let Some(none) = gaps.first().filter(|_| gaps.len() == body.content.len()) {
                self.note(describe(name, "the required body", none));
            }
        }
        for parameter in operation.parameters.iter().filter(|parameter| parameter.required) {
            let Some(schema) = parameter.schema.filter(|_| parameter.examples.is_empty()) else { continue };
            if let Some(none) = self.find_none(schema, Direction::Request) {
                self.note(describe(name, &format!("the required parameter `{}`", parameter.name), &none));
            }
        }
        unanswered
    }

    /// Returns the reason if neither a sample nor an example can be sent.
    fn find_gap(&mut self, media: &MediaType, direction: Direction) -> Option<NoSample> {
        let schema = media.schema?;
        let none = self.find_none(schema, direction)?;
        let mut examples = media.examples.iter();
        let is_shown = examples.any(|example| match direction {
            Direction::Response => self.service.fit(&mut self.validator, media, &example.json) != Fit::Unsuitable,
            Direction::Request => self.service.admits(&mut self.validator, schema, direction, &example.json),
        });
        (!is_shown).then_some(none)
    }

    /// Notes an example that is sent although its schema cannot validate it.
    fn note_unchecked_example(&mut self, name: &str, status: &str, media: &MediaType) {
        let mut fits = media.examples.iter().map(|example| self.service.fit(&mut self.validator, media, &example.json));
        if fits.any(|fit| fit == Fit::Unchecked) {
            let range = &media.range;
            self.note(format!(
                "{name}: the example of the response {status} as {range} is a string, which its schema does not \
                 describe; it is sent unchanged and unchecked"
            ));
        }
    }

    /// Counts a response without a body, because its value cannot be written in its media type.
    fn count_unwritten(&mut self, name: &str, status: &str, media: &MediaType) {
        let mut fits = media.examples.iter().map(|example| self.service.fit(&mut self.validator, media, &example.json));
        if fits.any(|fit| fit != Fit::Unsuitable) {
            return;
        }
        let found = media.schema.and_then(|schema| self.find(schema, Direction::Response));
        if found.is_some_and(|found| found.is_ok_and(|sample| !can_write_sample(&media.range, &sample))) {
            let range = &media.range;
            self.count(range.clone(), UNWRITTEN, format!("{name}: the response {status} has no body as {range}"));
        }
    }

    /// Notes if a response header is omitted, or if a sample replaces its examples.
    fn examine_header(&mut self, name: &str, status: &str, header: &Header) {
        let what = format!("the header `{}` of the response {status}", header.name);
        if is_own(header) {
            if !is_always_sent(header) {
                let left_out = format!("{name}: {what} is omitted");
                self.count(header.name.to_ascii_lowercase(), OWN_HEADER, left_out);
            }
            return;
        }
        if HeaderName::from_bytes(header.name.as_bytes()).is_err() {
            return self.note(format!("{name}: {what} has a name that is not allowed for a header; it is omitted"));
        }
        if self.service.header_example(&mut self.validator, header).is_some() {
            return;
        }
        let Some(schema) = schema_of(header) else {
            if usual_value(&header.name, "", 0).is_none() {
                self.note(format!(
                    "{name}: {what} has neither a schema nor an example that is valid in a header; it is omitted"
                ));
            }
            return;
        };
        let found = self.find(schema, Direction::Response);
        if let Some(Err(none)) = found {
            self.note(format!("{}; it is omitted", describe(name, &what, &none)));
        } else if found.is_some_and(|found| found.is_ok_and(|sample| !is_sendable(header, &sample))) {
            self.note(format!("{name}: {what} has no sample that is valid in a header; it is omitted"));
        } else if examples_of(header).next().is_some() {
            self.note(format!(
                "{name}: no example of {what} matches its schema and is valid in a header; a sample is sent"
            ));
        }
    }

    /// Returns the reason if a schema has no sample.
    fn find_none(&mut self, schema: Schema, direction: Direction) -> Option<NoSample> {
        self.find(schema, direction)?.err()
    }

    /// Returns a sample of a schema, or the reason for its absence. Returns `None` after [`MAX_STEPS`].
    fn find(&mut self, schema: Schema, direction: Direction) -> Option<Result<Arc<str>, NoSample>> {
        let description = &self.service.description;
        let schema = schema.target(description);
        let at = match self.known.binary_search_by_key(&(schema, direction), |known| (known.0, known.1)) {
            Ok(at) => return self.known.get(at).map(|known| known.2.clone()),
            Err(at) => at,
        };
        if self.work == 0 {
            return None;
        }
        let options = SampleOptions { direction: Some(direction), seed: self.seed, ..SampleOptions::default() };
        let found = self.validator.find_small_sample(description, schema, &options, &mut self.work);
        if found.is_err() && self.work == 0 {
            return None;
        }
        let found = found.map(Arc::from);
        self.known.insert(at, (schema, direction, found.clone()));
        Some(found)
    }

    /// Counts a finding about a media type or header, which is reported once for each reason. `sentence` is about this
    /// response.
    fn count(&mut self, what: String, reason: &'static str, sentence: String) {
        let is_full = self.counted.len() == MAX_NOTES;
        match self.counted.iter_mut().find(|known| known.what == what && known.reason == reason) {
            Some(known) => known.count += 1,
            None if is_full => self.left_out += 1,
            None => self.counted.push(Counted { what, sentence, reason, count: 1 }),
        }
    }

    fn note(&mut self, sentence: String) {
        if self.notes.len() < MAX_NOTES { self.notes.push(sentence) } else { self.left_out += 1 }
    }

    fn finish(mut self) -> Vec<String> {
        for Counted { sentence, reason, count, .. } in std::mem::take(&mut self.counted) {
            let others = match count {
                1 => String::new(),
                2 => ", and so has one other".to_owned(),
                count => format!(", and so have {} others", count - 1),
            };
            self.note(format!("{sentence}{others}: {reason}"));
        }
        if self.left_out > 0 {
            self.notes.push(format!("{} more notes are omitted", self.left_out));
        }
        if self.work == 0 {
            let sentence = "not every response was checked: the others may have no sample";
            self.notes.push(sentence.to_owned());
        }
        self.service.keep_validator(self.validator);
        self.notes
    }
}
