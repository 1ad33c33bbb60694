//! The media types a part may be of: `contentType`, by ranges, or what follows from its schema where nothing is written
//! (OpenAPI 3.1.1 section 4.8.15.1.1).

use crate::diff::coverage::Named;
use crate::diff::fact::{Relation, Shown};
use crate::diff::media_range::MediaRange;
use crate::openapi::{Description, NodeId, Word};

/// The media types a part may be of.
#[derive(Debug)]
pub(super) struct PartTypes {
    ranges: Vec<MediaRange>,
    pub(super) shown: Shown,
}

impl PartTypes {
    /// What is written, or else what follows from the schema of the part and the types it allows.
    pub(super) fn of(
        description: &Description<'_>,
        written: Option<NodeId>,
        property: Option<NodeId>,
        types: &[&str],
    ) -> PartTypes {
        let arena = description.arena();
        if let Some((id, text)) = written.and_then(|id| Some((id, arena.string(id)?))) {
            return PartTypes { ranges: text.split(',').map(MediaRange::of).collect(), shown: Shown::Node(id) };
        }
        let default = default(description, property, types);
        PartTypes { ranges: vec![MediaRange::of(default)], shown: Shown::Default(default) }
    }

    pub(super) fn relation(&self, after: &PartTypes) -> Relation {
        let within = |inner: &PartTypes, outer: &PartTypes| {
            inner.ranges.iter().all(|range| outer.ranges.iter().any(|wide| wide == range || wide.covers(range)))
        };
        Relation::of(within(after, self), within(self, after))
    }
}

/// What a part is where nothing says it (OpenAPI 3.1.1 section 4.8.15.1.1).
fn default(description: &Description<'_>, property: Option<NodeId>, types: &[&str]) -> &'static str {
    let arena = description.arena();
    let property = property.and_then(|id| description.resolve(id));
    let is_binary = property.is_some_and(|id| {
        let format = arena.string_at(id, Word::Format);
        arena.word(id, Word::ContentEncoding).is_some() || format.is_some_and(|format| format == "binary")
    });
    match property {
        None => "application/octet-stream",
        Some(_) if is_binary => "application/octet-stream",
        Some(id) if types.contains(&"array") => {
            let items = arena.word(id, Word::Items).and_then(|items| description.resolve(items));
            let kind = items.and_then(|items| arena.string_at(items, Word::Type));
            if kind.is_some_and(|kind| kind != "object" && kind != "array") { "text/plain" } else { "application/json" }
        }
        Some(_) if types.contains(&"object") => "application/json",
        Some(_) => "text/plain",
    }
}
