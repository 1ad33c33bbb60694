//! Names that denote sets, such as media ranges and classes of statuses.

/// A name for a set of values.
pub trait Named: PartialEq {
    /// Returns true if this set contains all of `other` and differs from it.
    fn covers(&self, other: &Self) -> bool;
}
