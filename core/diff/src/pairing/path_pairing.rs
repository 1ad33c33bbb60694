//! Pairs the operations of paths: by path, ignoring parameter names.

use std::cmp::Reverse;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{KnownKey, NodeId, OperationEntry, OperationKind, erased_path};

use super::addresses::BasePaths;
use super::path_items::{Features, PathItem, folded, operation_id, path_items};
use super::sides::Sides;

/// Number of path items of one shape whose features are compared, each old one with each new one. More have no
/// meaning: templates of one shape are invalid (OpenAPI 3.1.1 section 4.8.8.1), and published descriptions have up to 20.
const SCORED_ITEMS: usize = 64;

/// The partner of each operation.
#[derive(Debug)]
pub(super) struct Partners {
    /// For each old operation, the new one.
    pub(super) of_old: Vec<Option<usize>>,
    /// For each new operation, the old one.
    pub(super) of_new: Vec<Option<usize>>,
}

impl Partners {
    pub(super) fn new(old: &[OperationEntry], new: &[OperationEntry]) -> Partners {
        Partners { of_old: vec![None; old.len()], of_new: vec![None; new.len()] }
    }

    pub(super) fn add(&mut self, old: usize, new: usize) {
        if let (Some(of_old), Some(of_new)) = (self.of_old.get_mut(old), self.of_new.get_mut(new)) {
            (*of_old, *of_new) = (Some(new), Some(old));
        }
    }

    pub(super) fn is_old_free(&self, at: usize) -> bool {
        self.of_old.get(at) == Some(&None)
    }

    pub(super) fn is_new_free(&self, at: usize) -> bool {
        self.of_new.get(at) == Some(&None)
    }
}

/// Pairs path items and their operations.
pub(super) struct PathPairing<'p, 'd> {
    sides: &'p Sides<'d>,
    old: Vec<PathItem<'d>>,
    new: Vec<PathItem<'d>>,
    /// The old and the new name of parameters in paths that have no other partner.
    renamed: Set<(&'d str, &'d str)>,
    /// The entries of the path items that are paired.
    entries: Vec<(NodeId, NodeId)>,
    partners: &'p mut Partners,
}

/// The path items of one shape, by their indexes.
type Group = (Vec<usize>, Vec<usize>);

/// Pairs the operations of paths. Returns the pairs of path items.
pub(super) fn pair_paths(sides: &Sides<'_>, partners: &mut Partners) -> Vec<(NodeId, NodeId)> {
    let (mut left, mut right) = (BasePaths::new(sides.old), BasePaths::new(sides.new));
    let (old, new) = (path_items(sides.old, &mut left), path_items(sides.new, &mut right));
    let mut pairing = PathPairing { sides, old, new, renamed: Set::default(), entries: Vec::new(), partners };
    // If a prefix moved between the servers and the paths, the paths of equal addresses differ.
    pairing.pair_items_by(|item| &item.address);
    pairing.pair_operations_by(|entry| left.address(entry), |entry| right.address(entry));
    pairing.pair_items_by(|item| &item.shape);
    let shape = |entry: &OperationEntry| erased_path(&entry.path).0;
    pairing.pair_operations_by(shape, shape);
    pairing.entries
}

