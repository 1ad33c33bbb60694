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
use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, TypeSet};

use self::inclusion::SubschemaProver;
use self::overlap::{ChoiceDefinitions, ChoiceUse, definitions_used_as_choices, has_discriminator, parent_one_of};
use self::types::{Types, declared_types};
use self::unevaluated::ClosedSchemas;
use self::uses::{ReferencesByTarget, using_schema};
use super::model::{SchemaRef, Side};
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
    /// The definitions of both sides that are used as alternatives of a `oneOf`, computed on demand.
    choices: Option<(ChoiceDefinitions, ChoiceDefinitions)>,
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
        let is_told = arena.parent(list).is_some_and(|schema| has_discriminator(description, schema));
        !is_told && self.subschemas.overlaps(side, choice, list)
    }

    /// Returns the outermost such alternative that contains a value. If the value is inside a definition that is used
    /// as one, returns all alternatives that refer to it.
    pub(super) fn overlapping_choices(&mut self, side: Side, id: NodeId) -> Vec<ChoiceUse> {
        let (left, right) = (self.old, self.new);
        let choices = self
            .choices
            .take()
            .unwrap_or_else(|| (definitions_used_as_choices(left), definitions_used_as_choices(right)));
        let (arena, referred) = match side {
            Side::Old => (left.arena(), &choices.0),
            Side::New => (right.arena(), &choices.1),
        };
        let mut found = Vec::new();
        for at in arena.ancestors(id) {
            if self.overlaps(side, at) {
                found = vec![ChoiceUse { choice: at, is_inline: true, is_sole_use: true }];
            } else if let Some(by) = order::find(referred, &at)
                && by.iter().any(|one| self.overlaps(side, one.choice))
            {
                found.clone_from(by);
            }
        }
        self.choices = Some(choices);
        found
    }

    /// Returns the alternatives of the `oneOf` of a schema, or of a list, that match the same value of another schema.
    /// Unless two lists are compared, returns nothing if a value of that schema may match no alternative.
    pub(super) fn choices_matched_twice(&mut self, values: SchemaRef, (side, choosing): SchemaRef) -> Vec<NodeId> {
        let description = if side == Side::Old { self.old } else { self.new };
        let arena = description.arena();
        let are_lists = self.holder_of_list(values) != values.1 && self.holder_of_list((side, choosing)) != choosing;
        let values = (values.0, self.holder_of_list(values));
        let objects = Conjuncts::opened(description, &[self.holder_of_list((side, choosing))]).objects;
        let open = objects.into_iter().filter(|&object| !has_discriminator(description, object));
        let lists = open.filter_map(|object| arena.member(object, KnownKey::OneOf));
        for list in lists.filter(|&list| arena.is_array(list)).list() {
            let choices: Vec<NodeId> = arena.children(list).list();
            if are_lists || self.subschemas.meet_choices(values, (side, &choices), false) {
                return self.subschemas.choices_matched_twice(values, (side, &choices));
            }
        }
        Vec::new()
    }

    /// Returns the schema that a list of alternatives belongs to, or a schema itself.
    fn holder_of_list(&self, (side, id): SchemaRef) -> NodeId {
        let arena = if side == Side::Old { self.old.arena() } else { self.new.arena() };
        arena.parent(id).filter(|_| arena.is_array(id)).unwrap_or(id)
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
                let is_of_alternative =
                    left.has_alternatives(before) && !left.arena().is_true(before, KnownKey::Nullable);
                // Strictly, `nullable` beside `allOf` or alternatives allows null only if these allow it as well.
                had == has
                    && (!has
                        || !sides.equal(before, after)
                        || is_of_alternative
                        || excludes_null(left, before, old) && excludes_null(right, after, new))
            })
    }
}

/// Returns true if a part of a conjunction other than a component excludes null by its own types.
fn excludes_null(description: &ResolvedDescription<'_>, whole: NodeId, component: NodeId) -> bool {
    let own = Conjuncts::opened(description, &[component]).objects;
    let objects = Conjuncts::opened(description, &[whole]).objects;
    objects.iter().any(|object| !own.contains(object) && !declared_types(description, *object).meets(TypeSet::NULL))
}
