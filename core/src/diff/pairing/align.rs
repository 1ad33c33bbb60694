//! Which elements of two arrays, or members of two maps, are paired.

use super::renamed_references::is_reference_to_new_name;
use super::sides::Sides;
use super::similarity::{has_same_constants, has_similar_shape, shares_most_property_names};
use crate::openapi::is_extension;
use crate::openapi::{Description, KnownKey, erased_path};
use crate::order::{self, Listed as _};
use crate::tree::{Digest, NodeId};

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
        let places = self.removed.iter().enumerate().rev();
        // The first of each stands last: it is taken first.
        let mut waiting = order::groups(places.filter_map(|(at, &id)| Some((left(id)?, (at, id)))));
        let mut found = Vec::new();
        for (to, &id) in self.added.iter().enumerate() {
            let partner = right(id).and_then(|key| order::find_mut(&mut waiting, &key)?.pop());
            found.extend(partner.map(|(from, partner)| ((from.min(to), from.max(to), from > to), (partner, id))));
        }
        let paired = order::sorted_unique(found.iter().map(|(_, (old, _))| *old));
        self.removed.retain(|id| paired.binary_search(id).is_err());
        let paired = order::sorted_unique(found.iter().map(|(_, (_, new))| *new));
        self.added.retain(|id| paired.binary_search(id).is_err());
        order::sort(&mut found);
        self.pairs.extend(found.into_iter().map(|(_, pair)| pair));
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
}

/// Pairs equal elements whose order means nothing: names, values.
pub(crate) fn pair_as_sets(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let (left, right) = (|id| Some(old.0.arena().digest(id)), |id| Some(new.0.arena().digest(id)));
    Alignment::with_rules(children(old), children(new), &[MatchRule::ByKey(&left, &right)])
}

/// The subschemas of a composition, whose order means nothing: equal ones, then those of one name (of a component, or a
/// title), then renamed ones, then those that one tag leads to, then those of one shape, and at last the only two that are left if they share anything.
pub(crate) fn pair_subschemas(sides: &Sides<'_>, old: NodeId, new: NodeId) -> Alignment {
    let equal = (|id| Some(sides.old.arena().digest(id)), |id| Some(sides.new.arena().digest(id)));
    let named = (|id| name(sides.old, id), |id| name(sides.new, id));
    let renamed = |left, right| {
        let targets = sides.old.resolve(left).zip(sides.new.resolve(right));
        is_reference_to_new_name(sides, left, right)
            && targets.is_some_and(|(from, to)| is_likely_same_schema(sides, from, to))
    };
    let tagged = |left, right| {
        let targets = sides.old.resolve(left).zip(sides.new.resolve(right));
        targets.is_some_and(|(from, to)| {
            has_same_constants(sides, from, to) && shares_most_property_names(sides, from, to)
        })
    };
    let refers = |description: &Description<'_>, id| description.reference(id).is_some();
    let alike =
        |left, right| refers(sides.old, left) == refers(sides.new, right) && is_likely_same_schema(sides, left, right);
    let mixed =
        |left, right| refers(sides.old, left) != refers(sides.new, right) && is_likely_same_schema(sides, left, right);
    let (equal, named) = (MatchRule::ByKey(&equal.0, &equal.1), MatchRule::ByKey(&named.0, &named.1));
    let (renamed, tagged) = (MatchRule::ByPredicate(&renamed), MatchRule::ByPredicate(&tagged));
    let rounds = [equal, named, renamed, tagged, MatchRule::ByPredicate(&alike), MatchRule::ByPredicate(&mixed)];
    Alignment::with_rules(children((sides.old, old)), children((sides.new, new)), &rounds)
}

/// What an alternative is called: the reference's target, or the title.
fn name(description: &Description<'_>, id: NodeId) -> Option<Digest> {
    let arena = description.arena();
    arena.member(id, KnownKey::Ref).or_else(|| arena.member(id, KnownKey::Title)).map(|id| arena.digest(id))
}

