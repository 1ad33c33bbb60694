//! Names that stand for sets: media ranges, classes of statuses.

/// A name that stands for a set of values.
pub trait Named: PartialEq {
    /// Whether the set holds all of another, different one.
    fn covers(&self, other: &Self) -> bool;
}
