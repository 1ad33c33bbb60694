//! Schemas that imply each other because their JSON is equal and their references lead to equivalent schemas.

use waybill_openapi::internal::conjuncts::is_null_alternative;
use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription};

use super::{Premises, Step, SubschemaProver, references_in};
use crate::model::SchemaRef;

impl SubschemaProver<'_> {
    /// Fast path: returns true if a premise has the same JSON as `goal`, without references. This is true for most
    /// parts of two schemas.
    pub(super) fn are_equal_without_references(&self, given: &Premises, (side, goal): SchemaRef) -> bool {
        let (left, right) = (self.description(given.side), self.description(side));
        given.omitted_lists.is_empty()
            && references_in(right, goal).is_empty()
            && given.schemas.iter().any(|&id| is_same_json(left, id, right, goal) && references_in(left, id).is_empty())
    }

    /// Returns true if a premise has the same JSON as `goal`, and their references lead to equivalent schemas.
    pub(super) fn equal_texts(&mut self, given: &Premises, (side, goal): SchemaRef) -> bool {
        if !given.omitted_lists.is_empty() {
            return false;
        }
        let (left, right) = (self.description(given.side), self.description(side));
        let equal = |&&id: &&NodeId| is_same_json(left, id, right, goal);
        let Some(&same) = given.schemas.iter().find(equal) else { return false };
        let mut pairs: Vec<(NodeId, NodeId, Step)> = Vec::new();
        let members = (references_in(left, same), references_in(right, goal));
        if members.0.len() != members.1.len() {
            return false;
        }
        // The order of keys may differ, so match the references by their JSON.
        for &member in members.0 {
            let text = left.arena().digest(member);
            let other = members.1.iter().find(|&&other| right.arena().digest(other) == text);
            let targets = (left.target(member), other.map(|&other| right.target(other)));
            let (Reference::Local(from), Some(Reference::Local(to))) = targets else { return false };
            let step = if is_of_a_part(left, same, member) { Step::Inside } else { Step::Text };
            if !pairs.contains(&(from, to, step)) {
                pairs.push((from, to, step));
            }
        }
        let there = |from| Premises::new(given.side, vec![from]);
        let back = |to| Premises::new(side, vec![to]);
        pairs.into_iter().all(|(from, to, step)| {
            self.step = step;
            let there = self.prove_goal(&there(from), (side, to));
            self.step = step;
            there && self.prove_goal(&back(to), (given.side, from))
        })
    }
}

/// Returns true if `member`, inside `schema`, applies to properties or elements of a value and not to the value itself.
fn is_of_a_part(description: &ResolvedDescription<'_>, schema: NodeId, member: NodeId) -> bool {
    let arena = description.arena();
    let way = arena.ancestors(member).take_while(|&id| id != schema);
    let is_of_parts = |id| {
        let of_parts = with_role(KeywordRole::Child).iter().chain(with_role(KeywordRole::Unlisted));
        of_parts.filter(|&&key| key != KnownKey::PropertyNames).any(|key| arena.key(id) == key.key())
    };
    way.into_iter().any(is_of_parts)
}

/// Returns true if two schemas have the same JSON, and if neither or both mean null.
fn is_same_json(left: &ResolvedDescription<'_>, one: NodeId, right: &ResolvedDescription<'_>, other: NodeId) -> bool {
    left.arena().digest(one) == right.arena().digest(other)
        && is_null_alternative(left, one) == is_null_alternative(right, other)
}
