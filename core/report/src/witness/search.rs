//! The search for a request that shows a change. It creates and varies drafts until the previous description accepts
//! one and the current one rejects it because of the change.

use serde_json::Value;
use waybill_openapi::internal::{places_of, spend_work};
use waybill_openapi::schema::{Instance, Schema, Validator};

use super::draft::{Argument, Body, Draft, Extent, described, is_same};
use super::edges::edge_values;
use super::edit::{escape, part_count, part_pointers, with};
use super::objections::{Objection, judge};
use super::prune::prune;
use super::repair::{drop_leftovers, rename_path_parameters, repair};
use super::subject::Subject;
use super::write::{write_request, write_target};
use super::{Endpoint, Endpoints};
use crate::Witness;

/// Maximum number of drafts for one operation.
const MAX_TRIES: usize = 600;

/// Number of seeds for samples.
const SEEDS: u64 = 4;

/// Maximum number of schemas around a change to try.
const MAX_SCHEMAS: usize = 2;

/// Maximum number of locations of the schema in one draft to try.
const MAX_PLACES: usize = 3;

/// Cost of copying, writing and reading a part of a draft, in steps of a validation. The number of tries alone limits it for the
/// first parts.
const STEPS_OF_A_PART: usize = 10;
const FREE_PARTS: usize = 100;

/// A search for one operation.
pub(super) struct Search<'s, 'a> {
    pub(super) validator: &'s mut Validator,
    pub(super) before: Endpoint<'s>,
    pub(super) after: Endpoint<'s>,
    /// The drafts that were sampled for the operation.
    drafts: &'s mut Vec<((Extent, u64), Option<Draft>)>,
    subject: &'s Subject<'a>,
    tries: usize,
    /// Remaining number of drafts for all searches of the report.
    of_all: &'s mut usize,
    /// True if any violation inside the changed schema shows the change.
    looks_inside: bool,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(super) fn new(
        validator: &'s mut Validator,
        Endpoints { descriptions, operations, drafts, .. }: &'s mut Endpoints<'_>,
        subject: &'s Subject<'a>,
        of_all: &'s mut usize,
    ) -> Search<'s, 'a> {
        let ([previous, current], [old, new]) = (*descriptions, operations);
        let before = Endpoint { description: previous, operation: old };
        let after = Endpoint { description: current, operation: new };
        Search { validator, before, after, drafts, subject, tries: MAX_TRIES, of_all, looks_inside: false }
    }

    /// Returns a sampled draft, which is the same for each change of the operation.
    fn sample(&mut self, extent: Extent, seed: u64) -> Option<Draft> {
        let known = self.drafts.iter().find(|(choice, _)| *choice == (extent, seed));
        if let Some((_, draft)) = known {
            return draft.clone();
        }
        let draft = Draft::sample(self.validator, self.before, extent, seed);
        self.drafts.push(((extent, seed), draft.clone()));
        draft
    }

    /// Finds the smallest request that shows the change, and a replacement that the current description accepts.
    pub(super) fn find(mut self) -> Option<Witness> {
        let mut found = self.find_refused();
        if found.is_none() && self.subject.is_of_whole_schema() {
            (self.looks_inside, self.tries) = (true, MAX_TRIES);
            found = self.find_refused();
        }
        let Some(refused) = found else { return self.find_rewritten() };
        let refused = prune(&mut self, refused);
        let shown = self.find_shown(&refused)?;
        let accepted = repair(&mut self, &refused)?;
        let accepted = drop_leftovers(&mut self, accepted);
        if shown.missing_property().is_some_and(|name| !has_member(&accepted, &name)) {
            return None;
        }
        let refusal = shown.refusal();
        let before = write_request(self.before, &refused)?;
        let after = write_request(self.after, &accepted)?;
        (before != after && self.is_read_alike(&refused)).then_some(Witness { before, after, refusal })
    }

    /// Returns true if both descriptions serialise the request's values in the same way. Otherwise the rejection may
    /// have another reason than its values.
    fn is_read_alike(&self, draft: &Draft) -> bool {
        let renamed = rename_path_parameters(self.before, self.after, draft);
        let [before, after] = [(self.before, draft), (self.after, &renamed)].map(|(at, draft)| write_target(at, draft));
        after.is_none() || before == after
    }

    /// Finds a request with the same values whose serialisation of a parameter changed.
    fn find_rewritten(&mut self) -> Option<Witness> {
        let (location, name) = self.subject.form_of()?;
        let mut draft = self.sample(Extent::All, 0)?;
        let required = self.sample(Extent::Required, 0)?;
        let is_needed =
            |argument: &Argument| is_same(argument, *location, name) || required.arguments.contains(argument);
        draft.arguments.retain(is_needed);
        draft.body = required.body;
        for argument in draft.arguments.iter_mut().filter(|argument| is_same(argument, *location, name)) {
            // Many styles serialise a single element in the same way.
            if let Value::Array(elements) = &mut argument.value {
                elements.extend(elements.first().cloned().filter(|_| elements.len() == 1));
            }
        }
        let is_accepted =
            [self.before, self.after].into_iter().all(|at| judge(self.validator, at, &draft).is_accepting());
        let (before, after) = (write_request(self.before, &draft)?, write_request(self.after, &draft)?);
        (is_accepted && before != after).then_some(Witness { before, after, refusal: None })
    }

    /// Returns the current description's objection to a draft that the change causes.
    fn find_shown(&mut self, draft: &Draft) -> Option<Objection> {
        let objections = judge(self.validator, self.after, draft).objections;
        let places = if self.looks_inside { self.places_in_body(draft) } else { Vec::new() };
        objections.into_iter().find_map(|objection| {
            let is_inside = self.looks_inside && self.subject.is_shown_inside(&objection, &places);
            self.subject.find_in(&objection).or_else(|| is_inside.then_some(objection))
        })
    }

