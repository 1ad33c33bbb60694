//! Schemas with the same meaning: their JSON is equal, and so is that of all definitions they refer to.

use waybill_openapi::internal::Reference;
use waybill_openapi::internal::conjuncts::is_null_alternative;

use super::Refutation;
use crate::model::SchemaRef;
use crate::prover::inclusion::references_in;

/// Maximum number of definition pairs to follow before two schemas are treated as different. The cost is quadratic.
const MAX_PAIRS: usize = 400;

impl Refutation<'_> {
    /// Returns true if two nodes have equal JSON with the same meaning.
    pub(super) fn are_alike(&mut self, one: SchemaRef, other: SchemaRef) -> bool {
        if one == other {
            return true;
        }
        let (left, right) = (self.description(one.0), self.description(other.0));
        if left.arena().digest(one.1) != right.arena().digest(other.1)
            || is_null_alternative(left, one.1) != is_null_alternative(right, other.1)
        {
            return false;
        }
        if references_in(left, one.1).is_empty() {
            return true;
        }
        if let Some(&known) = self.alike.get(&(one, other)) {
            return known;
        }
        let found = self.follow(one, other);
        let are = found.is_some();
        for pair in found.unwrap_or_else(|| vec![(one, other)]) {
            self.alike.insert(pair, are);
        }
        are
    }

    /// Returns all pairs of definitions that two equal schemas lead to, if each pair is equal.
    fn follow(&self, one: SchemaRef, other: SchemaRef) -> Option<Vec<(SchemaRef, SchemaRef)>> {
        let mut pairs = vec![(one, other)];
        let mut at = 0;
        while let Some(&((from_side, from), (to_side, to))) = pairs.get(at) {
            at += 1;
            let (left, right) = (self.description(from_side), self.description(to_side));
            if left.arena().digest(from) != right.arena().digest(to) || pairs.len() > MAX_PAIRS {
                return None;
            }
            let (ours, theirs) = (references_in(left, from), references_in(right, to));
            if ours.len() != theirs.len() {
                return None;
            }
            for &member in ours {
                let text = left.arena().digest(member);
                let partner = theirs.iter().find(|&&partner| right.arena().digest(partner) == text)?;
                let (Reference::Local(here), Reference::Local(there)) = (left.target(member), right.target(*partner))
                else {
                    return None;
                };
                let pair = ((from_side, here), (to_side, there));
                if pair.0 != pair.1 && !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        Some(pairs)
    }
}
