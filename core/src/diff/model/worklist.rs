//! The worklist: pairs of definitions, each compared once.

use super::owner::{MessageSide, Owner};
use crate::openapi::ObjectKind;
use crate::order::{self, Listed as _};
use crate::table::Table;
use crate::tree::NodeId;

/// A pair of definitions, by its place on the worklist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DefinitionPairId(usize);

impl DefinitionPairId {
    /// The pair at a place of the worklist.
    pub(crate) const fn from_index(index: usize) -> DefinitionPairId {
        DefinitionPairId(index)
    }

    /// Its place on the worklist.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// A pair of definitions: what is compared in one go and reached by the same operations.
#[derive(Debug, Clone)]
pub(crate) struct DefinitionPair {
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    pub(crate) kind: ObjectKind,
    pub(crate) owners: Vec<Owner>,
}

/// A pair of objects that differ, for the facets of their kind to look at.
#[derive(Debug, Clone, Copy)]
pub(in crate::diff) struct ObjectPair {
    pub(in crate::diff) kind: ObjectKind,
    pub(in crate::diff) old: NodeId,
    pub(in crate::diff) new: NodeId,
    /// The schemas these are branches of; themselves where they are none.
    pub(in crate::diff) composed: (NodeId, NodeId),
}

/// Pairs of definitions in the order they were found, and how far they are compared.
#[derive(Debug, Default)]
pub(crate) struct Worklist {
    pairs: Vec<DefinitionPair>,
    by_nodes: Table<(NodeId, NodeId), DefinitionPairId>,
    /// The pairs in the order they are compared.
    queue: Vec<DefinitionPairId>,
    next: usize,
}

impl Worklist {
    /// Adds a pair, or owners to one that is there. Returns its id.
    pub(in crate::diff) fn add(
        &mut self,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
        owners: &[Owner],
    ) -> DefinitionPairId {
        if let Some(&known) = self.by_nodes.get(&(old, new)) {
            if let Some(pair) = self.pairs.get_mut(known.0) {
                for owner in owners {
                    if !pair.owners.contains(owner) && *owner != Owner::DefinitionPair(known) {
                        pair.owners.push(*owner);
                    }
                }
            }
            return known;
        }
        let id = DefinitionPairId(self.pairs.len());
        self.pairs.push(DefinitionPair { old, new, kind, owners: owners.to_vec() });
        self.by_nodes.insert((old, new), id);
        id
    }

    /// Adds a pair without comparing it, for a fact that concerns the operations its owner does.
    pub(in crate::diff) fn add_without_comparing(
        &mut self,
        (old, new): (NodeId, NodeId),
        owner: Owner,
    ) -> DefinitionPairId {
        let id = DefinitionPairId(self.pairs.len());
        self.pairs.push(DefinitionPair { old, new, kind: ObjectKind::Schema, owners: vec![owner] });
        self.queue.push(id);
        self.next = self.queue.len();
        id
    }

    /// Whether a pair is, or was, on the list.
    pub(in crate::diff) fn has(&self, old: NodeId, new: NodeId) -> bool {
        self.by_nodes.has(&(old, new))
    }

    /// A pair of definitions.
    pub(crate) fn get(&self, id: DefinitionPairId) -> Option<&DefinitionPair> {
        self.pairs.get(id.0)
    }

    /// The owners of a pair, for one side of the messages it holds.
    pub(in crate::diff) fn owners_for(&self, id: DefinitionPairId, side: MessageSide) -> Vec<Owner> {
        let owners = self.get(id).map(|pair| pair.owners.as_slice()).unwrap_or_default();
        let for_side = |owner: &Owner| match *owner {
            Owner::Operation { pair, side: MessageSide::Whole } => Owner::Operation { pair, side },
            other => other,
        };
        owners.iter().map(for_side).list()
    }

    /// All pairs, in the order they were found.
    pub(in crate::diff) fn all(&self) -> &[DefinitionPair] {
        &self.pairs
    }

    /// How many pairs were found.
    pub(in crate::diff) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// How many of them are not compared yet.
    pub(in crate::diff) fn left(&self) -> usize {
        self.pairs.len().saturating_sub(self.next)
    }

    /// Takes the next pair to compare, with its id.
    pub(in crate::diff) fn next(&mut self, turned: bool) -> Option<(DefinitionPairId, &DefinitionPair)> {
        self.queue_found(turned);
        let id = *self.queue.get(self.next)?;
        let pair = self.pairs.get(id.0)?;
        self.next += 1;
        Some((id, pair))
    }

    /// Drops the pairs from one on, once they are needed no more.
    pub(in crate::diff) fn truncate(&mut self, pairs: usize) {
        self.pairs.truncate(pairs);
    }

    /// Once all pairs in the queue are compared, queues those that were found meanwhile: in an order that does not depend
    /// on which side is the old one, as what is explained first may explain more.
    fn queue_found(&mut self, turned: bool) {
        if self.next == self.queue.len() {
            let found = (self.queue.len()..self.pairs.len()).map(DefinitionPairId);
            let pairs = found.filter_map(|id| self.get(id).map(|&DefinitionPair { old, new, .. }| (old, new, id)));
            let mut found: Vec<_> =
                pairs.map(|(old, new, id)| if turned { (new, old, id) } else { (old, new, id) }).list();
            order::sort(&mut found);
            self.queue.extend(found.into_iter().map(|(_, _, id)| id));
        }
    }
}
