//! The owners of definition pairs, including those of the definition pairs that own them.

use waybill_base::internal::table::Set;

use crate::model::{DefinitionPair, DefinitionPairId, Owner};

/// The owners of the first definition pairs. Pairs with the same owners share a list.
#[derive(Debug, Default)]
pub(super) struct AllOwners {
    /// For each definition pair, the index of its list.
    of: Vec<usize>,
    lists: Vec<Vec<Owner>>,
}

impl AllOwners {
    /// Finds the owners of the next definition pair. Each is a component, an operation or the description.
    pub(super) fn add(&mut self, definition_pairs: &[DefinitionPair]) -> &[Owner] {
        let at = self.of.len();
        let sole = match definition_pairs.get(at).map(|pair| pair.owners.as_slice()) {
            Some([Owner::DefinitionPair(owner)]) => self.of.get(owner.index()).copied(),
            _ => None,
        };
        let list = sole.unwrap_or_else(|| {
            let list = self.search(definition_pairs, at);
            self.lists.push(list);
            self.lists.len() - 1
        });
        self.of.push(list);
        self.lists.get(list).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the owners that a definition pair has directly and over others. Stops at pairs whose owners are known.
    fn search(&self, definition_pairs: &[DefinitionPair], at: usize) -> Vec<Owner> {
        let (mut found, mut known) = (Vec::new(), Set::default());
        let mut add = |owner: Owner| {
            if known.add(owner) {
                found.push(owner);
            }
        };
        let first = DefinitionPairId::from_index(at);
        let (mut seen, mut waiting) = (Set::default(), vec![first]);
        seen.add(first);
        while let Some(definition_pair) = waiting.pop().and_then(|id| definition_pairs.get(id.index())) {
            for owner in &definition_pair.owners {
                let Owner::DefinitionPair(other) = owner else {
                    add(*owner);
                    continue;
                };
                if !seen.add(*other) {
                    continue;
                }
                match self.of.get(other.index()).and_then(|&list| self.lists.get(list)) {
                    Some(list) => list.iter().copied().for_each(&mut add),
                    None => waiting.push(*other),
                }
            }
        }
        found
    }
}
