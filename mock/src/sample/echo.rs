//! The values of a request by their names, so that the response can repeat them.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use super::dates::Date;
use super::places::{NumberMap, Places, Spot, mix};
use super::random::hash;
use super::words::{LeafName, words};
use super::{logistics, success};
use crate::credentials::is_credential_name;
use crate::xml;

/// Limits: number of stored leaves, bytes of each, and bytes of all.
const LEAVES: usize = 10_000;
const BYTES: usize = 4_096;
const ALL_BYTES: usize = 4 << 20;

/// The leaves of a request's payload: elements without children, and attributes. Leaves with credential names are not
/// stored.
///
/// A leaf of the response repeats a leaf of the same name. If there are several, it repeats the one in the same
/// instance of the surrounding elements, as far as their names match. Otherwise, a leaf directly in the message repeats
/// one directly in the request, and any other leaf repeats the one with the same index. A name that only describes the
/// kind of value, such as `Description`, is repeated only in an element of the same name. The same applies to `number`,
/// unless it is directly in the message. Nothing is repeated below a status, a notification or an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Echo {
    /// Words of the payload's name.
    asked: Vec<String>,
    /// Last shipping day in the request.
    ships_on: Option<i64>,
    /// Values by name.
    leaves: BTreeMap<String, Vec<String>>,
    /// Facts by hashes of names and of locations, such as the index of a leaf. [`SEVERAL`] if leaves differ.
    known: NumberMap,
    places: Places,
}

/// Value in place of a fact that differs between leaves.
const SEVERAL: u64 = u64::MAX;

/// Kinds of facts about a name: the number of leaves directly in the message, whether any value differs from the first,
/// and the name of the surrounding elements.
const FLAT: u64 = 1;
const DIFFER: u64 = 2;
const PARENT: u64 = 3;

impl Echo {
    /// Reads the leaves of an element and its descendants, in their order.
    pub(crate) fn new(payload: Node<'_, '_>) -> Self {
        let mut echo = Self { asked: words(payload.tag_name().name()), ..Self::default() };
        let (mut count, mut bytes) = (0, 0);
        // Names are repeated often, so each is checked once.
        let mut secret = BTreeSet::new();
        let flat = outermost(payload);
        let mut open: Vec<Node<'_, '_>> = Vec::new();
        for node in payload.descendants().filter(Node::is_element) {
            while open.last().is_some_and(|open| Some(*open) != node.parent_element()) {
                open.pop();
                echo.places.leave(true);
            }
            let own_name = node.tag_name().name();
            echo.places.enter(own_name);
            let around = open.last().copied();
            open.push(node);
            let text = node.first_element_child().is_none().then(|| xml::own_text(node));
            let own = text.as_deref().map(|text| (own_name, text, None, around));
            let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
            let attributes =
                attributes.map(|attribute| (attribute.name(), attribute.value(), Some(attribute.name()), Some(node)));
            for (name, value, attribute, around) in own.into_iter().chain(attributes) {
                if value.trim().is_empty() || value.len() > BYTES || secret.contains(name) {
                    continue;
                }
                if count == LEAVES || bytes > ALL_BYTES {
                    return echo;
                }
                if !echo.leaves.contains_key(name) && is_credential_name(name) {
                    secret.insert(name.to_owned());
                    continue;
                }
                let is_flat = node == payload || around == Some(flat) || around == Some(payload);
                echo.add(name, value, attribute, around.map(|around| around.tag_name().name()), is_flat);
                count += 1;
                bytes += value.len();
            }
        }
        while open.pop().is_some() {
            echo.places.leave(true);
        }
        echo
    }

    fn add(&mut self, name: &str, value: &str, attribute: Option<&str>, parent: Option<&str>, is_flat: bool) {
        let values = self.leaves.entry(name.to_owned()).or_default();
        let index = u64::try_from(values.len()).unwrap_or(SEVERAL);
        let differs = values.first().is_some_and(|first| first != value);
        values.push(value.to_owned());
        let key = hash(name);
        if differs {
            self.known.insert(mix(key, DIFFER), SEVERAL);
        }
        self.note(mix(key, PARENT), hash(parent.unwrap_or_default()));
        if is_flat {
            let count = self.about(key, FLAT);
            self.known.insert(mix(key, FLAT), count + 1);
            self.known.insert(mix(mix(key, FLAT), count), index);
        }
        if let Some(date) = Date::read(value.trim_start())
            && logistics::is_start(&LeafName::new(name, &format!("//{}/{name}", parent.unwrap_or_default())))
        {
            self.ships_on = self.ships_on.max(Some(date.number()));
        }
        let places = std::mem::take(&mut self.places);
        if let Some(spot) = places.spot(attribute) {
            self.known.entry(spot.numbered()).or_insert(index);
            for view in spot.views() {
                self.note(view.names, index);
                self.known.entry(view.place).or_insert(index);
            }
        }
        self.places = places;
    }

