//! A read-only view of a completed comparison, for rules and the report.

use super::model::{Affected, DefinitionPairId, DefinitionPairs, Fact, Replacements};
use super::pairing::node_pairs::NodePairs;
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::sides::Sides;
use super::reach::Reach;

/// The result of a completed comparison.
#[derive(Debug, Clone, Copy)]
pub struct DiffResult<'a, 'd> {
    /// The two descriptions.
    pub sides: &'a Sides<'d>,
    /// The operation pairs.
    pub pairing: &'a OperationPairing,
    /// The compared definitions.
    pub definition_pairs: &'a DefinitionPairs,
    /// The compared values.
    pub node_pairs: &'a NodePairs,
    /// The facts.
    pub facts: &'a [Fact],
    /// The operations that each definition reaches.
    pub reach: &'a Reach,
    pub(super) replacements: &'a Replacements,
}

impl DiffResult<'_, '_> {
    /// Returns true if a pair is compared only because one definition replaced the other somewhere.
    pub fn is_compared_for_replacement(&self, definition_pair: DefinitionPairId) -> bool {
        self.replacements.are_all_of(definition_pair)
    }

    /// Returns the indexes of the facts about replaced definitions that caused a fact. Empty if the fact has other
    /// causes.
    pub fn causes_of(&self, fact: usize) -> Vec<usize> {
        self.replacements.causes_of(self.facts, fact)
    }

    /// Returns true if a fact affects only excluded operations.
    pub fn is_excluded(&self, affected: Affected) -> bool {
        let [of_old, of_new] = &self.pairing.excluded;
        match affected {
            Affected::DefinitionPair(definition_pair) => self.reach.is_excluded(definition_pair),
            Affected::Pair(pair) => self.pairing.is_excluded(pair),
            Affected::Old(at) => of_old.rule_of(at).is_some(),
            Affected::New(at) => of_new.rule_of(at).is_some(),
            Affected::Nobody => false,
        }
    }

    /// Returns the operation pairs that a fact is about or affects.
    pub fn affected_pairs(&self, affected: Affected) -> Vec<usize> {
        match affected {
            Affected::DefinitionPair(definition_pair) => {
                self.reach.reached(definition_pair).map(|reached| reached.pairs(None)).unwrap_or_default()
            }
            Affected::Pair(pair) => vec![pair],
            Affected::Old(_) | Affected::New(_) | Affected::Nobody => Vec::new(),
        }
    }
}
