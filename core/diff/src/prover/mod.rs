//! Proofs about the schemas of both sides, and their caches.

pub(crate) mod inclusion;
pub(crate) mod known_formats;
pub(crate) mod merged;
pub(crate) mod overlap;
pub(crate) mod ranges;
pub(crate) mod refutation;
pub(crate) mod texts;
pub(crate) mod types;
pub(crate) mod unevaluated;
pub(crate) mod uses;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, TypeSet};

use self::inclusion::SubschemaProver;
use self::overlap::{ChoiceDefinitions, definitions_used_as_choices, parent_one_of};
use self::types::Types;
use self::unevaluated::ClosedSchemas;
use self::uses::{ReferencesByTarget, using_schema};
use super::model::Side;
use super::pairing::sides::Sides;

/// Proofs about the schemas of two descriptions, and the data they need.
#[derive(Debug)]
pub(crate) struct Prover<'d> {
    pub(super) old: &'d ResolvedDescription<'d>,
    pub(super) new: &'d ResolvedDescription<'d>,
    /// Proofs that a schema is within another one.
    pub(super) subschemas: SubschemaProver<'d>,
    /// The schemas of both sides that allow no other properties, computed on demand.
    pub(super) closed_schemas: Option<(ClosedSchemas, ClosedSchemas)>,
    /// The definitions of both sides that are only used as alternatives of a `oneOf`, computed on demand.
    choices: Option<ChoiceDefinitions>,
    /// The references to components, computed on demand.
    pub(super) uses: Option<ReferencesByTarget>,
}

impl<'d> Prover<'d> {
    pub(crate) fn new(old: &'d ResolvedDescription<'d>, new: &'d ResolvedDescription<'d>) -> Prover<'d> {
        Prover { old, new, subschemas: SubschemaProver::new(old, new), closed_schemas: None, choices: None, uses: None }
    }

    /// Returns the types that the schemas of one side allow.
    pub(super) fn types_of(&mut self, side: Side) -> &mut Types<'d> {
        self.subschemas.types_of(side)
    }

    /// Returns the types that two schemas allow.
    pub(super) fn allowed_types(&mut self, old: NodeId, new: NodeId) -> (TypeSet, TypeSet) {
        (self.types_of(Side::Old).allowed(Some(old)), self.types_of(Side::New).allowed(Some(new)))
    }

    /// Returns true if a value of a `oneOf` alternative may match another one as well. A discriminator prevents this.
    pub(super) fn overlaps(&mut self, side: Side, choice: NodeId) -> bool {
        let description = if side == Side::Old { self.old } else { self.new };
        let arena = description.arena();
        let Some(list) = parent_one_of(description, choice) else { return false };
        let is_told = arena.parent(list).is_some_and(|schema| arena.member(schema, KnownKey::Discriminator).is_some());
        !is_told && self.subschemas.overlaps(side, choice, list)
    }

    /// Returns true if a value is inside such an alternative, or inside a definition that is only used as one.
    pub(super) fn is_in_overlap(&mut self, side: Side, id: NodeId) -> bool {
        let (left, right) = (self.old, self.new);
        let choices = self
            .choices
            .take()
            .unwrap_or_else(|| (definitions_used_as_choices(left), definitions_used_as_choices(right)));
        let (arena, referred) = match side {
            Side::Old => (left.arena(), &choices.0),
            Side::New => (right.arena(), &choices.1),
        };
        let overlaps = arena.ancestors(id).any(|at| {
            let mut by = referred.iter().filter(|(target, _)| *target == at).map(|(_, choice)| *choice).peekable();
            self.overlaps(side, at) || by.peek().is_some() && by.all(|choice| self.overlaps(side, choice))
        });
        self.choices = Some(choices);
        overlaps
    }

    /// Returns the schemas of both sides that allow no other properties.
    pub(super) fn closings(&mut self) -> &(ClosedSchemas, ClosedSchemas) {
        self.closed_schemas.get_or_insert_with(|| (ClosedSchemas::collect(self.old), ClosedSchemas::collect(self.new)))
    }

    /// Returns true if an object may belong to a schema that allows no other properties.
    pub(super) fn is_closed(&mut self, side: Side, object: NodeId) -> bool {
        let closings = self.closings();
        let closings = if side == Side::Old { &closings.0 } else { &closings.1 };
        closings.may_hold(object)
    }

    /// Returns the references to components of both sides.
    pub(super) fn uses(&mut self) -> &ReferencesByTarget {
        self.uses.get_or_insert_with(|| ReferencesByTarget::collect(self.old, self.new))
    }

    /// Returns true if a component gained or lost null, but no location that uses it on both sides did. The schema
    /// around each reference still allows null, or still excludes it.
    pub(super) fn is_null_decided_by_uses(&mut self, sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
        if !self.old.is_component(old) || !self.new.is_component(new) {
            return false;
        }
        let (left, right) = (self.old, self.new);
        let uses = self.uses();
        let all_old = uses.in_old(old).iter().filter_map(|&member| using_schema(left, member));
        let all_new = uses.in_new(new).iter().filter_map(|&member| using_schema(right, member));
        let mut pairs: Vec<_> = all_old.filter_map(|schema| Some((schema, right.at_place_of(left, schema)?))).list();
        pairs.extend(all_new.filter_map(|schema| Some((left.at_place_of(right, schema)?, schema))));
        !pairs.is_empty()
            && pairs.into_iter().all(|(before, after)| {
                let had = self.types_of(Side::Old).allowed(Some(before)).meets(TypeSet::NULL);
                let has = self.types_of(Side::New).allowed(Some(after)).meets(TypeSet::NULL);
                // Strictly, null beside `allOf` is allowed only if the branches allow it as well.
                had == has && (!has || !sides.equal(before, after))
            })
    }
}
