//! What a comparison found, as rules and the report read it.

use super::model::{Affected, DefinitionPairId, DefinitionPairs, Fact, Replacements};
use super::pairing::node_pairs::NodePairs;
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::sides::Sides;
use super::reach::Reach;

/// The result of a comparison that is concluded. Nothing can be changed through it.
#[derive(Debug, Clone, Copy)]
pub struct DiffResult<'a, 'd> {
    /// The two descriptions.
    pub sides: &'a Sides<'d>,
    /// Which operations belong together.
    pub pairing: &'a OperationPairing,
    /// Which definitions were compared.
    pub definition_pairs: &'a DefinitionPairs,
    /// Which values were compared.
    pub node_pairs: &'a NodePairs,
    /// The facts.
    pub facts: &'a [Fact],
    /// The operations that each definition reaches.
    pub reach: &'a Reach,
    pub(super) replacements: &'a Replacements,
}

impl DiffResult<'_, '_> {
    /// Whether a pair is compared only because one definition replaced the other somewhere.
    pub fn is_compared_for_replacement(&self, definition_pair: DefinitionPairId) -> bool {
        self.replacements.are_all_of(definition_pair)
    }

    /// The facts about replaced definitions that a fact follows from, by their index; none where it follows from nothing
    /// else.
    pub fn causes_of(&self, fact: usize) -> Vec<usize> {
        self.replacements.causes_of(self.facts, fact)
    }

    /// Whether a fact is about operations that are left out, or reaches no others.
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

    /// The pairs of operations that a fact is about or reaches.
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
