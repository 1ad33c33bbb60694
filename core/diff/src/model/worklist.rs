//! Definition pairs, and the worklist that orders them.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ObjectKind};

use super::definition_pair_id::DefinitionPairId;
use super::owner::{MessageSide, Owner};

/// Two definitions that are compared in one step. The same operations reach them.
#[derive(Debug, Clone)]
pub struct DefinitionPair {
    pub old: NodeId,
    pub new: NodeId,
    pub kind: ObjectKind,
    pub(crate) owners: Vec<Owner>,
    /// False if the pair exists only to carry a fact.
    is_compared: bool,
}

/// A pair of objects that differ, for the facets of their kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectPair {
    pub(crate) kind: ObjectKind,
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    /// The schemas whose branches these are, or the objects themselves.
    pub(crate) composed: (NodeId, NodeId),
}

/// The values of a keyword on both sides.
pub(crate) type Values = (Option<NodeId>, Option<NodeId>);

/// Two objects that are compared with each other, and their definition pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodePair {
    pub(crate) definition_pair: DefinitionPairId,
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
}

/// Definition pairs in the order they were found.
#[derive(Debug, Default)]
pub struct DefinitionPairs {
    all: Vec<DefinitionPair>,
    by_nodes: Table<(NodeId, NodeId), DefinitionPairId>,
    /// Number of pairs to compare.
    to_compare: usize,
}

impl DefinitionPairs {
    /// Adds a pair, or adds owners to an existing one. Returns its id.
    pub(crate) fn add(&mut self, old: NodeId, new: NodeId, kind: ObjectKind, owners: &[Owner]) -> DefinitionPairId {
        if let Some(&known) = self.by_nodes.get(&(old, new)) {
            if let Some(pair) = self.all.get_mut(known.index()) {
                for owner in owners {
                    if !pair.owners.contains(owner) && *owner != Owner::DefinitionPair(known) {
                        pair.owners.push(*owner);
                    }
                }
            }
            return known;
        }
        let id = self.push(DefinitionPair { old, new, kind, owners: owners.to_vec(), is_compared: true });
        self.by_nodes.insert((old, new), id);
        id
    }

    /// Adds a pair that is not compared. It carries facts that affect the same operations as its owners.
    pub(crate) fn add_without_comparing(
        &mut self,
        (old, new): (NodeId, NodeId),
        owners: Vec<Owner>,
    ) -> DefinitionPairId {
        self.push(DefinitionPair { old, new, kind: ObjectKind::Schema, owners, is_compared: false })
    }

    fn push(&mut self, pair: DefinitionPair) -> DefinitionPairId {
        let id = DefinitionPairId::from_index(self.all.len());
        self.to_compare += usize::from(pair.is_compared);
        self.all.push(pair);
        id
    }

    /// Returns true if a pair has been found.
    pub(crate) fn has(&self, old: NodeId, new: NodeId) -> bool {
        self.by_nodes.has(&(old, new))
    }

    /// Returns the id of a pair of two values.
    pub(crate) fn find(&self, old: NodeId, new: NodeId) -> Option<DefinitionPairId> {
        self.by_nodes.get(&(old, new)).copied()
    }

    /// Returns a definition pair.
    pub fn get(&self, id: DefinitionPairId) -> Option<&DefinitionPair> {
        self.all.get(id.index())
    }

    /// Returns the owners of a pair, restricted to one side of the messages.
    pub(crate) fn owners_for(&self, id: DefinitionPairId, side: MessageSide) -> Vec<Owner> {
        let owners = self.get(id).map(|pair| pair.owners.as_slice()).unwrap_or_default();
        let for_side = |owner: &Owner| match *owner {
            Owner::Operation { pair, side: MessageSide::Whole } => Owner::Operation { pair, side },
            other => other,
        };
        owners.iter().map(for_side).list()
    }

    /// Returns all pairs, in the order they were found.
    pub fn all(&self) -> &[DefinitionPair] {
        &self.all
    }

    /// Returns the number of pairs found.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Frees the pairs from an index on.
    pub(crate) fn truncate(&mut self, pairs: usize) {
        self.all.truncate(pairs);
    }
}

/// The order in which definition pairs are compared, and the progress.
#[derive(Debug, Default)]
pub(crate) struct Worklist {
    queue: Vec<DefinitionPairId>,
    next: usize,
    /// Number of pairs that were queued or skipped.
    queued: usize,
}

impl Worklist {
    /// Returns the number of pairs that are not compared yet.
    pub(crate) fn left(&self, pairs: &DefinitionPairs) -> usize {
        pairs.to_compare.saturating_sub(self.next)
    }

    /// Takes the next pair to compare.
    pub(crate) fn next(&mut self, pairs: &DefinitionPairs, turned: bool) -> Option<DefinitionPairId> {
        if self.next == self.queue.len() {
            self.queue_found(pairs, turned);
        }
        let id = *self.queue.get(self.next)?;
        self.next += 1;
        Some(id)
    }

    /// Queues the pairs that were found meanwhile. The order does not depend on which side is old, because earlier
    /// explanations affect later ones.
    fn queue_found(&mut self, pairs: &DefinitionPairs, turned: bool) {
        let mut found = Vec::new();
        for (at, pair) in pairs.all.iter().enumerate().skip(self.queued).filter(|(_, pair)| pair.is_compared) {
            let (first, second) = if turned { (pair.new, pair.old) } else { (pair.old, pair.new) };
            found.push((first, second, DefinitionPairId::from_index(at)));
        }
        order::sort(&mut found);
        self.queue.extend(found.into_iter().map(|(_, _, id)| id));
        self.queued = pairs.len();
    }
}
