//! The subject of a change: the parameter, schema or body that an example has to show.

use std::collections::BTreeSet;

use waybill_openapi::Description;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, ResolvedDescription, resolved, schema_at};
use waybill_openapi::operation::Location;
use waybill_openapi::schema::{Schema, Violation};

use super::edit::unescape;
use super::objections::{Objection, ValuePlace, nearest};
use crate::Change;

/// Rules whose changes are about a whole schema, wherever they are located.
const RULES_OF_WHOLE_SCHEMAS: [&str; 2] = ["request-composition-narrowed", "request-condition-narrowed"];

/// Rule about properties that were removed from objects without other properties.
const CLOSED_PROPERTY_REMOVED: &str = "closed-request-property-removed";

/// The subject of a change.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    rule: &'static str,
    message: &'a str,
    /// Locations of all changes of requests. A keyword with its own change cannot show another one.
    claimed: &'a BTreeSet<String>,
    /// Locations of the change, as JSON Pointers.
    pointers: [Option<&'a str>; 2],
    /// Schemas around the change in the previous description, innermost first.
    pub(super) previous_schemas: Vec<Schema>,
    /// True if the change is about a removed property.
    is_property_removed: bool,
    /// Schema around the change in the current description.
    pub(super) current_schema: Option<Schema>,
    /// Parameters around the change in either description.
    parameters: Vec<(Location, String)>,
    /// True if the change is about the presence of a body, or its media types.
    is_body: bool,
}

