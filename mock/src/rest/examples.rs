//! Examples of responses: checks which are valid, and which belong to a request.

use serde_json::Value;
use waybill_openapi::operation::MediaType;
use waybill_openapi::schema::{Direction, Instance, Schema, Validator, Violation};

use super::media::{can_write, is_json};
use super::request::RestRequest;
use super::service::RestService;

/// The suitability of an example for its media type and schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// The schema accepts it, or there is no schema.
    Admitted,
    /// It is a string in a format such as XML, and the schema describes the value that it represents. It is sent
    /// unchanged.
    Unchecked,
    /// The schema rejects it, or it cannot be written in its media type.
    Unsuitable,
}

impl RestService {
    /// Returns the named example that belongs to this request, else the first suitable example.
    pub(super) fn matching_example(
        &self,
        validator: &mut Validator,
        index: usize,
        media: &MediaType,
        request: &RestRequest<'_>,
    ) -> Option<String> {
        let admitted: Vec<_> = media
            .examples
            .iter()
            .filter(|example| self.fit(validator, media, &example.json) != Fit::Unsuitable)
            .collect();
        let by_request = admitted
            .iter()
            .find(|example| example.name.as_ref().is_some_and(|name| self.is_request_of(index, name, request)));
        by_request.or(admitted.first()).map(|example| example.json.clone())
    }

    /// Returns the suitability of an example for its media type and schema.
    pub(super) fn fit(&self, validator: &mut Validator, media: &MediaType, json: &str) -> Fit {
        if !can_write(&media.range, json) {
            return Fit::Unsuitable;
        }
        let Some(schema) = media.schema else { return Fit::Admitted };
        let Ok(instance) = Instance::read("example", json.as_bytes()) else { return Fit::Unsuitable };
        let outcome = validator.validate(&self.description, schema, &instance, Some(Direction::Response));
        if !outcome.is_invalid() {
            Fit::Admitted
        } else if json.starts_with('"') && !is_json(&media.range) && outcome.violations.iter().all(is_about_type) {
            Fit::Unchecked
        } else {
            Fit::Unsuitable
        }
    }

    pub(super) fn admits(&self, validator: &mut Validator, schema: Schema, direction: Direction, json: &str) -> bool {
        let Ok(instance) = Instance::read("example", json.as_bytes()) else { return false };
        !validator.validate(&self.description, schema, &instance, Some(direction)).is_invalid()
    }

    /// True if the request equals the request's examples of this name: the body, or else all parameters that have one.
    fn is_request_of(&self, index: usize, name: &str, request: &RestRequest<'_>) -> bool {
        let Some(operation) = self.operations.get(index).map(|entry| &entry.operation) else { return false };
        let bodies = operation.body.iter().flat_map(|body| &body.content).flat_map(|media| &media.examples);
        let mut of_body = bodies.filter(|example| example.name.as_deref() == Some(name)).peekable();
        if of_body.peek().is_some() {
            let sent: Option<Value> = serde_json::from_slice(request.body).ok();
            return sent.is_some() && of_body.any(|example| serde_json::from_str::<Value>(&example.json).ok() == sent);
        }
        let captured = self.operations.get(index).and_then(|entry| entry.capture(request)).unwrap_or_default();
        let parameters = operation.parameters.iter().filter_map(|parameter| {
            let example = parameter.examples.iter().find(|example| example.name.as_deref() == Some(name))?;
            let shapes = super::parameters::shapes(parameter, request, &captured);
            Some(shapes.iter().any(|shape| shape.is_example(&example.json)))
        });
        let compared: Vec<bool> = parameters.collect();
        !compared.is_empty() && compared.into_iter().all(|same| same)
    }
}

/// True if the schema, or each of its alternatives, rejects the type of the whole value.
fn is_about_type(violation: &Violation) -> bool {
    // Depth: the nesting of reported alternatives, which the validator limits to 2.
    let is_of_branches = || {
        let mut branches = violation.branches.iter();
        !violation.branches.is_empty() && branches.all(|branch| branch.violations.iter().any(is_about_type))
    };
    violation.instance.pointer.is_empty() && (violation.keyword == "type" || is_of_branches())
}
