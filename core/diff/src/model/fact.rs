//! Facts: a change of the interface, its location, and the relation of the old and new values.

use waybill_openapi::internal::{NodeId, SerializationStyle, TypeSet};
use waybill_openapi::schema::Direction;

use super::facet::Facet;
use super::owner::Affected;
use super::relation::Relation;
use super::worklist::{NodePair, Values};

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An item that is only in the new description.
    Added,
    /// An item that is only in the old description.
    Removed,
    /// An item on both sides, whose values have this relation.
    Changed(Relation),
}

impl Event {
    /// Returns `Added` or `Removed` if the item is on one side only, and `otherwise` if not.
    pub(crate) const fn from_presence(old: Option<NodeId>, new: Option<NodeId>, otherwise: Event) -> Event {
        match (old, new) {
            (None, Some(_)) => Event::Added,
            (Some(_), None) => Event::Removed,
            (Some(_), Some(_)) | (None, None) => otherwise,
        }
    }
}

/// An additional condition that rules can check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Qualifier {
    /// No qualifier. Every fact matches it.
    Plain,
    /// A required item, now or before its removal.
    Required,
    /// An optional item.
    Optional,
    /// A status of class 1, 2 or 3.
    Success,
    /// A status of class 1, 2 or 3, where no other one was listed.
    First,
    /// A status of class 4 or 5, or `default`.
    Error,
    /// An item that was deprecated before it was removed.
    Deprecated,
    /// An operation that exists on the other side but responds only with 501 there.
    Unimplemented,
    /// An operation that exists on the other side but is excluded there.
    Excluded,
    /// An operation that is at another address now.
    Moved,
    /// An item whose values another item covers, before or after the change.
    Covered,
    /// A property removed from a schema that allows no others.
    Closed,
    /// A property that is never sent in requests (`readOnly`).
    ReadOnly,
    /// A property that is never sent in responses (`writeOnly`).
    WriteOnly,
    /// One of several alternatives of which exactly one may match, if some of its values may match another one.
    Overlapping,
    /// A composition whose only effect is on values that match two alternatives of a `oneOf`. The fact lists these
    /// alternatives.
    MatchedTwice,
    /// A list of values or of alternatives that may be extended without notice.
    Extensible,
    /// Types that differ only in null.
    Null,
}

/// A value to show with a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayValue {
    /// No value.
    Nothing,
    /// The value at this location.
    Node(NodeId),
    /// A set of types.
    Types(TypeSet),
    /// All numbers below the one at this location.
    Below(NodeId),
    /// All numbers above the one at this location.
    Above(NodeId),
    /// A string that is not in the description: a default, or a name such as `csv`.
    Default(&'static str),
    /// The key of the value at this location.
    Key(NodeId),
    /// The serialization of values.
    Style(SerializationStyle),
}

impl DisplayValue {
    /// Returns the value at a location, if there is one.
    pub(crate) fn from_node(node: Option<NodeId>) -> DisplayValue {
        node.map_or(DisplayValue::Nothing, DisplayValue::Node)
    }
}

/// The relation of a fact's values for operations that use them only as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsText {
    pub(crate) relation: Relation,
    /// The operation pairs, and the direction in each.
    pub(crate) ways: Vec<(usize, Option<Direction>)>,
}

/// One fact about one location.
#[derive(Debug, Clone)]
pub struct Fact {
    /// The part that changed.
    pub facet: Facet,
    /// The kind of change.
    pub event: Event,
    pub(crate) qualifiers: Vec<Qualifier>,
    /// The name of the item: a property, parameter, media type or status. Empty if the location is enough.
    pub name: String,
    /// The list values the fact is about: those of the new description, or of the old one if they were removed.
    pub values: Vec<NodeId>,
    /// Location in the old description.
    pub old: Option<NodeId>,
    /// Location in the new description.
    pub new: Option<NodeId>,
    /// The old value.
    pub before: DisplayValue,
    /// The new value.
    pub after: DisplayValue,
    /// The affected operations.
    pub affected: Affected,
    /// The relation of the values where they are serialized as strings.
    pub as_text: Option<AsText>,
    /// Index of the other fact about a renamed property: its addition or its removal.
    pub renamed: Option<usize>,
}

impl Fact {
    /// Creates a fact about the values at `old` and `new`, without name, values or qualifiers.
    pub(crate) fn new(
        facet: Facet,
        event: Event,
        old: Option<NodeId>,
        new: Option<NodeId>,
        affected: Affected,
    ) -> Fact {
        Fact {
            facet,
            event,
            qualifiers: Vec::new(),
            name: String::new(),
            values: Vec::new(),
            old,
            new,
            before: DisplayValue::Nothing,
            after: DisplayValue::Nothing,
            affected,
            as_text: None,
            renamed: None,
        }
    }

    /// Creates a fact about a member of the objects `old` and `new`. Its location is the member, or the object if the
    /// member is missing.
    pub(crate) fn for_changed_member(
        facet: Facet,
        event: Event,
        NodePair { definition_pair, old, new }: NodePair,
        (before, after): Values,
    ) -> Fact {
        Fact::new(facet, event, before.or(Some(old)), after.or(Some(new)), Affected::DefinitionPair(definition_pair))
            .showing_nodes(before, after)
    }

    pub(crate) fn named(mut self, name: impl Into<String>) -> Fact {
        self.name = name.into();
        self
    }

    pub(crate) fn listing(mut self, values: Vec<NodeId>) -> Fact {
        self.values = values;
        self
    }

    /// Adds a qualifier if `applies` is true.
    pub(crate) fn with(mut self, quality: Qualifier, applies: bool) -> Fact {
        if applies {
            self.qualifiers.push(quality);
        }
        self
    }

    /// Adds the qualifier for a required or an optional item.
    pub(crate) fn required(self, required: bool) -> Fact {
        self.with(if required { Qualifier::Required } else { Qualifier::Optional }, true)
    }

    /// Returns true if the fact has a qualifier.
    pub fn has(&self, quality: Qualifier) -> bool {
        quality == Qualifier::Plain || self.qualifiers.contains(&quality)
    }

    /// Returns true if the values of two facts are sent in the same directions.
    pub(crate) fn is_sent_like(&self, other: &Fact) -> bool {
        [Qualifier::ReadOnly, Qualifier::WriteOnly].iter().all(|&mode| self.has(mode) == other.has(mode))
    }

    /// Returns the property of a renamed one in the old and in the new description.
    pub fn renamed_property(&self) -> Option<(NodeId, NodeId)> {
        match (self.renamed, self.before, self.after) {
            (Some(_), DisplayValue::Key(old), DisplayValue::Key(new)) => Some((old, new)),
            _ => None,
        }
    }

    pub(crate) fn showing(mut self, before: DisplayValue, after: DisplayValue) -> Fact {
        (self.before, self.after) = (before, after);
        self
    }

    /// Sets the shown values to those at these locations.
    pub(crate) fn showing_nodes(self, before: Option<NodeId>, after: Option<NodeId>) -> Fact {
        self.showing(DisplayValue::from_node(before), DisplayValue::from_node(after))
    }
}
