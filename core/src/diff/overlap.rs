//! Changes inside an alternative of `oneOf` that another one may overlap: what comes to match both matches neither by that,
//! and what matches one alone from now on is allowed (JSON Schema 2020-12 core, section 10.2.1.3). So the whole may be
//! narrowed where the alternative is widened, and the other way round.

use super::differ::Differ;
use super::fact::{Event, Facet, Fact, Qualifier, Relation};
use super::inclusion::Side;
use super::prover::Prover;
use crate::openapi::{Description, KnownKey, NodeId, Reference};
use crate::order::{self, Listed as _};

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

/// Definitions that are alternatives alone, each with what refers to it: of the old and of the new description.
pub(super) type Choices = (Vec<(NodeId, NodeId)>, Vec<(NodeId, NodeId)>);

impl Fact {
    /// Whether it says which values are allowed.
    pub(crate) fn is_of_values(&self) -> bool {
        OF_VALUES.contains(&self.facet)
    }
}

impl Differ<'_> {
    /// Gives a fact about values inside of such an alternative the quality of being so.
    pub(super) fn mark_overlapping(&mut self, at: usize) {
        let related = |fact: &&Fact| fact.is_of_values() && fact.event != Event::Changed(Relation::Unknown);
        let Some((old, new)) = self.facts.get(at).filter(related).map(|fact| (fact.old, fact.new)) else { return };
        let choices = self.choices.take().unwrap_or_else(|| (referred(self.sides.old), referred(self.sides.new)));
        let overlaps = old.is_some_and(|id| self.is_in_overlap(Side::Old, id, &choices.0))
            || new.is_some_and(|id| self.is_in_overlap(Side::New, id, &choices.1));
        self.choices = Some(choices);
        if let Some(fact) = self.facts.get_mut(at).filter(|_| overlaps) {
            fact.qualities.push(Qualifier::Overlapping);
        }
    }

    /// Whether a value is in such an alternative, or in a definition that is one.
    fn is_in_overlap(&mut self, side: Side, id: NodeId, referred: &[(NodeId, NodeId)]) -> bool {
        let arena = if side == Side::Old { self.sides.old.arena() } else { self.sides.new.arena() };
        std::iter::successors(Some(id), |&at| arena.parent(at)).any(|at| {
            let mut by = referred.iter().filter(|(target, _)| *target == at).map(|(_, choice)| *choice).peekable();
            self.prover.overlaps(side, at) || by.peek().is_some() && by.all(|choice| self.prover.overlaps(side, choice))
        })
    }
}

impl Prover<'_> {
    /// Whether a value of an alternative may match another one where exactly one has to; a discriminator tells them apart.
    pub(super) fn overlaps(&mut self, side: Side, choice: NodeId) -> bool {
        let description = if side == Side::Old { self.old } else { self.new };
        let arena = description.arena();
        let Some(list) = list_of(description, choice) else { return false };
        let is_told = arena.parent(list).is_some_and(|schema| arena.member(schema, KnownKey::Discriminator).is_some());
        !is_told && self.subschemas.overlaps(side, choice, list)
    }
}

/// The `oneOf` a schema is an alternative of.
fn list_of(description: &Description<'_>, choice: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    arena.parent(choice).filter(|&list| arena.key(list) == KnownKey::OneOf.key() && arena.is_array(list))
}

/// The definitions that are alternatives of a `oneOf` and nothing else, each with what refers to it there. Whoever uses one
/// as a whole gains what it gains.
fn referred(description: &Description<'_>) -> Vec<(NodeId, NodeId)> {
    let uses = description.references().iter().filter_map(|&member| {
        let Reference::Local(target) = description.target(member) else { return None };
        let choice = description.arena().parent(member)?;
        Some((target, list_of(description, choice).map(|_| choice)))
    });
    let (choices, wholes): (Vec<_>, Vec<_>) = uses.partition(|(_, choice)| choice.is_some());
    let wholes = order::set(wholes.into_iter().map(|(target, _)| target));
    let alone = choices.into_iter().filter(|(target, _)| wholes.binary_search(target).is_err());
    alone.filter_map(|(target, choice)| Some((target, choice?))).list()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::diff::Qualifier;
    use crate::diff::facets::examples::{description, found};

    #[test]
    fn a_definition_that_is_used_as_a_whole_as_well_gains_what_it_gains() {
        let of = |longest: usize, whole: &str| {
            let body = |schema| json!({"content": {"a/b": {"schema": schema}}});
            let post =
                |schema| json!({"post": {"requestBody": body(schema), "responses": {"204": {"description": ""}}}});
            let person = json!({"$ref": "#/components/schemas/Person"});
            let either = json!({"oneOf": [person, {"type": "string", "minLength": 9}]});
            let used = json!({"$ref": format!("#/components/schemas/{whole}")});
            let schemas = json!({"Person": {"type": "string", "maxLength": longest}, "Depot": {"type": "string"}});
            let paths = json!({"/either": post(either), "/whole": post(used)});
            description(&json!({"paths": paths, "components": {"schemas": schemas}}))
        };
        let overlapping = |whole| found(&of(5, whole), &of(10, whole), |fact| fact.has(Qualifier::Overlapping));
        assert_eq!(overlapping("Depot"), [true]);
        assert_eq!(overlapping("Person"), [false]);
    }
}