/// Whether two schemas are likely to be the same thing before and after: one component by name, one text, or one shape.
pub(crate) fn is_likely_same_schema(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    let Some((from, to)) = sides.old.resolve(old).zip(sides.new.resolve(new)) else { return false };
    if sides.old.is_component(from) && sides.new.is_component(to) {
        let names = (sides.old.arena().key_text(from), sides.new.arena().key_text(to));
        if names.0 == names.1 {
            return true;
        }
        let there = |description: &Description<'_>, sibling: NodeId, name: &str| {
            let arena = description.arena();
            let section = arena.parent(sibling);
            section.zip(arena.keys().find(name)).is_some_and(|(section, key)| arena.get(section, key).is_some())
        };
        if there(sides.new, to, names.0) || there(sides.old, from, names.1) {
            return false;
        }
        return sides.equal(from, to)
            || has_similar_shape(sides, from, to) && shares_most_property_names(sides, from, to);
    }
    sides.equal(from, to) || has_similar_shape(sides, from, to)
}

/// Elements whose place in the list says what they are of: those at the same place.
pub(crate) fn pair_by_position(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let (mut left, mut right) = (children(old), children(new));
    let shorter = left.len().min(right.len());
    let pairs = left.drain(..shorter).zip(right.drain(..shorter)).collect();
    Alignment { pairs, removed: left, added: right }
}

/// The entries of `paths`: written the same way, then the same but for parameter names.
pub(crate) fn pair_paths(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let path = |(description, _): (&Description<'_>, NodeId), id| -> Digest {
        let arena = description.arena();
        arena.keys().digest(arena.key(id))
    };
    let shape = |(description, _): (&Description<'_>, NodeId), id| {
        Digest::hash(0, erased_path(description.arena().key_text(id)).0.as_bytes())
    };
    pair_by_key(children(old), children(new), &|id| path(old, id), &|id| path(new, id))
        .with_rest_paired_by_key(&|id| shape(old, id), &|id| shape(new, id))
}

/// The entries of a callback: by expression, and what is left over where it is one on each side. Extensions are none.
pub(crate) fn pair_callback_expressions(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let expression = |(description, _): (&Description<'_>, NodeId), id| -> Digest {
        let arena = description.arena();
        arena.keys().digest(arena.key(id))
    };
    let mut alignment = pair_by_key(children(old), children(new), &|id| expression(old, id), &|id| expression(new, id));
    let is_entry = |(description, _): (&Description<'_>, NodeId), id: NodeId| {
        description.arena().is_object(id) && !is_extension(description.arena().key(id))
    };
    if let ([removed], [added]) = (alignment.removed.as_slice(), alignment.added.as_slice())
        && is_entry(old, *removed)
        && is_entry(new, *added)
    {
        alignment.pairs.push((*removed, *added));
        (alignment.removed, alignment.added) = (Vec::new(), Vec::new());
    }
    alignment
}

/// Servers: those with the same URL but for the names of its variables, then those of one host, then what is left over at
/// the same place.
pub(crate) fn pair_servers(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let url = |(description, _): (&Description<'_>, NodeId), id| {
        let url = description.arena().string_at(id, KnownKey::Url).unwrap_or_default();
        Some(Digest::hash(0, normalize_server_url(&url).as_bytes()))
    };
    let host = |(description, _): (&Description<'_>, NodeId), id| {
        let url = normalize_server_url(&description.arena().string_at(id, KnownKey::Url)?);
        let (_, rest) = url.split_once("://")?;
        Some(Digest::hash(0, rest.split('/').next()?.as_bytes()))
    };
    let (olds, news) = (children(old), children(new));
    let place = |all: &[NodeId], id| Some(Digest::hash(1, &all.binary_search(&id).ok()?.to_le_bytes()));
    let same = (|id| url(old, id), |id| url(new, id));
    let same_place = (|id| place(&olds, id), |id| place(&news, id));
    let same_host = (|id| host(old, id), |id| host(new, id));
    let rounds = [
        MatchRule::ByKey(&same.0, &same.1),
        MatchRule::ByKey(&same_host.0, &same_host.1),
        MatchRule::ByKey(&same_place.0, &same_place.1),
    ];
    Alignment::with_rules(olds.clone(), news.clone(), &rounds)
}

