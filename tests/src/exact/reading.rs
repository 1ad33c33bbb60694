//! A description as its references and its operations: all that says what one place has to do with another.
//!
//! It is read from `serde_json::Value` and shares no code with the comparison.

use std::collections::BTreeMap;

use serde_json::Value;

use super::contracts::{OperationEntry, operation_entries};
use super::pointer::{below, is_within, outwards};

/// Members that map names to values of one kind: a name in there is no keyword.
const NAMED: [&str; 27] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "schemas",
    "responses",
    "parameters",
    "examples",
    "requestBodies",
    "headers",
    "securitySchemes",
    "securityDefinitions",
    "links",
    "callbacks",
    "pathItems",
    "mediaTypes",
    "paths",
    "webhooks",
    "x-webhooks",
    "content",
    "encoding",
    "variables",
    "additionalOperations",
    "flows",
    "dependencies",
    "components",
];

/// Members that hold values and not descriptions of them.
const DATA: [&str; 5] = ["default", "enum", "const", "dataValue", "scopes"];

/// A description.
#[derive(Debug)]
pub(super) struct ReferenceReader<'v> {
    pub(super) root: &'v Value,
    /// What stands where, by the place it refers to: the objects with `$ref`.
    referring: BTreeMap<String, Vec<String>>,
    /// The same the other way round.
    targets: BTreeMap<String, Vec<String>>,
    pub(super) contracts: Vec<OperationEntry>,
}

impl<'v> ReferenceReader<'v> {
    pub(super) fn new(root: &'v Value) -> ReferenceReader<'v> {
        let mut reading = ReferenceReader {
            root,
            referring: BTreeMap::new(),
            targets: BTreeMap::new(),
            contracts: operation_entries(root),
        };
        reading.look_through(root, "", false);
        reading
    }

    fn look_through(&mut self, value: &Value, at: &str, is_named: bool) {
        match value {
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.look_through(element, &below(at, &index.to_string()), false);
                }
            }
            Value::Object(members) => {
                for (key, member) in members {
                    let inner = below(at, key);
                    if is_named {
                        self.look_through(member, &inner, false);
                        continue;
                    }
                    match (key.as_str(), member) {
                        ("$ref" | "$dynamicRef", Value::String(text)) => self.refer(at, text),
                        ("examples", Value::Array(_)) => {}
                        (key, _) if DATA.contains(&key) => {}
                        (key, _) if key.starts_with("x-") && key != "x-webhooks" => {}
                        (key, member) => self.look_through(member, &inner, NAMED.contains(&key)),
                    }
                }
            }
            _ => {}
        }
    }

    fn refer(&mut self, from: &str, text: &str) {
        if let Some(target) = target(self.root, text) {
            self.note(from, target);
        }
    }

    fn note(&mut self, from: &str, to: String) {
        self.referring.entry(to.clone()).or_default().push(from.to_owned());
        self.targets.entry(from.to_owned()).or_default().push(to);
    }

    /// Whether it is one of Swagger 2.0.
    pub(super) fn is_older(&self) -> bool {
        self.root.get("swagger").is_some()
    }

    /// Who refers to something inside a place.
    pub(super) fn referring_inside<'r>(&'r self, place: &'r str) -> impl Iterator<Item = &'r str> {
        let inside = self.referring.range(place.to_owned()..).take_while(move |(to, _)| to.starts_with(place));
        inside.filter(move |(to, _)| is_within(to, place)).flat_map(|(_, from)| from).map(String::as_str)
    }

    /// Who refers to a place or to something around it, no further out than `boundary`.
    pub(super) fn referring<'r>(&'r self, place: &'r str, boundary: &'r str) -> impl Iterator<Item = &'r str> {
        let around = outwards(place).take_while(move |at| is_within(at, boundary));
        around.filter_map(|at| self.referring.get(at)).flatten().map(String::as_str)
    }

    /// What is referred to from a place, and from what is there in turn.
    pub(super) fn reached_from(&self, place: &str) -> Vec<String> {
        let (mut found, mut waiting) = (Vec::new(), vec![place.strip_suffix("/$ref").unwrap_or(place).to_owned()]);
        while let Some(at) = waiting.pop() {
            let inside = self.targets.range(at.clone()..).take_while(|(from, _)| from.starts_with(&at));
            for target in inside.filter(|(from, _)| is_within(from, &at)).flat_map(|(_, targets)| targets) {
                if !found.contains(target) {
                    found.push(target.clone());
                    waiting.push(target.clone());
                }
            }
        }
        found
    }
}

/// The place a reference leads to; none if it is in another file.
pub(super) fn target(root: &Value, text: &str) -> Option<String> {
    let fragment = percent_decoded(text.strip_prefix('#')?);
    if fragment.is_empty() || fragment.starts_with('/') {
        return Some(fragment);
    }
    anchored(root, "", &fragment)
}

fn anchored(value: &Value, at: &str, name: &str) -> Option<String> {
    match value {
        Value::Object(members) => {
            let named = |word: &str| members.get(word).and_then(Value::as_str) == Some(name);
            if named("$anchor") || named("$dynamicAnchor") {
                return Some(at.to_owned());
            }
            members.iter().find_map(|(key, member)| anchored(member, &below(at, key), name))
        }
        Value::Array(elements) => {
            let mut elements = elements.iter().enumerate();
            elements.find_map(|(index, element)| anchored(element, &below(at, &index.to_string()), name))
        }
        _ => None,
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let pair = behind.get(..2).filter(|_| *first == b'%');
        let code = pair.and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
