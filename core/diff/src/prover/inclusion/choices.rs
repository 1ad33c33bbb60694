//! Proofs about alternatives: `anyOf` and `oneOf` (JSON Schema 2020-12 core, sections 10.2.1.2 and 10.2.1.3).

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::listed_values::values;
use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use super::keywords::{Premise, alone, members};
use super::{Premises, SubschemaProver};
use crate::model::{SchemaRef, Side};

/// Maximum number of alternatives that are compared together with their sibling keywords. Each pair is proved in both
/// directions.
const MAX_CHOICES: usize = 16;

impl<'d> SubschemaProver<'d> {
    /// Returns true if a list under the same keyword in the premises has equivalent alternatives.
    pub(super) fn prove_equal_choices(&mut self, premise: &Premise<'d>, side: Side, list: NodeId) -> bool {
        let arena = self.description(side).arena();
        let choices: Vec<NodeId> = arena.children(list).list();
        let lists: Vec<NodeId> = members(premise, arena.key_text(list)).map(|(_, list)| list).list();
        lists.into_iter().any(|other| self.same_choices(premise, other, side, &choices))
    }

    pub(super) fn prove_one_of(&mut self, given: &Premises, premise: &Premise<'d>, side: Side, list: NodeId) -> bool {
        let choices: Vec<NodeId> = self.description(side).arena().children(list).list();
        let lists: Vec<NodeId> = members(premise, "oneOf").map(|(_, list)| list).list();
        lists.iter().any(|&other| self.same_choices(premise, other, side, &choices))
            || choices.iter().any(|&choice| {
                self.prove_goal(given, (side, choice))
                    && choices.iter().all(|&other| other == choice || self.excluded(given, premise, (side, other)))
            })
            || lists.into_iter().any(|other| self.shared_choices(given, other, (side, premise.goal), &choices))
    }

    fn excluded(&mut self, given: &Premises, premise: &Premise<'d>, other: SchemaRef) -> bool {
        let description = self.description(other.0);
        let lists_others = |value: NodeId| {
            let opened = Conjuncts::opened(description, &[other.1]).objects;
            let words = |object| {
                [KnownKey::Enum, KnownKey::Const]
                    .into_iter()
                    .filter_map(move |key| description.arena().member(object, key))
            };
            let value = premise.description.arena().digest(value);
            opened.into_iter().flat_map(words).any(|list| !values(description, list).contains(&value))
        };
        premise.types.and(self.types(other.0, &[other.1])) == TypeSet::NONE
            || premise.only.is_some_and(lists_others)
            || self.disjoint(given.side, &given.schemas, other)
    }

    /// Returns true if two lists have pairwise equivalent alternatives. Exactly one then matches in one list if it does
    /// in the other.
    fn same_choices(&mut self, premise: &Premise<'d>, list: NodeId, side: Side, choices: &[NodeId]) -> bool {
        let mut left: Vec<NodeId> = premise.description.arena().children(list).list();
        if left.len() != choices.len() {
            return false;
        }
        let right = self.description(side).arena();
        let mut waiting = Vec::new();
        // Equal JSON first, so that long lists are not compared pair by pair.
        for &choice in choices {
            let same = |&other: &NodeId| premise.description.arena().digest(other) == right.digest(choice);
            let at = left.iter().position(same);
            match at.and_then(|at| left.get(at).copied()) {
                Some(other) if self.same_both_ways((premise.side, other), (side, choice)) => {
                    left.retain(|&id| id != other);
                }
                _ => waiting.push(choice),
            }
        }
        waiting.into_iter().all(|choice| {
            let at = left.iter().position(|&other| self.same_both_ways((premise.side, other), (side, choice)));
            at.map(|at| left.remove(at)).is_some()
        })
    }

    pub(super) fn same_both_ways(&mut self, one: SchemaRef, other: SchemaRef) -> bool {
        self.prove_goal(&alone(one), other) && self.prove_goal(&alone(other), one)
    }

    /// Returns true if each value of the premises matches as many alternatives of one list as of the other. Exactly one
    /// then matches in one list if it does in the other. The goal's other keywords are proved separately.
    fn shared_choices(&mut self, given: &Premises, list: NodeId, (side, goal): SchemaRef, choices: &[NodeId]) -> bool {
        let mut left: Vec<NodeId> = self.description(given.side).arena().children(list).list();
        if left.len() != choices.len() || choices.len() > MAX_CHOICES {
            return false;
        }
        let description = self.description(side);
        let objects = Conjuncts::opened(description, &[goal]).objects;
        let aside: Vec<NodeId> = objects.into_iter().flat_map(|object| description.alternative_lists(object)).list();
        choices.iter().all(|&choice| {
            let at = left.iter().position(|&other| {
                let mut there = given.clone();
                there.chosen_lists.push(list);
                there.schemas.push(other);
                let mut here = Premises::new(side, vec![goal, choice]);
                order::sort(&mut here.schemas);
                here.chosen_lists.clone_from(&aside);
                here.omitted_lists.clone_from(&aside);
                self.prove_goal(&there, (side, choice)) && self.prove_goal(&here, (given.side, other))
            });
            at.map(|at| left.remove(at)).is_some()
        })
    }
}
