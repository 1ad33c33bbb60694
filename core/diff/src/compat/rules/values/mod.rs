//! What schemas ask of single values: the rules of each kind.

pub(super) mod lists;
pub(super) mod numbers;
pub(super) mod presence;
pub(super) mod sizes;
pub(super) mod texts;
