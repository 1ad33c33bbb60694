//! Pairs operations that moved to another address: those that the publisher renamed, with the same `operationId`, with a
//! slash at the end on one side only, or under a prefix that many operations changed.
//!
//! A pair only adds a comparison, and the name of the new operation. The old address is gone whatever the evidence.

use std::cmp::Reverse;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{OperationEntry, OperationKind, ResolvedDescription};

use super::addresses::{BasePaths, differing_prefixes};
use super::path_items::{folded, operation_id};
use super::path_pairing::Partners;
use super::sides::Sides;

/// Number of segments at the start of a path that may be a prefix.
const PREFIX_SEGMENTS: usize = 8;

/// The reason why two operations of different addresses are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveReason {
    /// The publisher states it.
    Renamed,
    /// They have the same `operationId`.
    OperationId,
    /// The paths differ only in a slash at the end.
    Slash,
    /// The paths differ only in their start.
    Prefix,
    /// Several operations have the same two prefixes. They share an entry.
    SharedPrefix,
}

/// An operation without a partner.
struct Unpaired<'d> {
    at: usize,
    entry: &'d OperationEntry,
    address: String,
    id: Option<String>,
}

/// The old and the new prefix of moved operations.
type Prefixes = (String, String);

/// Pairs operations that moved. `renamed` has the old and the new operations that the publisher renamed. Returns the
/// reason for each pair, with the new operation.
pub(super) fn pair_moved(
    sides: &Sides<'_>,
    partners: &mut Partners,
    renamed: &[(usize, usize)],
    is_offered: (&dyn Fn(usize) -> bool, &dyn Fn(usize) -> bool),
) -> Vec<(usize, MoveReason)> {
    let old = unpaired(sides.old, |at| partners.is_old_free(at) && (is_offered.0)(at));
    let new = unpaired(sides.new, |at| partners.is_new_free(at) && (is_offered.1)(at));
    let mut found = Moves { old: &old, new: &new, partners, pairs: Vec::new() };
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    for (from, to) in renamed {
        let index = |list: &[Unpaired<'_>], at| list.binary_search_by(|one| one.at.cmp(at)).ok();
        if let (Some(from), Some(to)) = (index(&old, from), index(&new, to)) {
            found.add(from, to, MoveReason::Renamed);
        }
    }
    found.pair_by(MoveReason::Slash, |one| {
        Some((one.entry.method.clone(), one.address.trim_end_matches('/').to_owned()))
    });
    let counts = [sides.old, sides.new].map(id_counts);
    found.pair_by(MoveReason::OperationId, |one| {
        let id = one.id.clone().filter(|id| !is_numbered(id))?;
        let is_unique = counts.iter().all(|counts| counts.get(&id).is_none_or(|count| *count == 1));
        is_unique.then(|| (one.entry.method.clone(), id))
    });
    let accepted = found.prefixes();
    found.pair_by_prefix(&accepted);
    found.reasons()
}

/// Returns how often each `operationId` is used.
fn id_counts(description: &ResolvedDescription<'_>) -> Table<String, usize> {
    let mut counts = Table::default();
    for id in description.operation_entries().iter().filter_map(|entry| operation_id(description, entry)) {
        if let Some(count) = counts.get_or_insert(id, 0) {
            *count += 1;
        }
    }
    counts
}

/// Returns true for an id that a generator made unique with a number, such as `list_1`. It depends on the order of the
/// operations.
fn is_numbered(id: &str) -> bool {
    let name = id.trim_end_matches(|char: char| char.is_ascii_digit());
    name.len() < id.len() && name.ends_with(['_', '-'])
}

fn unpaired<'d>(description: &'d ResolvedDescription<'d>, is_free: impl Fn(usize) -> bool) -> Vec<Unpaired<'d>> {
    let mut addresses = BasePaths::new(description);
    let entries = description.operation_entries().iter().enumerate();
    let free = entries.filter(|(at, entry)| entry.kind == OperationKind::Path && is_free(*at));
    let all = free.map(|(at, entry)| Unpaired {
        at,
        entry,
        address: addresses.address(entry),
        id: operation_id(description, entry),
    });
    all.list()
}

struct Moves<'m, 'd> {
    old: &'m [Unpaired<'d>],
    new: &'m [Unpaired<'d>],
    partners: &'m mut Partners,
    /// The pairs, by their indexes in the two lists.
    pairs: Vec<(usize, usize, MoveReason)>,
}

