//! Pairs the elements of two lists by rules that are applied in turn: by equal keys, or by a predicate.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Digest, NodeId, ResolvedDescription};

/// Paired elements, and elements without a partner on either side.
#[derive(Debug, Default)]
pub(crate) struct Alignment {
    pub(crate) pairs: Vec<(NodeId, NodeId)>,
    pub(crate) removed: Vec<NodeId>,
    pub(crate) added: Vec<NodeId>,
}

/// Returns the key of an element, or `None` if the rule has no partner for it.
type Key<'r> = &'r dyn Fn(NodeId) -> Option<Digest>;

/// A rule that pairs elements of the two sides.
#[derive(Clone, Copy)]
pub(crate) enum MatchRule<'r> {
    /// Pairs elements with equal keys. The first closure reads old elements, the second new ones. Keys are looked up,
    /// so long lists cost little.
    ByKey(Key<'r>, Key<'r>),
    /// Pairs elements for which the predicate is true. It may be called for each combination of an old and a new
    /// element.
    ByPredicate(&'r dyn Fn(NodeId, NodeId) -> bool),
    /// Pairs elements with a distance, the nearest ones first. `None` if two elements are no pair.
    Nearest(&'r dyn Fn(NodeId, NodeId) -> Option<usize>),
}

/// Maximum number of combinations whose distances are compared, for lists of 100 elements. They are all stored. In
/// longer lists, the first elements that are a pair are paired, whatever their distance.
const MAX_DISTANCES: usize = 10_000;

impl Alignment {
    /// Applies the rules in turn, each to the elements that are left. Elements near the start of either list are paired
    /// first. Pairs at the same distance from the start share no element. So swapping the sides gives the same pairs,
    /// if the rules do not depend on the side.
    pub(crate) fn with_rules(old: Vec<NodeId>, new: Vec<NodeId>, rounds: &[MatchRule<'_>]) -> Alignment {
        let mut alignment = Alignment { pairs: Vec::new(), removed: old, added: new };
        for round in rounds {
            if alignment.removed.is_empty() || alignment.added.is_empty() {
                break;
            }
            match *round {
                MatchRule::ByKey(left, right) => alignment.pair_same(left, right),
                MatchRule::ByPredicate(matches) => alignment.pair_where(matches),
                MatchRule::Nearest(distance) => alignment.pair_nearest(distance),
            }
        }
        alignment
    }

    /// Pairs elements with equal keys. The order of the pairs is the same as if each old element were compared with
    /// each new one.
    fn pair_same(&mut self, left: Key<'_>, right: Key<'_>) {
        let found = self.take_pairs(left, right).into_iter();
        let mut found = found.map(|((from, to), pair)| ((from.min(to), from.max(to), from > to), pair)).list();
        order::sort(&mut found);
        self.pairs.extend(found.into_iter().map(|(_, pair)| pair));
    }

    /// Removes elements with equal keys, in the order of the new ones, and returns each pair with both indexes. If
    /// several elements have the same key, the first ones of both sides are paired, then the second ones.
    fn take_pairs(&mut self, left: Key<'_>, right: Key<'_>) -> Vec<((usize, usize), (NodeId, NodeId))> {
        let places = self.removed.iter().enumerate().rev();
        // Reverse the order, because `pop` takes the last one.
        let mut waiting = order::groups(places.filter_map(|(at, &id)| Some((left(id)?, (at, id)))));
        let mut found = Vec::new();
        for (to, &id) in self.added.iter().enumerate() {
            let partner = right(id).and_then(|key| order::find_mut(&mut waiting, &key)?.pop());
            found.extend(partner.map(|(from, partner)| ((from, to), (partner, id))));
        }
        let paired = order::sorted_unique(found.iter().map(|(_, (old, _))| *old));
        self.removed.retain(|id| paired.binary_search(id).is_err());
        let paired = order::sorted_unique(found.iter().map(|(_, (_, new))| *new));
        self.added.retain(|id| paired.binary_search(id).is_err());
        found
    }

    fn pair_where(&mut self, matches: &dyn Fn(NodeId, NodeId) -> bool) {
        let mut left: Vec<Option<NodeId>> = self.removed.drain(..).map(Some).collect();
        let mut right: Vec<Option<NodeId>> = self.added.drain(..).map(Some).collect();
        for near in 0..left.len().min(right.len()) {
            for far in near..left.len().max(right.len()) {
                for (at, other) in [(near, far), (far, near)] {
                    if let (Some(old), Some(new)) = (left.get_mut(at), right.get_mut(other))
                        && let Some(pair) = old.zip(*new).filter(|&(old, new)| matches(old, new))
                    {
                        self.pairs.push(pair);
                        (*old, *new) = (None, None);
                    }
                    if far == near {
                        break;
                    }
                }
                if left.get(near) == Some(&None) && right.get(near) == Some(&None) {
                    break;
                }
            }
        }
        self.removed = left.into_iter().flatten().list();
        self.added = right.into_iter().flatten().list();
    }

    /// Pairs the elements with the smallest distance first. Elements at the same distance are paired in the order of
    /// [`Alignment::pair_where`].
    fn pair_nearest(&mut self, distance: &dyn Fn(NodeId, NodeId) -> Option<usize>) {
        if self.removed.len().saturating_mul(self.added.len()) > MAX_DISTANCES {
            self.pair_where(&|old, new| distance(old, new).is_some());
            return;
        }
        let mut distances = Vec::new();
        for (from, &old) in self.removed.iter().enumerate() {
            let others = self.added.iter().enumerate();
            distances.extend(others.filter_map(|(to, &new)| {
                Some(((distance(old, new)?, from.min(to), from.max(to), from > to), (old, new)))
            }));
        }
        order::sort(&mut distances);
        for (_, (old, new)) in distances {
            let left = self.removed.iter().position(|&id| id == old).zip(self.added.iter().position(|&id| id == new));
            if let Some((from, to)) = left {
                self.pairs.push((self.removed.remove(from), self.added.remove(to)));
            }
        }
    }

    /// Returns true if the paired elements have the same order on both sides.
    pub(crate) fn is_in_order(&self) -> bool {
        let mut pairs = self.pairs.clone();
        order::sort(&mut pairs);
        pairs.is_sorted_by_key(|(_, new)| *new)
    }

    /// Pairs the elements that are left by key, in order if several have the same key.
    pub(super) fn with_rest_paired_by_key(
        mut self,
        left: &dyn Fn(NodeId) -> Digest,
        right: &dyn Fn(NodeId) -> Digest,
    ) -> Alignment {
        let found = self.take_pairs(&|id| Some(left(id)), &|id| Some(right(id)));
        self.pairs.extend(found.into_iter().map(|(_, pair)| pair));
        self
    }
}

pub(super) fn pair_by_key(
    old: Vec<NodeId>,
    new: Vec<NodeId>,
    left: &dyn Fn(NodeId) -> Digest,
    right: &dyn Fn(NodeId) -> Digest,
) -> Alignment {
    Alignment { pairs: Vec::new(), removed: old, added: new }.with_rest_paired_by_key(left, right)
}

/// Replaces keys by their ordinals. Digests of untrusted strings could collide.
#[derive(Debug)]
pub(super) struct Ordinals<K>(Vec<K>);

impl<K: Ord> Ordinals<K> {
    pub(super) fn new(keys: impl IntoIterator<Item = K>) -> Ordinals<K> {
        Ordinals(order::sorted_unique(keys))
    }

    /// Returns the ordinal of a key as a digest, or `None` if the key is not listed.
    pub(super) fn digest(&self, key: &K) -> Option<Digest> {
        self.0.binary_search(key).ok().map(Digest::from_ordinal)
    }
}

/// Returns the elements of an array, or the values of an object's members.
pub(super) fn children((description, id): (&ResolvedDescription<'_>, NodeId)) -> Vec<NodeId> {
    description.arena().children(id).list()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use waybill_openapi::internal::resolved;
    use waybill_openapi::{Limits, Loader};

    proptest! {
        #[test]
        fn indexed_alignment_matches_the_quadratic_search(
            left in proptest::collection::vec(0_u8..6, 0..12),
            right in proptest::collection::vec(0_u8..6, 0..12),
        ) {
            let text = |list: &[u8]| format!(r#"{{"openapi":"3.1.0","x-list":{list:?}}}"#);
            let read = |list| Loader::new("t", text(list).into_bytes(), &Limits::default()).unwrap().finish();
            let (old, new) = (read(&left), read(&right));
            let (old, new) = (resolved(&old), resolved(&new));
            let elements = |description: &ResolvedDescription<'_>| -> Vec<NodeId> {
                description.arena().children(description.at_pointer("/x-list").unwrap()).collect()
            };
            // 0 matches nothing.
            let key = |description: &ResolvedDescription<'_>, id| {
                Some(description.arena().digest(id)).filter(|_| description.arena().source_text(id) != "0")
            };
            let keys = (|id| key(old, id), |id| key(new, id));
            let same = |one, other| key(old, one).is_some_and(|one| Some(one) == key(new, other));
            let rounds = [MatchRule::ByKey(&keys.0, &keys.1), MatchRule::ByPredicate(&same)];
            let [found, expected] = rounds.map(|round| Alignment::with_rules(elements(old), elements(new), &[round]));
            prop_assert_eq!(found.pairs, expected.pairs);
            prop_assert_eq!(found.removed, expected.removed);
            prop_assert_eq!(found.added, expected.added);
        }
    }
}
