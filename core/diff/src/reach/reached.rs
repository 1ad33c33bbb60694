//! The operations that reach a definition: the direction of its values in each pair of operations, and where the
//! references stand that lead to it.

use waybill_base::internal::order;
use waybill_openapi::internal::{AccessMode, KnownKey, MediaRange, NodeId, ObjectKind, ResolvedDescription};
use waybill_openapi::schema::Direction;

use crate::model::MessageSide;
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::sides::Sides;

/// The pairs of operations that are reached, and the direction of the values in each.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// Every pair, and the direction of the message that holds the values there.
    ways: Vec<(usize, Option<Direction>)>,
    /// Those of them in which the values are not sent, being inside properties that are sent in the other direction alone.
    stopped: Vec<(usize, Option<Direction>)>,
    /// The pairs in which a schema refuses, or decides by, what matches there (`not`, `if`).
    negated: Vec<usize>,
    /// The pairs in which its values may be written as XML.
    xml: Vec<usize>,
}

impl Reached {
    /// The pairs in which its values may be written as XML.
    pub(crate) fn xml(&self) -> &[usize] {
        &self.xml
    }

    /// The pairs in which values are sent in this direction; all of them for `None`.
    pub(crate) fn pairs(&self, direction: Option<Direction>) -> Vec<usize> {
        let going = self.ways.iter().filter(|way| direction.is_none() || self.goes(way, direction));
        let negated = self.negated.iter().filter(|_| direction.is_none());
        order::sorted_unique(going.map(|(pair, _)| pair).chain(negated).copied())
    }

    /// The pairs in which a schema refuses, or decides by, what matches there.
    pub(crate) fn negated(&self) -> &[usize] {
        &self.negated
    }

    /// Whether values are sent in this direction in any pair.
    pub fn reaches(&self, direction: Direction) -> bool {
        self.ways.iter().any(|way| self.goes(way, Some(direction)))
    }

    fn goes(&self, way: &(usize, Option<Direction>), direction: Option<Direction>) -> bool {
        way.1 == direction && self.stopped.binary_search(way).is_err()
    }

    /// Every pair that is reached, and the direction.
    pub(crate) fn ways(&self) -> &[(usize, Option<Direction>)] {
        &self.ways
    }

    /// Whether the direction of the values is known for any pair.
    pub(crate) fn has_direction(&self) -> bool {
        self.ways.iter().any(|(_, way)| way.is_some()) || !self.negated.is_empty()
    }
}

/// The direction of a part of the operations of a pair.
pub(crate) fn direction_of(
    sides: &Sides<'_>,
    pairing: &OperationPairing,
    pair: usize,
    part: MessageSide,
) -> Option<Direction> {
    let direction = match part {
        MessageSide::Request => Some(Direction::Request),
        MessageSide::Response => Some(Direction::Response),
        MessageSide::Whole => None,
    };
    let is_reversed = pairing.get(sides, pair).is_some_and(|(_, new)| new.is_reversed());
    if is_reversed { direction.map(reversed) } else { direction }
}

/// The directions of some pairs, grouped by what is known of them.
pub(crate) fn collect_reached(
    sides: &Sides<'_>,
    pairing: &OperationPairing,
    parts: Vec<(usize, MessageSide, UseContext)>,
) -> Reached {
    let mut reached = Reached::default();
    let mut going = Vec::new();
    for (pair, part, UseContext { access_mode: one_way, negated, not_xml }) in parts {
        if !not_xml {
            reached.xml.push(pair);
        }
        if negated {
            reached.negated.push(pair);
            continue;
        }
        let direction = direction_of(sides, pairing, pair, part);
        let is_stopped = match direction {
            Some(Direction::Request) => one_way.read_only,
            Some(Direction::Response) => one_way.write_only,
            None => false,
        };
        reached.ways.push((pair, direction));
        if is_stopped {
            reached.stopped.push((pair, direction));
        } else {
            going.push((pair, direction));
        }
    }
    order::sort(&mut reached.ways);
    reached.ways.dedup();
    // One way in is enough.
    order::sort(&mut going);
    reached.stopped.retain(|way| going.binary_search(way).is_err());
    order::sort(&mut reached.stopped);
    for pairs in [&mut reached.negated, &mut reached.xml] {
        *pairs = order::sorted_unique(std::mem::take(pairs));
    }
    reached
}

/// Where a reference stands in the definition it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct UseContext {
    /// What the properties around it say.
    access_mode: AccessMode,
    /// Whether it is inside of a schema that refuses, or decides by, what matches.
    negated: bool,
    /// Whether it is inside of a media type that is not XML.
    not_xml: bool,
}

impl UseContext {
    pub(crate) fn at(description: &ResolvedDescription<'_>, place: NodeId) -> UseContext {
        let arena = description.arena();
        let mut around = arena.ancestors(place);
        let negating = [KnownKey::Not.key(), KnownKey::If.key()];
        let negated = around.any(|id| {
            negating.contains(&arena.key(id)) && description.object_kind(id) == ObjectKind::NonAssertingSchema
        });
        let not_xml = is_in_other_than_xml(description, place);
        UseContext { access_mode: AccessMode::around(description, place), negated, not_xml }
    }

    pub(crate) const fn or(self, other: UseContext) -> UseContext {
        UseContext {
            access_mode: self.access_mode.or(other.access_mode),
            negated: self.negated || other.negated,
            not_xml: self.not_xml || other.not_xml,
        }
    }
}

/// Whether a value is part of a media type that is not XML.
pub(crate) fn is_in_other_than_xml(description: &ResolvedDescription<'_>, place: NodeId) -> bool {
    let arena = description.arena();
    let mut around = arena.ancestors(place);
    let content = KnownKey::Content.key();
    let media_type = around.find(|&id| arena.parent(id).is_some_and(|parent| arena.key(parent) == content));
    media_type.map(|id| arena.key_text(id)).is_some_and(|name| {
        // Nearly all are this one, and this is asked of every reference.
        name == "application/json" || !MediaRange::parse(name).may_be_xml()
    })
}

/// Returns the other direction: that of a webhook's request for those who receive it.
pub(crate) const fn reversed(direction: Direction) -> Direction {
    match direction {
        Direction::Request => Direction::Response,
        Direction::Response => Direction::Request,
    }
}
