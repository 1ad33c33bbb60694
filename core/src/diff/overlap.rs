//! Changes inside an alternative of `oneOf` that another one may overlap: what comes to match both matches neither by that,
//! and what matches one alone from now on is allowed (JSON Schema 2020-12 core, section 10.2.1.3). So the whole may be
//! narrowed where the alternative is widened, and the other way round.

use super::differ::Differ;
use super::fact::{Event, Facet, Fact, Quality, Relation};
use super::inclusion::Side;
use crate::openapi::{Description, NodeId, Reference, Word};

/// What some values are or are not allowed by.
const OF_VALUES: [Facet; 17] = [
    Facet::Type,
    Facet::PropertyRequired,
    Facet::Enum,
    Facet::EnumValue,
    Facet::Range,
    Facet::MultipleOf,
    Facet::Length,
    Facet::ItemCount,
    Facet::PropertyCount,
    Facet::UniqueItems,
    Facet::Pattern,
    Facet::Format,
    Facet::OtherProperties,
    Facet::DependentProperties,
    Facet::Elements,
    Facet::Condition,
    Facet::Composition,
];

/// Definitions, each with what refers to it as an alternative: of the old and of the new description.
pub(super) type Choices = (Vec<(NodeId, NodeId)>, Vec<(NodeId, NodeId)>);

impl Differ<'_> {
    /// Gives a fact about values inside of such an alternative the quality of being so.
    pub(super) fn mark_overlapping(&mut self, at: usize) {
        let related = |fact: &&Fact| OF_VALUES.contains(&fact.facet) && fact.event != Event::Changed(Relation::Unknown);
        let Some((old, new)) = self.facts.get(at).filter(related).map(|fact| (fact.old, fact.new)) else { return };
        let choices = self.choices.take().unwrap_or_else(|| (referred(self.sides.old), referred(self.sides.new)));
        let overlaps = old.is_some_and(|id| self.is_in_overlap(Side::Old, id, &choices.0))
            || new.is_some_and(|id| self.is_in_overlap(Side::New, id, &choices.1));
        self.choices = Some(choices);
        if let Some(fact) = self.facts.get_mut(at).filter(|_| overlaps) {
            fact.qualities.push(Quality::Overlapping);
        }
    }

    /// Whether a value is in such an alternative, or in a definition that is one.
    fn is_in_overlap(&mut self, side: Side, id: NodeId, referred: &[(NodeId, NodeId)]) -> bool {
        let arena = if side == Side::Old { self.sides.old.arena() } else { self.sides.new.arena() };
        std::iter::successors(Some(id), |&at| arena.parent(at)).any(|at| {
            let by = referred.iter().filter(|(target, _)| *target == at).map(|(_, choice)| *choice);
            by.chain([at]).any(|choice| self.overlaps(side, choice))
        })
    }

    /// Whether a value of an alternative may match another one where exactly one has to; a discriminator tells them apart.
    pub(super) fn overlaps(&mut self, side: Side, choice: NodeId) -> bool {
        let description = if side == Side::Old { self.sides.old } else { self.sides.new };
        let arena = description.arena();
        let Some(list) = list_of(description, choice) else { return false };
        let is_told = arena.parent(list).is_some_and(|schema| arena.word(schema, Word::Discriminator).is_some());
        let mut others = arena.children(list).filter(|&other| other != choice);
        !is_told && others.any(|other| !self.inclusion.apart(side, choice, other))
    }
}

/// The `oneOf` a schema is an alternative of.
fn list_of(description: &Description<'_>, choice: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    arena.parent(choice).filter(|&list| arena.key(list) == Word::OneOf.key() && arena.is_array(list))
}

/// The definitions that are alternatives of a `oneOf`, each with what refers to it there.
fn referred(description: &Description<'_>) -> Vec<(NodeId, NodeId)> {
    let members = description.references().iter();
    let choices = members.filter_map(|&member| {
        let choice = description.arena().parent(member)?;
        list_of(description, choice)?;
        let Reference::Local(target) = description.target(member) else { return None };
        Some((target, choice))
    });
    choices.collect()
}