/// The operations that have a key.
#[derive(Default)]
struct Keyed {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Moves<'_, '_> {
    fn add(&mut self, old: usize, new: usize, reason: MoveReason) {
        if let (Some(from), Some(to)) = (self.old.get(old), self.new.get(new))
            && self.is_new_free(to)
        {
            self.partners.add(from.at, to.at);
            self.pairs.push((old, new, reason));
        }
    }

    fn is_old_free(&self, one: &Unpaired<'_>) -> bool {
        self.partners.is_old_free(one.at)
    }

    fn is_new_free(&self, one: &Unpaired<'_>) -> bool {
        self.partners.is_new_free(one.at)
    }

    /// Pairs operations whose key only one operation has on each side.
    fn pair_by(&mut self, reason: MoveReason, key: impl Fn(&Unpaired<'_>) -> Option<(String, String)>) {
        let mut keyed: Table<(String, String), Keyed> = Table::default();
        for (at, one) in self.old.iter().enumerate().filter(|(_, one)| self.is_old_free(one)) {
            if let Some(found) = key(one).and_then(|key| keyed.get_or_insert(key, Keyed::default())) {
                found.old.push(at);
            }
        }
        for (at, one) in self.new.iter().enumerate().filter(|(_, one)| self.is_new_free(one)) {
            if let Some(found) = key(one).and_then(|key| keyed.get_or_insert(key, Keyed::default())) {
                found.new.push(at);
            }
        }
        for (_, Keyed { old, new }) in keyed.entries() {
            if let ([from], [to]) = (old.as_slice(), new.as_slice()) {
                self.add(*from, *to, reason);
            }
        }
    }

    /// Returns the new prefix for each old one, if enough operations have both.
    fn prefixes(&self) -> Table<String, String> {
        let mut votes: Table<Prefixes, Vec<String>> = Table::default();
        let mut vote = |from: &Unpaired<'_>, to: &Unpaired<'_>| {
            let prefixes = differing_prefixes(&from.address, &to.address);
            let suffix = from.address.get(prefixes.0.len()..).unwrap_or_default().to_owned();
            if has_name(&suffix)
                && let Some(suffixes) = votes.get_or_insert(prefixes, Vec::new())
            {
                suffixes.push(suffix);
            }
        };
        for (from, to, reason) in &self.pairs {
            if let (MoveReason::OperationId, Some(from), Some(to)) = (reason, self.old.get(*from), self.new.get(*to)) {
                vote(from, to);
            }
        }
        // A suffix of one operation on each side pairs them. Of several suffixes, the longest one does.
        let mut keyed: Table<(&str, &str), Keyed> = Table::default();
        for (at, one) in self.old.iter().enumerate().filter(|(_, one)| self.is_old_free(one)) {
            for suffix in suffixes(&one.address) {
                if let Some(found) = keyed.get_or_insert((&one.entry.method, suffix), Keyed::default()) {
                    found.old.push(at);
                }
            }
        }
        for (at, one) in self.new.iter().enumerate().filter(|(_, one)| self.is_new_free(one)) {
            for suffix in suffixes(&one.address) {
                if let Some(found) = keyed.get_or_insert((&one.entry.method, suffix), Keyed::default()) {
                    found.new.push(at);
                }
            }
        }
        for from in self.old.iter().filter(|one| self.is_old_free(one)) {
            let unique = suffixes(&from.address).find_map(|suffix| {
                let Keyed { old, new } = keyed.get(&(from.entry.method.as_str(), suffix))?;
                let ([_], [to]) = (old.as_slice(), new.as_slice()) else { return None };
                self.new.get(*to)
            });
            if let Some(to) = unique {
                vote(from, to);
            }
        }
        let counted = votes
            .entries()
            .iter()
            .map(|(prefixes, suffixes)| (order::sorted_unique(suffixes.iter().map(String::as_str)).len(), prefixes));
        let mut counted = counted.filter(|(count, prefixes)| *count > 1 || is_plain(prefixes)).list();
        order::sort_by(&mut counted, |one, other| (Reverse(one.0), one.1).cmp(&(Reverse(other.0), other.1)));
        let mut accepted = Table::default();
        for (_, (before, after)) in counted {
            let _ = accepted.get_or_insert(before.clone(), after.clone());
        }
        accepted
    }

    /// Pairs the operations under the accepted prefixes.
    fn pair_by_prefix(&mut self, accepted: &Table<String, String>) {
        let free = self.new.iter().enumerate().filter(|(_, one)| self.is_new_free(one));
        let targets = order::groups(free.map(|(at, one)| ((one.entry.method.as_str(), one.address.as_str()), at)));
        let mut found = Vec::new();
        for (at, one) in self.old.iter().enumerate().filter(|(_, one)| self.is_old_free(one)) {
            // The longest prefix is the most specific one.
            let ends = ends(&one.address).chain(std::iter::once("")).list();
            let target = ends.into_iter().rev().find_map(|suffix| {
                let before = one.address.strip_suffix(suffix)?;
                let address = format!("{}{suffix}", accepted.get(before)?);
                order::find(&targets, &(one.entry.method.as_str(), address.as_str()))?.first().copied()
            });
            found.extend(target.map(|target| (at, target)));
        }
        for (from, to) in found {
            self.add(from, to, MoveReason::Prefix);
        }
    }

    /// Returns the reason of each pair. Prefixes that several pairs have explain all of them.
    fn reasons(self) -> Vec<(usize, MoveReason)> {
        let prefixes = |(from, to, reason): &(usize, usize, MoveReason)| {
            let (from, to) = (self.old.get(*from)?, self.new.get(*to)?);
            let prefixes = differing_prefixes(&from.address, &to.address);
            let suffix = from.address.get(prefixes.0.len()..).unwrap_or_default();
            // The entry of a prefix does not name methods.
            let is_of_prefix =
                *reason == MoveReason::Prefix || (has_name(suffix) && from.entry.method == to.entry.method);
            is_of_prefix.then_some(prefixes)
        };
        let mut counts: Table<Prefixes, usize> = Table::default();
        for found in self.pairs.iter().filter_map(prefixes) {
            if let Some(count) = counts.get_or_insert(found, 0) {
                *count += 1;
            }
        }
        let reason = |pair: &(usize, usize, MoveReason)| {
            let is_shared = prefixes(pair).and_then(|found| counts.get(&found)).is_some_and(|count| *count > 1);
            Some((self.new.get(pair.1)?.at, if is_shared { MoveReason::SharedPrefix } else { pair.2 }))
        };
        self.pairs.iter().filter_map(reason).list()
    }
}

/// Returns the ends of an address that start at a segment, the longest first.
fn ends(address: &str) -> impl Iterator<Item = &str> {
    address.match_indices('/').take(PREFIX_SEGMENTS).filter_map(|(at, _)| address.get(at..))
}

/// Returns the ends of an address that can identify it without its prefix.
fn suffixes(address: &str) -> impl Iterator<Item = &str> {
    ends(address).filter(|suffix| has_name(suffix))
}

/// Returns true if a path has a segment that is no parameter. Others are too common to identify it.
fn has_name(path: &str) -> bool {
    path.split('/').any(|segment| !segment.is_empty() && !segment.starts_with('{'))
}

/// Returns true if a prefix was added or removed as a whole, or only its version changed.
fn is_plain((before, after): &Prefixes) -> bool {
    let names = |path: &str| path.split('/').filter(|segment| !is_version(segment)).map(folded).list();
    let has_parameter = before.contains('{') || after.contains('{');
    !has_parameter && (before.is_empty() || after.is_empty() || names(before) == names(after))
}

fn is_version(segment: &str) -> bool {
    let number = segment.trim_start_matches(['v', 'V']);
    number.len() < segment.len() && number.starts_with(|char: char| char.is_ascii_digit())
}
