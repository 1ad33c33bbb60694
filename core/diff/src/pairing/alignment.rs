//! Pairs the elements of two lists by rules, one after the other: by what they have in common, or each against each.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Digest, NodeId, ResolvedDescription};

/// Elements that are paired, and those without a partner on either side.
#[derive(Debug, Default)]
pub(crate) struct Alignment {
    pub(crate) pairs: Vec<(NodeId, NodeId)>,
    pub(crate) removed: Vec<NodeId>,
    pub(crate) added: Vec<NodeId>,
}

/// What identifies an element to a rule; `None` where the rule has no partner for it.
type Key<'r> = &'r dyn Fn(NodeId) -> Option<Digest>;

/// A rule that pairs elements of the two sides.
#[derive(Clone, Copy)]
pub(crate) enum MatchRule<'r> {
    /// Elements with equal keys: the first closure reads old elements, the second new ones. Keys are looked up, so that
    /// long lists cost little.
    ByKey(Key<'r>, Key<'r>),
    /// Elements of which this holds. It may be asked of each old element with each new one.
    ByPredicate(&'r dyn Fn(NodeId, NodeId) -> bool),
}

impl Alignment {
    /// Applies the rules in turn, each to what the rules before left over; what stands first on either side is paired
    /// first. Of two pairs that are equally far from the start none shares an element with the other, so that the pairs
    /// are the same whichever side is the old one, as long as what matches is.
    pub(crate) fn with_rules(old: Vec<NodeId>, new: Vec<NodeId>, rounds: &[MatchRule<'_>]) -> Alignment {
        let mut alignment = Alignment { pairs: Vec::new(), removed: old, added: new };
        for round in rounds {
            if alignment.removed.is_empty() || alignment.added.is_empty() {
                break;
            }
            match *round {
                MatchRule::ByKey(left, right) => alignment.pair_same(left, right),
                MatchRule::ByPredicate(matches) => alignment.pair_where(matches),
            }
        }
        alignment
    }

    /// Pairs elements with equal keys, in their order: as asking of each old element with each new one would.
    fn pair_same(&mut self, left: Key<'_>, right: Key<'_>) {
        let found = self.take_pairs(left, right).into_iter();
        let mut found = found.map(|((from, to), pair)| ((from.min(to), from.max(to), from > to), pair)).list();
        order::sort(&mut found);
        self.pairs.extend(found.into_iter().map(|(_, pair)| pair));
    }

    /// Takes out elements with equal keys, in the order of the new ones, each pair with where the two stood; of several
    /// with one key the first of both sides are a pair, then the second ones.
    fn take_pairs(&mut self, left: Key<'_>, right: Key<'_>) -> Vec<((usize, usize), (NodeId, NodeId))> {
        let places = self.removed.iter().enumerate().rev();
        // The first of each stands last: it is taken first.
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

    /// Whether the elements that are on both sides have the same order there.
    pub(crate) fn is_in_order(&self) -> bool {
        let mut pairs = self.pairs.clone();
        order::sort(&mut pairs);
        pairs.is_sorted_by_key(|(_, new)| *new)
    }

    /// Pairs what is left over by identity, in order where several have the same.
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

/// Keys that are no digests, by their ordinals. A digest of untrusted text would not tell two of them apart.
#[derive(Debug)]
pub(super) struct Ordinals<K>(Vec<K>);

impl<K: Ord> Ordinals<K> {
    pub(super) fn new(keys: impl IntoIterator<Item = K>) -> Ordinals<K> {
        Ordinals(order::sorted_unique(keys))
    }

    /// Returns the ordinal of a key as a digest; none if the key is not listed.
    pub(super) fn digest(&self, key: &K) -> Option<Digest> {
        self.0.binary_search(key).ok().map(Digest::from_ordinal)
    }
}

/// The elements of an array, or the values of an object's members.
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
        fn what_is_looked_up_is_what_holding_each_against_each_finds(
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
            // What is 0 answers to nothing.
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