/// The URL of a server without what says nothing: the names of variables, the case of what has none (RFC 3986 section
/// 6.2.2.1), a port that goes without saying, and a path that is nothing but `/` (section 6.2.3).
pub(crate) fn normalize_server_url(url: &str) -> String {
    let erased = erased_path(url).0;
    let authority = erased.find("://").map_or(0, |at| at + 3);
    let end = erased.get(authority..).and_then(|rest| rest.find('/')).map_or(erased.len(), |at| authority + at);
    match (authority, erased.split_at_checked(end)) {
        (1.., Some((origin, path))) => {
            let origin = origin.to_ascii_lowercase();
            let port = if origin.starts_with("https:") { ":443" } else { ":80" };
            let origin = origin.strip_suffix(port).unwrap_or(&origin);
            format!("{origin}{}", if path == "/" { "" } else { path })
        }
        (_, _) => erased,
    }
}

/// The tags a description declares, by name.
pub(crate) fn pair_tags(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let name = |(description, _): (&Description<'_>, NodeId), id| {
        let arena = description.arena();
        arena.digest(arena.member(id, KnownKey::Name).unwrap_or(id))
    };
    pair_by_key(children(old), children(new), &|id| name(old, id), &|id| name(new, id))
}

fn children((description, id): (&Description<'_>, NodeId)) -> Vec<NodeId> {
    description.arena().children(id).list()
}

pub(super) fn pair_by_key(
    old: Vec<NodeId>,
    new: Vec<NodeId>,
    left: &dyn Fn(NodeId) -> Digest,
    right: &dyn Fn(NodeId) -> Digest,
) -> Alignment {
    Alignment { pairs: Vec::new(), removed: old, added: new }.with_rest_paired_by_key(left, right)
}

impl Alignment {
    /// Whether the elements that are on both sides have the same order there.
    pub(crate) fn is_in_order(&self) -> bool {
        let mut pairs = self.pairs.clone();
        order::sort(&mut pairs);
        pairs.is_sorted_by_key(|(_, new)| *new)
    }

    /// Pairs what is left over by identity, in order where several have the same.
    fn with_rest_paired_by_key(
        mut self,
        left: &dyn Fn(NodeId) -> Digest,
        right: &dyn Fn(NodeId) -> Digest,
    ) -> Alignment {
        // The first of each identity stands last: it is taken first.
        let mut waiting = order::groups(self.removed.iter().rev().map(|&id| (left(id), id)));
        for id in std::mem::take(&mut self.added) {
            match order::find_mut(&mut waiting, &right(id)).and_then(Vec::pop) {
                Some(partner) => self.pairs.push((partner, id)),
                None => self.added.push(id),
            }
        }
        let waiting = order::sorted_unique(waiting.into_iter().flat_map(|(_, left)| left));
        self.removed.retain(|id| waiting.binary_search(id).is_ok());
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::openapi::{Limits, Loader};

    proptest! {
        #[test]
        fn what_is_looked_up_is_what_holding_each_against_each_finds(
            left in proptest::collection::vec(0_u8..6, 0..12),
            right in proptest::collection::vec(0_u8..6, 0..12),
        ) {
            let text = |list: &[u8]| format!(r#"{{"openapi":"3.1.0","x-list":{list:?}}}"#);
            let read = |list| Loader::new("t", text(list).into_bytes(), &Limits::default()).unwrap().finish();
            let (old, new) = (read(&left), read(&right));
            let elements = |description: &Description<'_>| -> Vec<NodeId> {
                description.arena().children(description.at_pointer("/x-list").unwrap()).collect()
            };
            // What is 0 answers to nothing.
            let key = |description: &Description<'_>, id| {
                Some(description.arena().digest(id)).filter(|_| description.arena().source_text(id) != "0")
            };
            let keys = (|id| key(&old, id), |id| key(&new, id));
            let same = |one, other| key(&old, one).is_some_and(|one| Some(one) == key(&new, other));
            let rounds = [MatchRule::ByKey(&keys.0, &keys.1), MatchRule::ByPredicate(&same)];
            let [found, expected] = rounds.map(|round| Alignment::with_rules(elements(&old), elements(&new), &[round]));
            prop_assert_eq!(found.pairs, expected.pairs);
            prop_assert_eq!(found.removed, expected.removed);
            prop_assert_eq!(found.added, expected.added);
        }
    }
}
