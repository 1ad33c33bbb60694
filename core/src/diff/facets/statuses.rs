//! Statuses an operation came to answer with or answers no more (OpenAPI 3.1.1 section 4.8.16).

use super::lone_members;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Quality};
use crate::diff::reach::Affected;
use crate::openapi::NodeId;

pub(super) fn of_responses(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (removed, added) = lone_members(differ, old, new);
    for (status, event) in
        removed.into_iter().map(|id| (id, Event::Removed)).chain(added.into_iter().map(|id| (id, Event::Added)))
    {
        let is_old = event == Event::Removed;
        let description = if is_old { differ.sides.old } else { differ.sides.new };
        let name = description.arena().key_text(status).to_owned();
        if name.starts_with("x-") {
            continue;
        }
        let (cause, place) = if is_old {
            ((Some(status), Some(new)), (Some(status), None))
        } else {
            ((Some(old), Some(status)), (None, Some(status)))
        };
        differ.claim(place.0, place.1);
        let success = name.starts_with(['1', '2', '3']);
        let quality = if success { Quality::Success } else { Quality::Error };
        let fact = Fact::new(Facet::Status, event, cause.0, cause.1, Affected::Unit(unit));
        differ.facts.push(fact.named(name).with(quality, true));
    }
}