    /// Stores a fact, or [`SEVERAL`] if a different one is stored already.
    fn note(&mut self, key: u64, meant: u64) {
        let known = self.known.entry(key).or_insert(meant);
        if *known != meant {
            *known = SEVERAL;
        }
    }

    /// Returns a fact about a name, or 0 if it is unknown.
    fn about(&self, name: u64, what: u64) -> u64 {
        self.known.get(&mix(name, what)).copied().unwrap_or_default()
    }

    /// Returns the words of the payload's name.
    pub(super) fn asked(&self) -> &[String] {
        &self.asked
    }

    /// Returns the last shipping day in the request, counted from 1970-01-01.
    pub(super) fn ships_on(&self) -> Option<i64> {
        self.ships_on
    }

    /// Returns the request's value for a leaf at this location of the response. A single value is repeated every time.
    pub(super) fn value(&self, name: &str, path: &str, spot: Spot<'_>) -> Option<&str> {
        let values = self.leaves.get(name)?;
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let around = steps.split_last().map(|(_, around)| around).unwrap_or_default();
        // The outermost element is the message, so its name is ignored.
        if around.iter().skip(1).any(|step| success::names_outcome(step)) {
            return None;
        }
        let parent = around.last().copied().unwrap_or_default();
        let is_flat = around.len() < 2 || (around.len() == 2 && is_envelope(parent));
        let known = |key: u64| self.known.get(&key).copied();
        let within = spot.views().rev().find_map(|view| known(view.names).map(|named| (view, named)));
        let name_key = hash(name);
        let flat = self.about(name_key, FLAT);
        let index = if let Some((view, named)) = within {
            known(view.place).or_else(|| (named != SEVERAL && self.places.are_single(&view)).then_some(named))
        } else if is_flat && flat > 0 {
            // A single value is repeated every time.
            let number = if flat == 1 { 0 } else { spot.beside };
            known(mix(mix(name_key, FLAT), number))
        } else if is_general(name) || (flat == 0 && is_identifier(name)) {
            None
        } else if self.about(name_key, DIFFER) == 0 {
            Some(0)
        } else if self.about(name_key, PARENT) == SEVERAL {
            Some(spot.number_around().saturating_add(spot.beside))
        } else {
            known(spot.numbered())
        };
        values.get(usize::try_from(index?).ok()?).map(String::as_str)
    }

    /// Returns all values of a name in the request.
    pub(super) fn values(&self, name: &str) -> &[String] {
        self.leaves.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns the element with the content of a request: the payload, or its child if the child is the only one.
fn outermost<'a, 'input>(payload: Node<'a, 'input>) -> Node<'a, 'input> {
    let mut children = payload.children().filter(Node::is_element);
    match (children.next(), children.next()) {
        (Some(only), None) if only.first_element_child().is_some() => only,
        _ => payload,
    }
}

/// True if an element wraps the whole response, as in services that are modeled as functions.
fn is_envelope(name: &str) -> bool {
    const ENVELOPES: [&str; 4] = ["reply", "response", "result", "return"];
    words(name).last().is_some_and(|last| ENVELOPES.contains(&last.as_str()))
}

/// True if a name says only that something is identified. The surrounding element or the message says what.
fn is_identifier(name: &str) -> bool {
    const IDENTIFIERS: [&str; 5] = ["id", "identifier", "index", "no", "number"];
    words(name).iter().all(|word| IDENTIFIERS.contains(&word.as_str()))
}

/// True if a name says only the kind of value. The surrounding element says what it belongs to.
fn is_general(name: &str) -> bool {
    const GENERAL: [&str; 20] = [
        "amount",
        "code",
        "comment",
        "count",
        "description",
        "kind",
        "level",
        "line",
        "message",
        "name",
        "note",
        "status",
        "text",
        "title",
        "total",
        "type",
        "unit",
        "units",
        "value",
        "version",
    ];
    words(name).iter().all(|word| GENERAL.contains(&word.as_str()))
}
