//! Which places of a description an edit is about: the edited one, and whatever gets its meaning from it.

use serde_json::Value;

use super::pointer::{around, below, is_near, is_within, last, outwards, step_inside};
use super::reading::ReferenceReader;

/// The places an edit is about, on one side.
#[derive(Debug)]
pub(super) struct About {
    /// Whatever is in there or around it.
    places: Vec<String>,
    /// Whatever these are in.
    inside: Vec<String>,
}

impl About {
    /// What the edited places of a side are about, given those of both sides and what holds them.
    pub(super) fn find(reading: &ReferenceReader<'_>, edited: &[String], all: &[String], holders: &[String]) -> About {
        let mut about = About { places: edited.to_vec(), inside: holders.to_vec() };
        for place in all {
            for other in related(reading, place) {
                about.places.extend(reading.reached_from(&other));
                about.places.push(other);
            }
        }
        for place in edited.iter().chain(holders) {
            about.inside.extend(users(reading, place));
        }
        about
    }

    /// What is edited is, or was, built on this schema.
    pub(super) fn include_subtypes_of(&mut self, base: &str) {
        self.places.extend(["discriminator", "allOf"].map(|word| below(base, word)));
    }

    /// Adds what the edited places refer to, before or after.
    pub(super) fn add(&mut self, places: &[String]) {
        self.places.extend_from_slice(places);
    }

    /// Whether a place is one of them; the branches of `allOf` are one schema, whose keywords may stand in any.
    pub(super) fn holds(&self, place: &str) -> bool {
        self.has(place)
            || place.contains("/allOf/") && self.places.iter().any(|other| is_near(&merged(place), &merged(other)))
    }

    fn has(&self, place: &str) -> bool {
        self.places.iter().any(|other| is_near(place, other))
            || self.inside.iter().any(|inner| is_within(inner, place) || place == format!("{inner}/$ref"))
    }
}

/// A place as if the branches of `allOf` around it stood where their schema does.
fn merged(place: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in place.split('/') {
        if steps.last() == Some(&"allOf") && step.parse::<usize>().is_ok() {
            steps.pop();
        } else {
            steps.push(step);
        }
    }
    steps.join("/")
}

/// Who refers to a place, to something in it or to what it is in, and who refers to those.
fn users(reading: &ReferenceReader<'_>, place: &str) -> Vec<String> {
    let mut found: Vec<String> = reading.referring_inside(place).map(str::to_owned).collect();
    let mut waiting: Vec<String> = found.iter().cloned().chain([place.to_owned()]).collect();
    while let Some(at) = waiting.pop() {
        for from in reading.referring(&at, "") {
            if !found.iter().any(|known| known == from) {
                found.push(from.to_owned());
                waiting.push(from.to_owned());
            }
        }
    }
    found
}

/// What else a place says something about.
fn related(reading: &ReferenceReader<'_>, place: &str) -> Vec<String> {
    let mut found = beside(reading, place);
    // Parameters of Swagger 2.0 that are the body, or parts of it, are placed with what the operation consumes.
    found.extend(around_operation(reading, place));
    for user in users(reading, place) {
        found.extend(around_operation(reading, &user));
    }
    // Bodies of Swagger 2.0 that say no media type are placed where they say anything.
    for (list, bodies) in [("consumes", "parameters"), ("produces", "responses")] {
        if outwards(place).any(|at| last(at) == list) {
            let operations = reading.contracts.iter().flat_map(|contract| [&contract.item, &contract.operation]);
            found.extend(operations.map(|holder| below(holder, bodies)).chain([format!("/{bodies}")]));
        }
    }
    found
}

/// What a place says of others in the same object or list.
fn beside(reading: &ReferenceReader<'_>, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    let holder = around(place);
    // An element of `required` is said of the property it names.
    if let Some(object) = holder.strip_suffix("/required")
        && let Some(name) = reading.root.pointer(place).and_then(Value::as_str)
    {
        found.push(below(&below(object, "properties"), name));
    }
    // Positions mean something in there: what follows is another element now.
    // And of a set, the other one of two that are equal may be the one too many.
    if ["prefixItems", "items", "required"].contains(&last(holder).as_str()) {
        found.push(holder.to_owned());
    }
    // Of two that are equal, or called the same, either is the one too many.
    for at in outwards(place) {
        let (list, own) = (around(at), reading.root.pointer(at));
        let twins = reading.root.pointer(list).and_then(Value::as_array).into_iter().flatten().enumerate();
        let is_twin = |other: &Value| {
            let named = |word| own.and_then(|own| own.get(word)).is_some_and(|name| Some(name) == other.get(word));
            own == Some(other) || named("url") || named("name")
        };
        found.extend(twins.filter(|(_, other)| is_twin(other)).map(|(index, _)| below(list, &index.to_string())));
    }
    // A status or media type that is not listed is covered by a range.
    if ["responses", "content"].contains(&last(holder).as_str()) {
        found.push(holder.to_owned());
    }
    // So is a property by what is said of others.
    if let Some((object, _)) = place.rsplit_once("/properties") {
        found.extend(["additionalProperties", "patternProperties"].map(|word| below(object, word)));
    }
    // Whatever stands beside a reference is not looked at where it is there.
    if last(place) == "$ref" {
        found.push(holder.to_owned());
    }
    for (keyword, others) in TOGETHER {
        if last(place) == keyword {
            found.extend(others.iter().map(|other| below(holder, other)));
        }
    }
    // The address of Swagger 2.0 is made of three fields.
    let address = ["/host", "/basePath", "/schemes"];
    if address.iter().any(|part| is_within(place, part)) {
        found.extend(address.map(str::to_owned));
    }
    found
}

/// Keywords that say how others of the same object are meant.
const TOGETHER: [(&str, &[&str]); 4] = [
    ("exclusiveMinimum", &["minimum"]),
    ("exclusiveMaximum", &["maximum"]),
    // Only values of an array are written in this form.
    ("type", &["collectionFormat"]),
    // Swagger 2.0 has examples by media type, so that the media types may be named there alone.
    ("schema", &["examples"]),
];

/// What an operation does not say itself it inherits, from its path or the description; and its own parameters stand in
/// for its path's.
fn around_operation(reading: &ReferenceReader<'_>, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    for contract in reading.contracts.iter().filter(|contract| is_within(place, &contract.item)) {
        let in_operation = step_inside(place, &contract.operation);
        let Some(part) = in_operation.or_else(|| step_inside(place, &contract.item)) else { continue };
        let parts: &[&str] = match part {
            "security" => &["security"],
            "servers" => &["servers"],
            "schemes" => &["schemes", "host"],
            "consumes" | "parameters" => &["parameters", "consumes"],
            "produces" | "responses" => &["produces"],
            _ => &[],
        };
        for part in parts {
            found.extend([contract.operation.as_str(), &contract.item, ""].map(|holder| below(holder, part)));
        }
    }
    found
}
