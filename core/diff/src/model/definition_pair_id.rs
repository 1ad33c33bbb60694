//! The id of a definition pair within a comparison.

/// The id of a definition pair: its index in the list of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionPairId(usize);

impl DefinitionPairId {
    /// Creates the id of the pair at an index.
    pub(crate) const fn from_index(index: usize) -> DefinitionPairId {
        DefinitionPairId(index)
    }

    /// Returns the index of the pair.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}
