//! What a pair of definitions is called within a comparison.

/// A pair of definitions, by its place among those that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionPairId(usize);

impl DefinitionPairId {
    /// The pair at a place among those that were found.
    pub(crate) const fn from_index(index: usize) -> DefinitionPairId {
        DefinitionPairId(index)
    }

    /// Its place among those that were found.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}
