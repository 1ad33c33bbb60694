//! Proofs about properties and elements: listed ones, all others, and dependent ones (JSON Schema 2020-12 core,
//! sections 10.3, 10.2.2.4 and 11; validation, section 6.5).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, is_annotation, is_note};
use waybill_openapi::internal::{Digest, KnownKey, NodeId};

use super::closing::{AdditionalProperties, rest_of_elements};
use super::keywords::{Premise, entries};
use super::{Step, SubschemaProver};
use crate::model::{SchemaRef, Side};

impl<'d> SubschemaProver<'d> {
    /// Returns true if the premises for a listed property imply its schema `goal`.
    pub(super) fn prove_property(&mut self, premise: &Premise<'d>, (side, goal): SchemaRef) -> bool {
        let name = self.description(side).arena().key_text(goal);
        let mut there = entries(premise, "properties", name);
        if self.is_trivial(side, goal) && !(self.compare_annotations && there.is_empty()) {
            return true;
        }
        if there.is_empty() && !self.compare_annotations {
            // Unlisted names match the schema for all other properties, unless a pattern applies to them.
            let rest = AdditionalProperties::all(premise)
                .into_iter()
                .filter(|rest| rest.patterns.is_empty() && !rest.lists(name));
            there = rest.map(|rest| rest.schema).list();
        }
        !there.is_empty() && self.prove_from_all(premise, there, (side, goal))
    }

    /// Returns true if every property to which `additionalProperties` or `unevaluatedProperties` of `of` applies
    /// satisfies it.
    pub(super) fn prove_additional_properties(
        &mut self,
        premise: &Premise<'d>,
        side: Side,
        of: NodeId,
        goal: NodeId,
    ) -> bool {
        if self.is_trivial(side, goal) {
            return true;
        }
        let Some(asked) = AdditionalProperties::asked(self.description(side), of, goal) else { return true };
        AdditionalProperties::all(premise).into_iter().any(|rest| {
            rest.patterns.iter().all(|pattern| asked.patterns.contains(pattern))
                && self.prove_from_all(premise, vec![rest.schema], (side, goal))
                && rest.names.into_iter().filter(|(name, _)| !asked.lists(name)).all(|(_, property)| {
                    property.is_some_and(|property| self.prove_from_all(premise, vec![property], (side, goal)))
                })
        })
    }

    /// Returns true if the premises imply an `entry` of `dependentSchemas` or `dependentRequired`.
    pub(super) fn prove_dependent(&mut self, premise: &Premise<'d>, (side, entry): SchemaRef) -> bool {
        let arena = self.description(side).arena();
        let name = arena.key_text(entry);
        let there = entries(premise, "dependentSchemas", name);
        let demanded =
            if arena.is_array(entry) { Some(self.elements(side, entry)) } else { self.demands_alone((side, entry)) };
        let met = demanded.is_some_and(|demanded| {
            let opened = Conjuncts::opened(premise.description, &there).objects;
            let required = |object: &NodeId| premise.description.arena().member(*object, KnownKey::Required);
            let mut lists: Vec<NodeId> = premise.objects.iter().chain(&opened).filter_map(required).list();
            lists.extend(entries(premise, "dependentRequired", name));
            let known: Vec<Digest> = lists.into_iter().flat_map(|list| self.elements(premise.side, list)).list();
            demanded.iter().all(|name| known.contains(name))
        });
        // A dependent schema applies to the object itself.
        met || self.is_trivial(side, entry)
            || (!arena.is_array(entry)
                && !there.is_empty()
                && self.all_cover_by(Step::Same, premise, there, (side, entry)))
    }

    fn elements(&self, side: Side, list: NodeId) -> Vec<Digest> {
        let arena = self.description(side).arena();
        arena.children(list).map(|element| arena.digest(element)).list()
    }

    /// Returns the names that an object schema requires, if it has no other restrictions.
    fn demands_alone(&self, (side, schema): SchemaRef) -> Option<Vec<Digest>> {
        let description = self.description(side);
        let arena = description.arena();
        let opened = Conjuncts::opened(description, &[schema]);
        let passes = |member| {
            let key = KnownKey::from_key(arena.key(member));
            let is_object = || arena.string(member).is_some_and(|kind| kind == "object");
            match key {
                Some(KnownKey::Required | KnownKey::AllOf | KnownKey::Ref) => true,
                Some(KnownKey::Type) => is_object(),
                _ if arena.key(member).is_ignored() => true,
                _ if self.compare_annotations => is_note(description, member),
                _ => is_annotation(description, member),
            }
        };
        let alone = !opened.partial
            && opened.objects.iter().all(|&object| arena.is_object(object) && arena.children(object).all(passes));
        let lists = opened.objects.into_iter().filter_map(|object| arena.member(object, KnownKey::Required));
        alone.then(|| lists.flat_map(|list| self.elements(side, list)).list())
    }

    /// Returns true if every element after the listed ones satisfies `items` or `unevaluatedItems`.
    pub(super) fn prove_items(&mut self, premise: &Premise<'d>, side: Side, of: NodeId, goal: NodeId) -> bool {
        let Some((_, from)) = rest_of_elements(self.description(side), of).filter(|(schema, _)| *schema == goal) else {
            // The keyword applies to no element.
            let is_first =
                self.description(side).arena().member(of, KnownKey::Items).is_some_and(|items| items != goal);
            return is_first || self.is_trivial(side, goal);
        };
        let rests = premise.objects.iter().filter_map(|&object| rest_of_elements(premise.description, object));
        let there: Vec<NodeId> = rests.filter(|(_, first)| *first <= from).map(|(schema, _)| schema).list();
        self.is_trivial(side, goal) || (!there.is_empty() && self.prove_from_all(premise, there, (side, goal)))
    }
}
