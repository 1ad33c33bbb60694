//! The media types of a part: the ranges in `contentType`, or the default for its schema (OpenAPI 3.1.1 section
//! 4.8.15.1.1).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KnownKey, MediaRange, Named, NodeId, ResolvedDescription, TypeSet};

use crate::model::{DisplayValue, Relation};
use crate::prover::types::Types;

/// The media types that a part may have.
#[derive(Debug)]
pub(in crate::facets) struct PartTypes {
    ranges: Vec<MediaRange>,
    pub(in crate::facets) shown: DisplayValue,
}

impl PartTypes {
    /// Returns the declared media types, or the default for the schema of the part and its types. Returns `None` if
    /// they are unknown.
    pub(in crate::facets) fn read(
        description: &ResolvedDescription<'_>,
        written: Option<NodeId>,
        property: Option<NodeId>,
        types: TypeSet,
    ) -> Option<PartTypes> {
        let arena = description.arena();
        if let Some((id, text)) = written.and_then(|id| Some((id, arena.string(id)?))) {
            let ranges = text.split(',').map(MediaRange::parse).list();
            return Some(PartTypes { ranges, shown: DisplayValue::Node(id) });
        }
        let default = default(description, property, types)?;
        Some(PartTypes { ranges: vec![MediaRange::parse(default)], shown: DisplayValue::Default(default) })
    }

    /// Returns true if a number is serialized as its digits.
    pub(in crate::facets) fn are_digits(&self) -> bool {
        self.ranges.iter().all(|range| range.is_plain_text() || *range == MediaRange::parse("application/json"))
    }

    pub(in crate::facets) fn relation(&self, after: &PartTypes) -> Relation {
        let within = |inner: &PartTypes, outer: &PartTypes| {
            inner.ranges.iter().all(|range| outer.ranges.iter().any(|wide| wide == range || wide.covers(range)))
        };
        Relation::from_inclusions(within(after, self), within(self, after))
    }
}

/// Returns the default media type of a part (OpenAPI 3.0.3 section 4.7.15.1, 3.1.1 section 4.8.15.1.1). An array has
/// the type of its elements.
fn default(description: &ResolvedDescription<'_>, property: Option<NodeId>, types: TypeSet) -> Option<&'static str> {
    let arena = description.arena();
    let (mut property, mut types, mut left) = (property, types, MAX_DEPTH);
    while let Some(id) = property.and_then(|id| description.resolve(id)) {
        let format = arena.string_at(id, KnownKey::Format);
        let is_modern = matches!(description.spec_version(), SpecVersion::V3_1 | SpecVersion::V3_2);
        let is_binary =
            format.is_some_and(|format| format == "binary") || arena.member(id, KnownKey::ContentEncoding).is_some();
        if is_binary || (is_modern && types.is_any()) {
            return Some("application/octet-stream");
        }
        if !types.meets(TypeSet::ARRAY) || types.is_any() {
            return Some(if types.meets(TypeSet::OBJECT) { "application/json" } else { "text/plain" });
        }
        property = arena.member(id, KnownKey::Items);
        types = Types::new(description).allowed(property);
        left = left.checked_sub(1)?;
    }
    Some("application/octet-stream")
}

/// Maximum number of nested arrays to follow. An array can contain itself, and no real form is this deep.
const MAX_DEPTH: usize = 20;
