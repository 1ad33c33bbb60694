//! Pairs the operations of two descriptions: by method and path with parameter names erased.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::sides::Sides;
use crate::openapi::{Contract, NodeId};

/// Which operations answer to one another.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// Indices into the contracts of the old and the new description.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Old contracts without a partner.
    pub(crate) removed: Vec<usize>,
    /// New contracts without a partner.
    pub(crate) added: Vec<usize>,
    by_operation: HashMap<(NodeId, NodeId), Vec<usize>, foldhash::fast::FixedState>,
    by_item: HashMap<(NodeId, NodeId), Vec<usize>, foldhash::fast::FixedState>,
}

/// Callbacks that are sent elsewhere: those of one name and method, where one is left over on each side.
fn pairing_of_callbacks(
    old: &[Contract],
    new: &[Contract],
    waiting: &mut BTreeMap<&str, Vec<usize>>,
    partner: &mut [Option<usize>],
) {
    let mut left: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for at in waiting.values().flatten() {
        if let Some(callback) = old.get(*at).and_then(Contract::callback) {
            left.entry(callback).or_default().0.push(*at);
        }
    }
    for (at, contract) in new.iter().enumerate().filter(|(at, _)| partner.get(*at) == Some(&None)) {
        if let Some(callback) = contract.callback() {
            left.entry(callback).or_default().1.push(at);
        }
    }
    for pair in left.into_values() {
        let ([from], [to]) = (pair.0.as_slice(), pair.1.as_slice()) else { continue };
        if let Some(slot) = partner.get_mut(*to) {
            *slot = Some(*from);
        }
        for candidates in waiting.values_mut() {
            candidates.retain(|at| at != from);
        }
    }
}

impl Pairing {
    pub(crate) fn new(sides: &Sides<'_>) -> Pairing {
        let (old, new) = (sides.old.contracts(), sides.new.contracts());
        let mut waiting: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, contract) in old.iter().enumerate() {
            waiting.entry(&contract.identity).or_default().push(at);
        }
        let mut pairing = Pairing::default();
        let mut partner: Vec<Option<usize>> = vec![None; new.len()];
        // Two paths may differ in nothing but parameter names: the one written the same way comes first.
        for same_path in [true, false] {
            for (contract, partner) in new.iter().zip(&mut partner).filter(|(_, partner)| partner.is_none()) {
                let Some(candidates) = waiting.get_mut(contract.identity.as_str()) else { continue };
                let fits = |&at: &usize| !same_path || old.get(at).is_some_and(|old| old.path == contract.path);
                if let Some(found) = candidates.iter().position(fits) {
                    *partner = Some(candidates.remove(found));
                }
            }
        }
        pairing_of_callbacks(old, new, &mut waiting, &mut partner);
        for (at, partner) in partner.into_iter().enumerate() {
            match partner {
                Some(partner) => pairing.pairs.push((partner, at)),
                None => pairing.added.push(at),
            }
        }
        pairing.removed = waiting.into_values().flatten().collect();
        pairing.removed.sort_unstable();
        pairing.index(old, new);
        pairing
    }

    fn index(&mut self, old: &[Contract], new: &[Contract]) {
        for (at, &(left, right)) in self.pairs.iter().enumerate() {
            let (Some(left), Some(right)) = (old.get(left), new.get(right)) else { continue };
            self.by_operation.entry((left.operation, right.operation)).or_default().push(at);
            self.by_item.entry((left.item, right.item)).or_default().push(at);
        }
    }

    /// The pairs whose operations are these two objects.
    pub(crate) fn of_operation(&self, old: NodeId, new: NodeId) -> &[usize] {
        self.by_operation.get(&(old, new)).map_or(&[], Vec::as_slice)
    }

    /// The pairs whose path items are these two objects.
    pub(crate) fn of_item(&self, old: NodeId, new: NodeId) -> &[usize] {
        self.by_item.get(&(old, new)).map_or(&[], Vec::as_slice)
    }

    /// The two contracts of a pair.
    pub(crate) fn get<'d>(&self, sides: &Sides<'d>, pair: usize) -> Option<(&'d Contract, &'d Contract)> {
        let &(old, new) = self.pairs.get(pair)?;
        Some((sides.old.contracts().get(old)?, sides.new.contracts().get(new)?))
    }
}