impl<'d> PathPairing<'_, 'd> {
    /// Pairs path items with the same key. If one is left on each side, they are the same.
    fn pair_items_by(&mut self, key: for<'i> fn(&'i PathItem<'d>) -> &'i str) {
        let keys = |items: &[PathItem<'d>], is_free: &dyn Fn(usize) -> bool| {
            let items = items.iter().enumerate().filter(|(_, item)| item.operations.iter().all(|&at| is_free(at)));
            order::groups(items.map(|(at, item)| (key(item).to_owned(), at)))
        };
        let left = keys(&self.old, &|at| self.partners.is_old_free(at));
        let mut right = keys(&self.new, &|at| self.partners.is_new_free(at));
        let mut groups: Vec<Group> = Vec::new();
        for (key, old) in left {
            if let Some(new) = order::find_mut(&mut right, &key) {
                groups.push((old, std::mem::take(new)));
            }
        }
        let (single, twins): (Vec<Group>, Vec<Group>) =
            groups.into_iter().partition(|(old, new)| old.len() == 1 && new.len() == 1);
        for (old, new) in single {
            for (&old, new) in old.iter().zip(new) {
                self.note_renamed(old, new);
                self.pair_items(old, new);
            }
        }
        for group in twins {
            self.pair_twins(group);
        }
    }

    /// Pairs operations that are left by method and key. The path items of several addresses can be merged or split.
    fn pair_operations_by(
        &mut self,
        mut left: impl FnMut(&OperationEntry) -> String,
        mut right: impl FnMut(&OperationEntry) -> String,
    ) {
        let (all_old, all_new) = (self.sides.old.operation_entries(), self.sides.new.operation_entries());
        let is_path = |entry: &&OperationEntry| entry.kind == OperationKind::Path;
        let free = (0..all_old.len()).filter(|&at| self.partners.is_old_free(at));
        let old = free.filter_map(|at| all_old.get(at).filter(is_path).map(|entry| (left(entry), at))).list();
        let free = (0..all_new.len()).filter(|&at| self.partners.is_new_free(at));
        let new = free.filter_map(|at| all_new.get(at).filter(is_path).map(|entry| (right(entry), at))).list();
        let old = order::groups(old);
        for (key, new) in order::groups(new) {
            if let Some(old) = order::find(&old, &key) {
                self.pair_free_operations(old, &new);
            }
        }
    }

    fn pair_items(&mut self, old: usize, new: usize) {
        let (Some(from), Some(to)) = (self.old.get(old), self.new.get(new)) else { return };
        self.entries.push((from.entry, to.entry));
        let (left, right) = (self.sides.old.operation_entries(), self.sides.new.operation_entries());
        for &old in &from.operations {
            let Some(entry) = left.get(old) else { continue };
            let same = |&&at: &&usize| right.get(at).is_some_and(|other| other.method == entry.method);
            if let Some(&new) = to.operations.iter().find(same) {
                self.partners.add(old, new);
            }
        }
    }

    /// Notes the parameters that were renamed in a path.
    fn note_renamed(&mut self, old: usize, new: usize) {
        if let (Some(from), Some(to)) = (self.old.get(old), self.new.get(new)) {
            for names in erased_path(from.path).1.into_iter().zip(erased_path(to.path).1) {
                self.renamed.add(names);
            }
        }
    }

    /// Returns true if other paths renamed the same parameters.
    fn is_renamed(&self, old: &PathItem<'_>, new: &PathItem<'_>) -> bool {
        let (left, right) = (erased_path(old.path).1, erased_path(new.path).1);
        left != right && left.into_iter().zip(right).all(|names| self.renamed.has(&names))
    }

    /// Pairs path items of one shape by their features.
    fn pair_twins(&mut self, (mut old, mut new): Group) {
        self.pair_by_path(&mut old, &mut new, PathPairing::is_surely_same);
        if old.len().max(new.len()) <= SCORED_ITEMS {
            self.pair_by_features(&old, &new);
        } else {
            self.pair_by_path(&mut old, &mut new, |_, _, _| true);
        }
    }

    /// Pairs the items with equal paths that fit.
    fn pair_by_path(
        &mut self,
        old: &mut Vec<usize>,
        new: &mut Vec<usize>,
        fits: impl Fn(&Self, &PathItem<'_>, &PathItem<'_>) -> bool,
    ) {
        let by_path = order::groups(new.iter().filter_map(|&at| Some((self.new.get(at)?.path, at))));
        let mut paired = Vec::new();
        for &at in &*old {
            let Some(from) = self.old.get(at) else { continue };
            let namesake = order::find(&by_path, &from.path).and_then(|found| found.first().copied());
            let fitting = |&other: &usize| self.new.get(other).is_some_and(|to| fits(self, from, to));
            paired.extend(namesake.filter(fitting).map(|other| (at, other)));
        }
        for &(from, to) in &paired {
            self.pair_items(from, to);
        }
        let (from, to) = (
            order::sorted_unique(paired.iter().map(|pair| pair.0)),
            order::sorted_unique(paired.iter().map(|pair| pair.1)),
        );
        old.retain(|at| from.binary_search(at).is_err());
        new.retain(|at| to.binary_search(at).is_err());
    }

    /// Returns true if two items with the same path are equal, or have an operation of the same id.
    fn is_surely_same(&self, old: &PathItem<'_>, new: &PathItem<'_>) -> bool {
        self.sides.equal(old.entry, new.entry)
            || self.operation_pairs(old, new).any(|(left, right)| {
                let id = operation_id(self.sides.old, left);
                id.is_some() && id == operation_id(self.sides.new, right)
            })
    }

    /// Pairs the most similar items first. Swapping the sides gives the same pairs.
    fn pair_by_features(&mut self, old: &[usize], new: &[usize]) {
        let features = |description, items: &[PathItem<'_>], group: &[usize]| -> Vec<Features> {
            group.iter().filter_map(|&at| items.get(at)).map(|item| Features::read(description, item)).list()
        };
        let left = features(self.sides.old, &self.old, old);
        let right = features(self.sides.new, &self.new, new);
        let mut scored = Vec::new();
        for (at, (from, &here)) in left.iter().zip(old).enumerate() {
            for (other, (to, &there)) in right.iter().zip(new).enumerate() {
                let Some((one, two)) = self.old.get(here).zip(self.new.get(there)) else { continue };
                if self.operation_pairs(one, two).any(|(one, two)| !self.is_unrelated(one, two)) {
                    let score = from.score(to, self.is_renamed(one, two));
                    scored.push(((Reverse(score), at.min(other), at.max(other), at > other), (here, there)));
                }
            }
        }
        order::sort(&mut scored);
        let (mut known_old, mut known_new) = (Set::default(), Set::default());
        for (_, (from, to)) in scored {
            if !known_old.has(&from) && !known_new.has(&to) {
                known_old.add(from);
                known_new.add(to);
                self.pair_items(from, to);
            }
        }
    }

    /// Pairs operations that are left with those of the same method, in order.
    fn pair_free_operations(&mut self, old: &[usize], new: &[usize]) {
        let (left, right) = (self.sides.old.operation_entries(), self.sides.new.operation_entries());
        // Reversed, because removing from the end costs nothing.
        let free = old.iter().rev().filter(|&&at| self.partners.is_old_free(at));
        let mut waiting = order::groups(free.filter_map(|&at| Some((left.get(at)?.method.as_str(), at))));
        for &at in new {
            let Some(entry) = right.get(at).filter(|_| self.partners.is_new_free(at)) else { continue };
            let Some(candidates) = order::find_mut(&mut waiting, &entry.method.as_str()) else { continue };
            let fits = |&&from: &&usize| left.get(from).is_some_and(|from| !self.is_unrelated(from, entry));
            let position = candidates.iter().rev().take(SCORED_ITEMS).position(|from| fits(&from));
            if let Some(position) = position {
                self.partners.add(candidates.remove(candidates.len() - 1 - position), at);
            }
        }
    }

    /// Returns the operations of two path items that have the same method.
    fn operation_pairs<'i>(
        &self,
        old: &'i PathItem<'_>,
        new: &'i PathItem<'_>,
    ) -> impl Iterator<Item = (&'d OperationEntry, &'d OperationEntry)> + use<'i, 'd> {
        let (left, right) = (self.sides.old.operation_entries(), self.sides.new.operation_entries());
        let all = old.operations.iter().filter_map(|&at| left.get(at));
        all.filter_map(|from| {
            let mut others = new.operations.iter().filter_map(|&at| right.get(at));
            Some((from, others.find(|to| to.method == from.method)?))
        })
    }

    /// Returns true if two operations of one shape have other paths, ids and contents. Each is then on one side only.
    fn is_unrelated(&self, old: &OperationEntry, new: &OperationEntry) -> bool {
        let ids = operation_id(self.sides.old, old).zip(operation_id(self.sides.new, new));
        folded(&old.path) != folded(&new.path)
            && ids.is_some_and(|(from, to)| folded(&from) != folded(&to))
            && [KnownKey::RequestBody, KnownKey::Responses].into_iter().any(|key| {
                let (before, after) = self.sides.member(old.operation, new.operation, key);
                before.is_some() != after.is_some()
                    || before.zip(after).is_some_and(|(from, to)| !self.sides.equal(from, to))
            })
    }
}
