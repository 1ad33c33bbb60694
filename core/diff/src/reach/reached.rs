//! The operations that reach a definition: the direction of its values in each operation pair, and the context of the
//! references.

use waybill_base::internal::order;
use waybill_openapi::internal::{AccessMode, KnownKey, MediaRange, NodeId, ObjectKind, ResolvedDescription};
use waybill_openapi::schema::Direction;

use crate::model::MessageSide;
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::sides::Sides;

/// The operation pairs that are reached, and the direction of the values in each.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// Each pair, and the direction of the message that contains the values.
    ways: Vec<(usize, Option<Direction>)>,
    /// Entries of `ways` whose values are not sent, because they are inside properties of the other direction.
    stopped: Vec<(usize, Option<Direction>)>,
    /// Pairs that use the definition inside `not` or `if`.
    negated: Vec<usize>,
    /// Pairs in which the values may be serialized as XML.
    xml: Vec<usize>,
}

impl Reached {
    /// Returns the pairs in which the values may be serialized as XML.
    pub(crate) fn xml(&self) -> &[usize] {
        &self.xml
    }

    /// Returns the pairs in which values are sent in this direction, or all pairs for `None`.
    pub(crate) fn pairs(&self, direction: Option<Direction>) -> Vec<usize> {
        let going = self.ways.iter().filter(|way| direction.is_none() || self.goes(way, direction));
        let negated = self.negated.iter().filter(|_| direction.is_none());
        order::sorted_unique(going.map(|(pair, _)| pair).chain(negated).copied())
    }

    /// Returns the pairs that use the definition inside `not` or `if`.
    pub(crate) fn negated(&self) -> &[usize] {
        &self.negated
    }

    /// Returns true if a pair sends values in this direction.
    pub fn reaches(&self, direction: Direction) -> bool {
        self.ways.iter().any(|way| self.goes(way, Some(direction)))
    }

    fn goes(&self, way: &(usize, Option<Direction>), direction: Option<Direction>) -> bool {
        way.1 == direction && self.stopped.binary_search(way).is_err()
    }

    /// Returns all reached pairs and their directions.
    pub(crate) fn ways(&self) -> &[(usize, Option<Direction>)] {
        &self.ways
    }

    /// Returns true if the direction of the values is known for a pair.
    pub(crate) fn has_direction(&self) -> bool {
        self.ways.iter().any(|(_, way)| way.is_some()) || !self.negated.is_empty()
    }
}

/// Returns the direction of a part of an operation pair.
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

/// Groups the uses by direction and context.
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
    // A single use that sends the values is enough.
    order::sort(&mut going);
    reached.stopped.retain(|way| going.binary_search(way).is_err());
    order::sort(&mut reached.stopped);
    for pairs in [&mut reached.negated, &mut reached.xml] {
        *pairs = order::sorted_unique(std::mem::take(pairs));
    }
    reached
}

/// The context of a reference within its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct UseContext {
    /// The `readOnly` and `writeOnly` state of the properties around it.
    access_mode: AccessMode,
    /// True inside `not` or `if`.
    negated: bool,
    /// True inside a media type that is not XML.
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

/// Returns true if a value is inside a media type that is not XML.
pub(crate) fn is_in_other_than_xml(description: &ResolvedDescription<'_>, place: NodeId) -> bool {
    let arena = description.arena();
    let mut around = arena.ancestors(place);
    let content = KnownKey::Content.key();
    let media_type = around.find(|&id| arena.parent(id).is_some_and(|parent| arena.key(parent) == content));
    media_type.map(|id| arena.key_text(id)).is_some_and(|name| {
        // Fast path: most media types are JSON, and this is checked for each reference.
        name == "application/json" || !MediaRange::parse(name).may_be_xml()
    })
}

/// Returns the opposite direction, for example for the receivers of a webhook's request.
pub(crate) const fn reversed(direction: Direction) -> Direction {
    match direction {
        Direction::Request => Direction::Response,
        Direction::Response => Direction::Request,
    }
}
