//! The worklist: pairs of definitions, each compared once.

use super::owner::{MessageSide, Owner};
use crate::openapi::ObjectKind;
use crate::order::{self, Listed as _};
use crate::table::Table;
use crate::tree::NodeId;

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
    by_nodes: Table<(NodeId, NodeId), usize>,
    /// The pairs in the order they are compared.
    queue: Vec<usize>,
    next: usize,
}

impl Worklist {
    /// Adds a pair, or owners to one that is there. The answer is its place on the list.
    pub(in crate::diff) fn add(&mut self, old: NodeId, new: NodeId, kind: ObjectKind, owners: &[Owner]) -> usize {
        if let Some(&known) = self.by_nodes.get(&(old, new)) {
            if let Some(pair) = self.pairs.get_mut(known) {
                for owner in owners {
                    if !pair.owners.contains(owner) && *owner != Owner::DefinitionPair(known) {
                        pair.owners.push(*owner);
                    }
                }
            }
            return known;
        }
        let at = self.pairs.len();
        self.pairs.push(DefinitionPair { old, new, kind, owners: owners.to_vec() });
        self.by_nodes.insert((old, new), at);
        at
    }

    /// Adds a pair nobody compares, for a fact that concerns whoever its owner does.
    pub(in crate::diff) fn add_without_comparing(&mut self, (old, new): (NodeId, NodeId), owner: Owner) -> usize {
        let at = self.pairs.len();
        self.pairs.push(DefinitionPair { old, new, kind: ObjectKind::Schema, owners: vec![owner] });
        self.queue.push(at);
        self.next = self.queue.len();
        at
    }

    /// Whether a pair is, or was, on the list.
    pub(in crate::diff) fn has(&self, old: NodeId, new: NodeId) -> bool {
        self.by_nodes.has(&(old, new))
    }

    /// The pair at a place.
    pub(crate) fn get(&self, at: usize) -> Option<&DefinitionPair> {
        self.pairs.get(at)
    }

    /// The owners of a pair, for one side of the messages it holds.
    pub(in crate::diff) fn owners_for(&self, at: usize, part: MessageSide) -> Vec<Owner> {
        let owners = self.get(at).map(|pair| pair.owners.as_slice()).unwrap_or_default();
        let of_part = |owner: &Owner| match *owner {
            Owner::Operation { pair, side: MessageSide::Whole } => Owner::Operation { pair, side: part },
            other => other,
        };
        owners.iter().map(of_part).list()
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

    /// Takes the next pair to compare, with its place.
    pub(in crate::diff) fn next(&mut self, turned: bool) -> Option<(usize, &DefinitionPair)> {
        self.queue_found(turned);
        let at = *self.queue.get(self.next)?;
        let pair = self.pairs.get(at)?;
        self.next += 1;
        Some((at, pair))
    }

    /// Lets go of the pairs from one on, once nobody asks for them any more.
    pub(in crate::diff) fn truncate(&mut self, pairs: usize) {
        self.pairs.truncate(pairs);
    }

    /// Once all pairs in the queue are compared, queues those that were found meanwhile: in an order that does not depend
    /// on which side is the old one, as what is explained first may explain more.
    fn queue_found(&mut self, turned: bool) {
        if self.next == self.queue.len() {
            let found = self.queue.len()..self.pairs.len();
            let pairs =
                found.filter_map(|at| self.pairs.get(at).map(|&DefinitionPair { old, new, .. }| (old, new, at)));
            let mut found: Vec<_> =
                pairs.map(|(old, new, at)| if turned { (new, old, at) } else { (old, new, at) }).list();
            order::sort(&mut found);
            self.queue.extend(found.into_iter().map(|(_, _, at)| at));
        }
    }
}