/// The surroundings of a location in a description.
#[derive(Debug, Default)]
struct Surroundings {
    /// Schemas, innermost first.
    schemas: Vec<Schema>,
    parameter: Option<(Location, String)>,
    is_body: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn find(
        change: &'a Change,
        previous: &Description<'_>,
        current: &Description<'_>,
        claimed: &'a BTreeSet<String>,
    ) -> Subject<'a> {
        let pointers = [&change.old, &change.new].map(|place| place.as_ref().map(|place| place.pointer.as_str()));
        let around = |description: &ResolvedDescription<'_>, pointer: Option<&str>| {
            pointer
                .and_then(|pointer| description.at_pointer(pointer))
                .map_or_else(Surroundings::default, |node| look_around(description, node))
        };
        let is_property_removed = pointers[0].zip(pointers[1]).is_some_and(|(old, new)| is_property(old) && old != new);
        // The old name of a renamed property violates a keyword of the object around the new one.
        let is_renamed = change.rule == CLOSED_PROPERTY_REMOVED && change.after.is_some();
        let object = pointers[1].filter(|_| is_renamed);
        let object = object.and_then(|new| new.rsplit_once('/')?.0.rsplit_once('/')).map(|(object, _)| object);
        let pointers = [pointers[0], object.or(pointers[1])];
        let (before, after) = (around(resolved(previous), pointers[0]), around(resolved(current), pointers[1]));
        Subject {
            rule: change.rule,
            message: &change.message,
            claimed,
            pointers,
            is_property_removed,
            previous_schemas: before.schemas,
            current_schema: after.schemas.first().copied(),
            is_body: before.is_body || after.is_body,
            parameters: [before.parameter, after.parameter].into_iter().flatten().collect(),
        }
    }

    /// Returns an objection if it is about the change. For a value, it is the violation of the changed keyword.
    pub(super) fn find_in(&self, objection: &Objection) -> Option<Objection> {
        let is_shown = match objection {
            Objection::MissingParameter { location, name } | Objection::UnknownParameter { location, name } => {
                let has_schema = self.current_schema.is_some() && !self.previous_schemas.is_empty();
                !has_schema && self.is_parameter(*location, name)
            }
            Objection::MissingBody | Objection::UnknownBody | Objection::MediaType { .. } => {
                self.is_body && self.current_schema.is_none()
            }
            Objection::Value { place, violation } => {
                let is_here = match place {
                    ValuePlace::Body => self.parameters.is_empty(),
                    ValuePlace::Parameter { location, name } => {
                        self.parameters.is_empty() || self.is_parameter(*location, name)
                    }
                };
                let violation = self.find_violated(violation).filter(|_| is_here)?;
                return Some(Objection::Value { place: place.clone(), violation: Box::new(violation.clone()) });
            }
        };
        is_shown.then(|| objection.clone())
    }

    fn is_parameter(&self, location: Location, name: &str) -> bool {
        self.parameters.iter().any(|(own, called)| *own == location && called.eq_ignore_ascii_case(name))
    }

    /// Returns the violation of a keyword that the change is about, even inside an alternative.
    fn find_violated<'v>(&self, violation: &'v Violation) -> Option<&'v Violation> {
        let mut open = vec![violation];
        while let Some(violation) = open.pop() {
            if (self.is_at(&violation.schema.pointer) || self.is_of_property(violation))
                && self.names_property(violation)
            {
                return Some(violation);
            }
            open.extend(violation.branches.iter().flat_map(|branch| &branch.violations));
        }
        None
    }

    /// Returns true if the change is at a keyword: at the keyword itself, its schema, or one of its values.
    fn is_at(&self, keyword: &str) -> bool {
        let [_, current] = self.pointers;
        let Some(current) = current else { return false };
        let parent = |pointer: &'a str| pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        let schema = keyword.rsplit_once('/').map_or("", |(schema, _)| schema);
        current == keyword || parent(current) == keyword || (current == schema && !self.claimed.contains(keyword))
    }

    /// Returns true if the change is about a whole schema, such as a replaced one.
    pub(super) fn is_of_whole_schema(&self) -> bool {
        const WHOLES: [&str; 8] = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "not"];
        let [_, current] = self.pointers;
        let Some((parent, last)) = current.and_then(|current| current.rsplit_once('/')) else { return false };
        let is_whole = |step: &str| WHOLES.contains(&step);
        is_whole(last)
            || parent.rsplit_once('/').is_some_and(|(_, step)| is_whole(step))
            || RULES_OF_WHOLE_SCHEMAS.contains(&self.rule)
    }

    /// Returns true if a value violates a schema inside one of these locations, and no other change is about the
    /// keyword.
    pub(super) fn is_shown_inside(&self, objection: &Objection, places: &[String]) -> bool {
        let Objection::Value { place: ValuePlace::Body, violation } = objection else { return false };
        let violation = nearest(violation);
        let pointer = &violation.instance.pointer;
        let is_inside = places.iter().any(|place| {
            pointer.strip_prefix(place.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        is_inside && !self.claimed.contains(&violation.schema.pointer)
    }

    /// Returns the parameter if the change is about its form and not its schema.
    pub(super) fn form_of(&self) -> Option<&(Location, String)> {
        self.parameters.first().filter(|_| self.previous_schemas.is_empty() && self.current_schema.is_none())
    }

    /// Returns true if the violation is about the missing property at the change's location.
    fn is_of_property(&self, violation: &Violation) -> bool {
        let [_, current] = self.pointers;
        let schema = violation.schema.pointer.strip_suffix("/required");
        let property = current.zip(schema).and_then(|(current, schema)| current.strip_prefix(schema));
        let name = property.and_then(|property| property.strip_prefix("/properties/"));
        name.is_some_and(|name| missing_property(violation) == Some(unescape(name).as_str()))
    }

    /// Returns true if the change names the missing or additional property. One location may have several.
    fn names_property(&self, violation: &Violation) -> bool {
        let extra = || violation.instance.pointer.rsplit_once('/').map(|(_, name)| unescape(name));
        let name = match violation.keyword.as_str() {
            "required" => missing_property(violation).map(str::to_owned),
            "false" => extra(),
            "additionalProperties" | "unevaluatedProperties" if self.is_property_removed => extra(),
            _ => return true,
        };
        let is_named =
            |name: String| self.message.contains(&format!("`{name}`")) || self.message.contains(&format!(".{name}`"));
        name.is_none_or(is_named)
    }
}

/// Returns the innermost schema around a location of a description.
pub(super) fn schema_around(description: &Description<'_>, pointer: &str) -> Option<Schema> {
    let description = resolved(description);
    look_around(description, description.at_pointer(pointer)?).schemas.first().copied()
}

/// Returns true if a pointer leads to a property of a schema.
fn is_property(pointer: &str) -> bool {
    pointer.rsplit_once('/').is_some_and(|(parent, _)| parent.ends_with("/properties"))
}

/// Returns the property that a violation of `required` is about.
fn missing_property(violation: &Violation) -> Option<&str> {
    violation.expected.split('`').nth(1)
}

fn look_around(description: &ResolvedDescription<'_>, node: NodeId) -> Surroundings {
    let mut found = Surroundings::default();
    let mut at = Some(node);
    while let Some(node) = at {
        match description.object_kind(node) {
            kind if kind.is_schema() => {
                found.schemas.push(schema_at(node));
            }
            ObjectKind::Parameter => {
                found.parameter = parameter(description, description.resolve(node).unwrap_or(node));
                break;
            }
            ObjectKind::RequestBody => {
                found.is_body = true;
                break;
            }
            ObjectKind::Operation | ObjectKind::PathItem => break,
            _ => {}
        }
        at = description.arena().parent(node);
    }
    found
}

fn parameter(description: &ResolvedDescription<'_>, node: NodeId) -> Option<(Location, String)> {
    let arena = description.arena();
    let location = match arena.string_at(node, KnownKey::In)?.as_ref() {
        "path" => Location::Path,
        "query" => Location::Query,
        "header" => Location::Header,
        "cookie" => Location::Cookie,
        _ => return None,
    };
    Some((location, arena.string_at(node, KnownKey::Name)?.into_owned()))
}
