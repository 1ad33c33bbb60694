//! Facts: what changed in terms of the interface, where, and how the two sets of accepted values relate.

use waybill_openapi::internal::{NodeId, SerializationStyle, TypeSet};
use waybill_openapi::schema::Direction;

use super::facet::Facet;
use super::owner::Affected;
use super::relation::Relation;
use super::worklist::{NodePair, Values};

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The new description has it, the old one does not.
    Added,
    /// The old description has it, the new one does not.
    Removed,
    /// It is on both sides, and the values it allows relate like this.
    Changed(Relation),
}

impl Event {
    /// `Added` or `Removed` where one side alone has it, and what it is called otherwise.
    pub(crate) const fn from_presence(old: Option<NodeId>, new: Option<NodeId>, otherwise: Event) -> Event {
        match (old, new) {
            (None, Some(_)) => Event::Added,
            (Some(_), None) => Event::Removed,
            (Some(_), Some(_)) | (None, None) => otherwise,
        }
    }
}

/// A qualifier: what else rules ask about the thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Qualifier {
    /// Nothing: every fact has it.
    Plain,
    /// It has (or had) to be sent.
    Required,
    /// It need not be sent.
    Optional,
    /// A status of class 1, 2 or 3.
    Success,
    /// A status of class 4 or 5, or `default`.
    Error,
    /// It was deprecated before it was removed.
    Deprecated,
    /// An operation that is there on the other side too, and answers nothing but 501 there.
    Unimplemented,
    /// An operation that is there on the other side too, and left out there.
    Excluded,
    /// Something else covers the same values already, or still.
    Covered,
    /// A property removed from a schema that allows no others.
    Closed,
    /// A property that is never sent in requests (`readOnly`).
    ReadOnly,
    /// A property that never comes in responses (`writeOnly`).
    WriteOnly,
    /// One of several alternatives of which exactly one may match, though values of it may match another.
    Overlapping,
    /// A list of values that may grow without notice.
    Extensible,
    /// Types that differ in null alone.
    Null,
}

/// A value to show beside a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayValue {
    /// No value.
    Nothing,
    /// The value at this place.
    Node(NodeId),
    /// A set of types.
    Types(TypeSet),
    /// Everything below the number at this place.
    Below(NodeId),
    /// Everything above the number at this place.
    Above(NodeId),
    /// A text that is not in the description: a default, or a name such as `csv`.
    Default(&'static str),
    /// What the value at this place is called.
    Key(NodeId),
    /// How values are written.
    Style(SerializationStyle),
}

impl DisplayValue {
    /// The value at a place, where there is one.
    pub(crate) fn from_node(node: Option<NodeId>) -> DisplayValue {
        node.map_or(DisplayValue::Nothing, DisplayValue::Node)
    }
}

/// How the values of a fact relate to those whom they reach as text alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsText {
    pub(crate) relation: Relation,
    /// The pairs of operations, and the direction in each.
    pub(crate) ways: Vec<(usize, Option<Direction>)>,
}

/// One fact about one place.
#[derive(Debug, Clone)]
pub struct Fact {
    /// The part that changed.
    pub facet: Facet,
    /// The kind of change.
    pub event: Event,
    pub(crate) qualifiers: Vec<Qualifier>,
    /// What the thing is called: a property's or parameter's name, a media type, a status; empty where the place says it.
    pub name: String,
    /// The values of a list it is about: of the new description, or of the old one for what was removed.
    pub values: Vec<NodeId>,
    /// Where it is in the old description.
    pub old: Option<NodeId>,
    /// Where it is in the new description.
    pub new: Option<NodeId>,
    /// The old value.
    pub before: DisplayValue,
    /// The new value.
    pub after: DisplayValue,
    /// The operations it concerns.
    pub affected: Affected,
    /// How its values relate to those whom they reach as text.
    pub as_text: Option<AsText>,
}

impl Fact {
    /// A fact about the values at `old` and `new`, without name, values or qualifiers.
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
        }
    }

    /// A fact about a member of the objects `old` and `new`: placed where it is written, or at the object that has none, and
    /// showing what is written.
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

    /// This fact with a qualifier, where it applies.
    pub(crate) fn with(mut self, quality: Qualifier, applies: bool) -> Fact {
        if applies {
            self.qualifiers.push(quality);
        }
        self
    }

    /// This fact as one about a required thing, or about an optional one.
    pub(crate) fn required(self, required: bool) -> Fact {
        self.with(if required { Qualifier::Required } else { Qualifier::Optional }, true)
    }

    /// True if the fact has a qualifier.
    pub fn has(&self, quality: Qualifier) -> bool {
        quality == Qualifier::Plain || self.qualifiers.contains(&quality)
    }

    pub(crate) fn showing(mut self, before: DisplayValue, after: DisplayValue) -> Fact {
        (self.before, self.after) = (before, after);
        self
    }

    /// Showing the values at these places.
    pub(crate) fn showing_nodes(self, before: Option<NodeId>, after: Option<NodeId>) -> Fact {
        self.showing(DisplayValue::from_node(before), DisplayValue::from_node(after))
    }
}
