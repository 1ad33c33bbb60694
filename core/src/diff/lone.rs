//! What one release alone has, and says so: what refers to a definition from there has no counterpart that uses it, and a
//! change of the definition is not what its readers see.

use super::differ::{Differ, Unit};
use super::inclusion::references_in;
use super::places::{Claim, RawPlace};
use super::reach::Owner;
use crate::openapi::{Description, NodeId, Reference, Site};
use crate::order;
use crate::table::Set;

/// Values of one description that the other has not, each with the first node behind it: in order, none inside another.
#[derive(Debug, Default)]
pub(super) struct Lone(Vec<(NodeId, NodeId)>);

impl Lone {
    fn of(description: &Description<'_>, values: impl Iterator<Item = NodeId>) -> Lone {
        let mut found: Vec<(NodeId, NodeId)> = Vec::new();
        for value in order::set(values) {
            if found.last().is_none_or(|&(_, end)| end <= value) {
                found.push((value, description.arena().after(value)));
            }
        }
        Lone(found)
    }

    /// Whether a node is one of these values or inside of one, and that inside of `root`.
    pub(super) fn holds_inside(&self, root: NodeId, id: NodeId) -> bool {
        let behind = self.0.partition_point(|&(value, _)| value <= id);
        let nearest = behind.checked_sub(1).and_then(|at| self.0.get(at));
        nearest.is_some_and(|&(value, end)| root < value && id < end)
    }
}

impl Differ<'_> {
    /// Finds what came and what went as a whole. A definition that took the place of another one, or gave it up, is left
    /// out: what the two have is compared by itself.
    pub(super) fn find_lone(&mut self) {
        let (left, right) = (self.sides.old, self.sides.new);
        let (mut olds, mut news) = (Vec::new(), Vec::new());
        for place in self.places.all().iter().filter(|place| is_told_of_one_side(place)) {
            let Some(unit) = self.units.get(place.unit).filter(|unit| is_compared_for_itself(unit)) else { continue };
            olds.extend(place.old.map(|old| (old, unit.old)));
            news.extend(place.new.map(|new| (new, unit.new)));
        }
        let (olds, news) = (found(left, right, olds), found(right, left, news));
        self.reach.old.set_lone(olds);
        self.reach.new.set_lone(news);
    }
}

/// Whether a fact speaks of a place that is on one side alone. One of several names for a set, such as a media type, is
/// compared with those that hold it.
fn is_told_of_one_side(place: &RawPlace) -> bool {
    let is_name = matches!(place.site, Site::MediaType | Site::Response);
    place.claim == Claim::Fact && place.old.is_some() != place.new.is_some() && !is_name
}

fn is_compared_for_itself(unit: &Unit) -> bool {
    unit.owners.iter().all(|owner| matches!(owner, Owner::Component { .. } | Owner::Contract { .. }))
}

/// What is lone among values of one description, each in a definition that is used where it was, or not at all now.
fn found(here: &Description<'_>, there: &Description<'_>, values: Vec<(NodeId, NodeId)>) -> Lone {
    if values.is_empty() {
        return Lone::default();
    }
    let all = Lone::of(here, values.iter().map(|&(value, _)| value));
    let is_kept = |&member: &NodeId| {
        let same = |other| here.arena().digest(member) == there.arena().digest(other);
        there.at_place_of(here, member).is_some_and(same) || all.holds_inside(NodeId::ROOT, member)
    };
    let target = |member: NodeId| match here.target(member) {
        Reference::Local(target) => Some(target),
        Reference::Missing | Reference::External => None,
    };
    let members = here.references();
    let mut waiting: Vec<NodeId> =
        members.iter().filter(|member| !is_kept(member)).filter_map(|&id| target(id)).collect();
    let mut moved: Set<NodeId> = Set::default();
    while let Some(definition) = waiting.pop() {
        if moved.add(definition) {
            waiting.extend(references_in(here, definition).iter().filter_map(|&member| target(member)));
        }
    }
    let values = values.into_iter().filter(|(_, definition)| !moved.has(definition));
    Lone::of(here, values.map(|(value, _)| value))
}