    /// Returns the locations in the body at which the current description applies the changed schema.
    fn places_in_body(&mut self, draft: &Draft) -> Vec<String> {
        let (Some(body), Some(wanted)) = (&draft.body, self.subject.current_schema) else { return Vec::new() };
        let contents = self.after.operation.body.iter().flat_map(|described| &described.content);
        let schema =
            contents.into_iter().find(|content| content.range == body.media_type).and_then(|content| content.schema);
        let text = body.value.to_string();
        let (Some(schema), Ok(instance)) = (schema, Instance::read("value", text.as_bytes())) else {
            return Vec::new();
        };
        places_of(self.validator, self.after.description, schema, &instance, wanted)
    }

    /// Returns true if a limit ended the search. Copying drafts takes time too.
    pub(super) fn is_over(&mut self) -> bool {
        self.tries == 0 || *self.of_all == 0 || !spend_work(self.validator, 1)
    }

    /// Returns true if the previous description accepts a draft and the draft shows the change.
    pub(super) fn is_showing(&mut self, draft: &Draft) -> bool {
        if self.is_over() {
            return false;
        }
        self.tries -= 1;
        *self.of_all -= 1;
        let values =
            draft.arguments.iter().map(|argument| &argument.value).chain(draft.body.iter().map(|body| &body.value));
        let parts: usize = values.map(part_count).sum();
        spend_work(self.validator, parts.saturating_sub(FREE_PARTS) * STEPS_OF_A_PART);
        self.find_shown(draft).is_some() && judge(self.validator, self.before, draft).is_accepting()
    }

    fn find_refused(&mut self) -> Option<Draft> {
        let required = self.sample(Extent::Required, 0);
        if let Some(draft) = required.filter(|draft| self.is_showing(draft)) {
            return Some(draft);
        }
        // The first seeds give the most realistic values.
        for seed in 0..SEEDS {
            if self.is_over() {
                return None;
            }
            let Some(draft) = self.sample(Extent::All, seed) else { continue };
            if self.is_showing(&draft) {
                return Some(draft);
            }
            let varied = self.find_variation(&draft);
            if varied.is_some() {
                return varied;
            }
        }
        None
    }

    /// Finds a variation with fewer parts, or with a value at the limits of the changed schema.
    fn find_variation(&mut self, draft: &Draft) -> Option<Draft> {
        for smaller in smaller_drafts(draft) {
            if self.is_showing(&smaller) {
                return Some(smaller);
            }
            if self.is_over() {
                return None;
            }
        }
        for (at, argument) in draft.arguments.iter().enumerate() {
            if self.is_over() {
                return None;
            }
            let mut parameters = self.before.operation.parameters.iter();
            let parameter = parameters.find(|parameter| is_same(argument, parameter.location, &parameter.name));
            let Some(schema) = parameter.and_then(|parameter| described(parameter).schema) else { continue };
            let varied = self.find_value(schema, &argument.value, &|value| {
                let mut varied = draft.clone();
                varied.arguments.get_mut(at)?.value = value;
                Some(varied)
            });
            if varied.is_some() {
                return varied;
            }
        }
        let body = draft.body.as_ref()?;
        let contents = self.before.operation.body.iter().flat_map(|described| &described.content);
        let schema = contents.into_iter().find(|content| content.range == body.media_type)?.schema?;
        self.find_value(schema, &body.value, &|value| {
            let body = Body { media_type: body.media_type.clone(), value };
            Some(Draft { arguments: draft.arguments.clone(), body: Some(body) })
        })
    }

    /// Tries other values at the locations of the changed schema.
    fn find_value(&mut self, schema: Schema, value: &Value, draft: &dyn Fn(Value) -> Option<Draft>) -> Option<Draft> {
        // If the schema is new, its values are part of those of the surrounding schema.
        let wanted = self.subject.previous_schemas.iter().take(MAX_SCHEMAS);
        wanted.copied().find_map(|wanted| self.find_value_of(wanted, schema, value, draft))
    }

    fn find_value_of(
        &mut self,
        wanted: Schema,
        schema: Schema,
        value: &Value,
        draft: &dyn Fn(Value) -> Option<Draft>,
    ) -> Option<Draft> {
        let text = value.to_string();
        let instance = Instance::read("value", text.as_bytes()).ok()?;
        let description = self.before.description;
        let places = places_of(self.validator, description, schema, &instance, wanted);
        for pointer in places.iter().take(MAX_PLACES) {
            let Some(standing) = value.pointer(pointer) else { continue };
            let sides = [(description, Some(wanted)), (self.after.description, self.subject.current_schema)];
            for edge in edge_values(sides[0], sides[1], standing) {
                let varied = with(value, pointer, edge).and_then(draft);
                if let Some(varied) = varied.filter(|varied| self.is_showing(varied)) {
                    return Some(varied);
                }
            }
        }
        None
    }
}

/// Returns true if the body has a member of this name. A missing member has to be added, not avoided with another
/// alternative.
fn has_member(draft: &Draft, name: &str) -> bool {
    let end = format!("/{}", escape(name));
    draft.body.iter().any(|body| part_pointers(&body.value).iter().any(|pointer| pointer.ends_with(&end)))
}

/// Returns the request without its body, and without each of its parameters.
pub(super) fn smaller_drafts(draft: &Draft) -> impl Iterator<Item = Draft> {
    let without_body = draft.body.is_some().then(|| Draft { arguments: draft.arguments.clone(), body: None });
    let without_argument = (0..draft.arguments.len()).map(move |at| {
        let mut smaller = draft.clone();
        smaller.arguments.remove(at);
        smaller
    });
    without_body.into_iter().chain(without_argument)
}
