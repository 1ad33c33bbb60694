//! The operations, webhooks and callbacks of both descriptions, in the order of a report. Affected operations are
//! numbers until their names are written.

use waybill_base::internal::order;
use waybill_diff::internal::{Affected, Fact, OperationPairing, Sides};
use waybill_openapi::internal::{OperationEntry, OperationKind};

use super::successor::{summary_of, tags_of};
use super::types::{AffectedOperation, Change, ReachedOperation};

/// The names that a change affects.
#[derive(Debug, Default)]
pub(super) struct AffectedNames {
    operations: Vec<AffectedOperation>,
    webhooks: Vec<String>,
    callbacks: Vec<String>,
}

impl AffectedNames {
    /// Moves the names into a change.
    pub(super) fn store_in(&mut self, change: &mut Change) {
        let AffectedNames { operations, webhooks, callbacks } = std::mem::take(self);
        (change.operations, change.webhooks, change.callbacks) = (operations.into(), webhooks.into(), callbacks.into());
    }
}

/// Sorted names, with the position of each operation's name.
#[derive(Debug, Default)]
pub(super) struct OperationNames<'d> {
    /// First entry of each name, in order.
    all: Vec<&'d OperationEntry>,
    /// Description of each name: 0 for the old one, 1 for the new one.
    sides: Vec<usize>,
    /// Position of each entry's name, for the old and the new description.
    places: [Vec<usize>; 2],
    /// True for each name that a change affects.
    reached: Vec<bool>,
}

/// Returns the sort key of an entry. A report treats entries with equal keys as one.
fn key(entry: &OperationEntry) -> (u8, &str, &str) {
    match &entry.kind {
        OperationKind::Path => (0, &entry.path, &entry.method),
        OperationKind::Webhook(name) => (1, name, ""),
        OperationKind::Callback(name) => (2, name, ""),
    }
}

impl<'d> OperationNames<'d> {
    /// Sorts the names of both descriptions.
    pub(super) fn new(sides: &Sides<'d>, pairing: &OperationPairing) -> OperationNames<'d> {
        let both = [sides.old.operation_entries(), sides.new.operation_entries()];
        let mut known =
            OperationNames { places: both.map(|entries| vec![0; entries.len()]), ..OperationNames::default() };
        let [old, new] = both;
        let mut all: Vec<(&'d OperationEntry, usize, usize)> = Vec::with_capacity(new.len());
        all.extend(new.iter().enumerate().map(|(at, entry)| (entry, 1, at)));
        // Operations of both descriptions are named as in the new one.
        let one_sided = pairing.one_sided.iter().map(|(old, _)| old);
        let old_only = pairing.removed.iter().chain(one_sided).copied().chain(pairing.moved());
        all.extend(old_only.filter_map(|at| Some((old.get(at)?, 0, at))));
        order::sort_by(&mut all, |(one, ..), (other, ..)| key(one).cmp(&key(other)));
        for (entry, side, at) in all {
            if known.all.last().is_none_or(|last| key(last) != key(entry)) {
                known.all.push(entry);
                known.sides.push(side);
            }
            if let Some(place) = known.places.get_mut(side).and_then(|places| places.get_mut(at)) {
                *place = known.all.len() - 1;
            }
        }
        known.reached = vec![false; known.all.len()];
        known
    }

    /// Returns the positions of the names that a change affects: those of some pairs, and that of its fact.
    pub(super) fn reached_by(&self, pairing: &OperationPairing, pairs: &[usize], fact: &Fact) -> Vec<usize> {
        let own = match fact.affected {
            Affected::Old(at) => Some((0, at)),
            Affected::New(at) => Some((1, at)),
            Affected::DefinitionPair(_) | Affected::Pair(_) | Affected::Nobody => None,
        };
        let paired = pairs.iter().filter_map(|&pair| Some((1, pairing.pairs.get(pair)?.1)));
        let place = |(side, at): (usize, usize)| self.places.get(side)?.get(at).copied();
        order::sorted_unique(paired.chain(own).filter_map(place))
    }

    /// Adds a name to those of a change. Call it in the order of the names.
    pub(super) fn write(&mut self, place: usize, affected: &mut AffectedNames) {
        let (Some(entry), Some(reached)) = (self.all.get(place), self.reached.get_mut(place)) else { return };
        *reached = true;
        match &entry.kind {
            OperationKind::Path => {
                let (path, method) = (entry.path.clone(), entry.method.clone());
                affected.operations.push(AffectedOperation { path, method });
            }
            OperationKind::Webhook(name) => affected.webhooks.push(name.clone()),
            OperationKind::Callback(name) => affected.callbacks.push(name.clone()),
        }
    }

    /// Returns the path operations that were written into changes, each once.
    pub(super) fn reached_operations(&self, sides: &Sides<'_>) -> Vec<ReachedOperation> {
        let named = self.all.iter().zip(&self.sides).zip(&self.reached);
        let reached = named.filter(|((entry, _), reached)| **reached && entry.kind == OperationKind::Path);
        let reached = reached.map(|((entry, side), _)| {
            let arena = if *side == 0 { sides.old.arena() } else { sides.new.arena() };
            ReachedOperation {
                operation: AffectedOperation { path: entry.path.clone(), method: entry.method.clone() },
                summary: summary_of(arena, entry),
                tags: tags_of(arena, entry),
            }
        });
        reached.collect()
    }
}
