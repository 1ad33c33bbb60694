//! Which operations a place reaches, and which way its values travel in each: a search against the direction of the
//! references, from the place to the operations.

use std::collections::BTreeSet;

use serde_json::Value;
use waybill_core::report::Direction;

use super::contracts::{OperationEntry, resolved};
use super::heirs::builds;
use super::pointer::{below, is_within, last, outwards, step_inside};
use super::reading::ReferenceReader;

/// An operation that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// Its number.
    pub(super) contract: usize,
    /// Which way the values travel there; none if the part is of no direction.
    pub(super) direction: Option<Direction>,
    /// Whether they are held back by a property that travels the other way alone.
    pub(super) is_stopped: bool,
}

impl Way {
    /// Whether values travel in this direction, or are of none.
    pub(super) fn goes(&self, direction: Direction) -> bool {
        !self.is_stopped && self.direction.is_none_or(|own| own == direction)
    }
}

/// Whether a property on the way is not sent, or not received.
type AccessMode = (bool, bool);

impl ReferenceReader<'_> {
    /// The operations that a place and whatever is in it reach.
    pub(super) fn reach_of_all_inside(&self, place: &str) -> BTreeSet<Way> {
        let users = self.referring_inside(place).map(|from| (from.to_owned(), self.one_way(from)));
        let mut found = self.search(users.chain([(place.to_owned(), (false, false))]).collect());
        for (contract, _) in self.contracts.iter().enumerate().filter(|(_, one)| is_within(&one.operation, place)) {
            let directions = [None, Some(Direction::Request), Some(Direction::Response)];
            found.extend(directions.map(|direction| Way { contract, direction, is_stopped: false }));
        }
        found
    }

    /// The operations a place reaches.
    pub(super) fn reach(&self, place: &str) -> BTreeSet<Way> {
        self.search(vec![(place.to_owned(), (false, false))])
    }

    fn search(&self, mut waiting: Vec<(String, AccessMode)>) -> BTreeSet<Way> {
        let mut found = BTreeSet::new();
        let mut seen: BTreeSet<(String, AccessMode)> = BTreeSet::new();
        while let Some((at, one_way)) = waiting.pop() {
            if !seen.insert((at.clone(), one_way)) {
                continue;
            }
            let boundary = self.owners(&at, one_way, &mut found);
            for from in self.referring(&at, &boundary) {
                let around = self.one_way(from);
                waiting.push((from.to_owned(), (one_way.0 || around.0, one_way.1 || around.1)));
            }
            for base in self.found_by(&at) {
                for from in self.referring(&base, &base).filter(|from| !builds(from)) {
                    let around = self.one_way(from);
                    waiting.push((from.to_owned(), (one_way.0 || around.0, one_way.1 || around.1)));
                }
            }
            self.inherit(&at, &mut found);
        }
        found
    }

    /// The operations a place stands in, and the innermost of what belongs to them around it.
    fn owners(&self, at: &str, one_way: AccessMode, found: &mut BTreeSet<Way>) -> String {
        let held = |contract: &OperationEntry| {
            let parts = [&contract.operation, &contract.item, &contract.entry];
            // Where a callback is sent is the business of the operation that has it.
            let holds = |part: &&String| is_within(at, part) && !(contract.is_callback() && at == contract.entry);
            parts.into_iter().filter(holds).max_by_key(|part| part.len()).cloned()
        };
        let innermost = self.contracts.iter().filter_map(held).max_by_key(String::len);
        let Some(innermost) = innermost else { return String::new() };
        for (number, contract) in self.contracts.iter().enumerate() {
            if held(contract).as_ref() != Some(&innermost) || self.is_overridden(contract, &innermost, at) {
                continue;
            }
            let sent = match step_inside(at, &innermost) {
                Some("parameters" | "requestBody" | "consumes") => Some(Direction::Request),
                Some("responses" | "produces") => Some(Direction::Response),
                _ => None,
            };
            let direction = if contract.is_reversed { sent.map(reversed) } else { sent };
            let is_stopped = match direction {
                Some(Direction::Request) => one_way.0,
                Some(Direction::Response) => one_way.1,
                None => false,
            };
            found.insert(Way { contract: number, direction, is_stopped });
        }
        innermost
    }

    /// Whether an operation has servers, or a parameter, of its own in place of the path's.
    fn is_overridden(&self, contract: &OperationEntry, part: &str, at: &str) -> bool {
        if *part == contract.operation {
            return false;
        }
        match step_inside(at, part) {
            Some("servers") => self.has_servers(&contract.operation),
            Some("parameters") => {
                let list = below(part, "parameters");
                let Some(of_path) = step_inside(at, &list).map(|index| self.parameter(&below(&list, index))) else {
                    return false;
                };
                let own = below(&contract.operation, "parameters");
                let count = self.root.pointer(&own).and_then(Value::as_array).map_or(0, Vec::len);
                (0..count).any(|index| self.parameter(&below(&own, &index.to_string())) == of_path)
            }
            _ => false,
        }
    }

    /// The name and location of a parameter.
    fn parameter(&self, place: &str) -> Option<(&str, &str)> {
        let parameter = self.root.pointer(&resolved(self.root, place))?;
        Some((parameter.get("name")?.as_str()?, parameter.get("in")?.as_str()?))
    }

    /// Whether an operation or a path has servers; an empty list says what a missing one says.
    fn has_servers(&self, holder: &str) -> bool {
        self.root
            .pointer(&below(holder, "servers"))
            .is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty()))
    }

    /// What operations take from the description as a whole: its security, its servers, and the schemes they name.
    fn inherit(&self, at: &str, found: &mut BTreeSet<Way>) {
        let schemes = ["/components/securitySchemes", "/securityDefinitions"];
        let scheme = schemes.into_iter().find_map(|schemes| step_inside(at, schemes).map(last));
        let part = step_inside(at, "");
        for (number, contract) in self.contracts.iter().enumerate() {
            let own = |word: &str| self.root.pointer(&below(&contract.operation, word)).is_some();
            // What the description says for all is about the service; a webhook or a callback is called elsewhere.
            let inherits = match part {
                Some("security") => !own("security") && !contract.is_reversed,
                Some("servers") => {
                    !self.has_servers(&contract.operation) && !self.has_servers(&contract.item) && !contract.is_reversed
                }
                Some("host" | "basePath") => true,
                Some("schemes" | "consumes" | "produces") => !part.is_some_and(own),
                _ => scheme.as_ref().is_some_and(|scheme| self.schemes(contract).contains(scheme)),
            };
            if inherits {
                found.insert(Way { contract: number, direction: None, is_stopped: false });
            }
        }
    }

    /// The names of the security schemes an operation asks for.
    pub(super) fn schemes(&self, contract: &OperationEntry) -> Vec<String> {
        let own = self.root.pointer(&below(&contract.operation, "security"));
        let inherited = self.root.get("security").filter(|_| !contract.is_reversed);
        let list = own.or(inherited).and_then(Value::as_array);
        let alternatives = list.into_iter().flatten().filter_map(Value::as_object);
        alternatives.flat_map(|alternative| alternative.keys().cloned()).collect()
    }

    /// Whether properties around a place are read, or written, alone.
    fn one_way(&self, place: &str) -> AccessMode {
        let mut found = (false, false);
        for at in outwards(place) {
            let is_property = at.rsplit_once('/').is_some_and(|(map, _)| map.ends_with("/properties"));
            if is_property {
                let own = self.says_one_way(at, 0);
                found = (found.0 || own.0, found.1 || own.1);
            }
        }
        found
    }

    fn says_one_way(&self, schema: &str, depth: usize) -> AccessMode {
        let Some(value) = self.root.pointer(schema).filter(|_| depth < 20) else { return (false, false) };
        let target = resolved(self.root, schema);
        let old = self.root.get("openapi").and_then(Value::as_str).is_none_or(|version| version.starts_with("3.0"));
        let mut found = (false, false);
        let mut add = |other: AccessMode| found = (found.0 || other.0, found.1 || other.1);
        if target != schema {
            add(self.says_one_way(&target, depth + 1));
        }
        if target == schema || !old {
            add((value["readOnly"] == true, value["writeOnly"] == true));
            for index in 0..value["allOf"].as_array().map_or(0, Vec::len) {
                add(self.says_one_way(&format!("{schema}/allOf/{index}"), depth + 1));
            }
        }
        found
    }
}

const fn reversed(direction: Direction) -> Direction {
    match direction {
        Direction::Request => Direction::Response,
        Direction::Response => Direction::Request,
    }
}
