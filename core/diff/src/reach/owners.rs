//! The owners of definition pairs, including those of the definition pairs that own them.

use waybill_base::internal::order;
use waybill_base::internal::table::Set;

use crate::model::{DefinitionPair, Owner};

/// The owners of the definition pairs that were added so far. A pair that only one other pair owns shares its list.
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
        let (mut found, mut seen, mut waiting) = (Vec::new(), Set::default(), vec![at]);
        seen.add(at);
        while let Some(definition_pair) = waiting.pop().and_then(|at| definition_pairs.get(at)) {
            for owner in &definition_pair.owners {
                let Owner::DefinitionPair(other) = owner else {
                    found.push(*owner);
                    continue;
                };
                let other = other.index();
                if !seen.add(other) {
                    continue;
                }
                match self.of.get(other).and_then(|&list| self.lists.get(list)) {
                    Some(list) => found.extend_from_slice(list),
                    None => waiting.push(other),
                }
            }
        }
        order::sorted_unique(found)
    }
}
