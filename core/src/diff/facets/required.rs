//! Whether a parameter, a header or a request body has to be sent (`required`, false where it is not written; a path parameter
//! always has to).

use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Relation};
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::openapi::{Description, KnownKey, NodeId};

pub(super) fn compare_required_parameter(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let name = differ.sides.new.arena().string_at(new, KnownKey::Name).unwrap_or_default().into_owned();
    compare_required(differ, Facet::ParameterRequired, unit, old, new, name);
}

pub(super) fn compare_required_body(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    compare_required(differ, Facet::RequestBodyRequired, unit, old, new, String::new());
}

/// A header of a response or a part.
pub(super) fn compare_required_header(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    compare_required(differ, Facet::HeaderRequired, unit, old, new, String::new());
}

fn compare_required(differ: &mut Differ<'_>, facet: Facet, unit: usize, old: NodeId, new: NodeId, name: String) {
    let (before, after) = differ.sides.member(old, new, KnownKey::Required);
    if !differ.places.is_open(before, after) {
        return;
    }
    let was = is_required(differ.sides.old, old);
    let is = is_required(differ.sides.new, new);
    let relation = match (was, is) {
        (false, true) => Relation::Narrowed,
        (true, false) => Relation::Widened,
        (true, true) | (false, false) => {
            // `required: false` says what no `required` says.
            differ.places.claim(before, after, Claim::Neutral);
            return;
        }
    };
    differ.claim(before, after);
    let event = Event::Changed(relation);
    let (old, new) = (before.unwrap_or(old), after.unwrap_or(new));
    differ.facts.push(Fact::new(facet, event, Some(old), Some(new), Affected::Unit(unit)).named(name));
}

/// Whether a parameter or a body written out here has to be sent.
pub(super) fn is_required(description: &Description<'_>, id: NodeId) -> bool {
    let arena = description.arena();
    arena.is_true(id, KnownKey::Required)
        || arena.string_at(id, KnownKey::In).is_some_and(|location| location == "path")
}
