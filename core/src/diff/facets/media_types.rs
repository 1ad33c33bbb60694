//! Media types a body or an answer came to have or has no more (OpenAPI 3.1.1 sections 4.8.13 and 4.8.17, `content`).

use super::lone_members;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact};
use crate::diff::reach::Affected;
use crate::openapi::NodeId;

pub(super) fn of_content(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (removed, added) = lone_members(differ, old, new);
    for media_type in removed {
        let name = differ.sides.old.arena().key_text(media_type).to_owned();
        differ.claim(Some(media_type), None);
        let fact = Fact::new(Facet::MediaType, Event::Removed, Some(media_type), Some(new), Affected::Unit(unit));
        differ.facts.push(fact.named(name));
    }
    for media_type in added {
        let name = differ.sides.new.arena().key_text(media_type).to_owned();
        differ.claim(None, Some(media_type));
        let fact = Fact::new(Facet::MediaType, Event::Added, Some(old), Some(media_type), Affected::Unit(unit));
        differ.facts.push(fact.named(name));
    }
}
