//! Places that got another definition, as they are found.

use hashbrown::HashMap;

use crate::table::Table;
use crate::tree::NodeId;

/// The replacements that lead from one pair to another.
pub(in crate::diff) type Edges = HashMap<(usize, usize), Vec<usize>, foldhash::fast::FixedState>;

/// A place and the definitions it had and has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::diff) struct Replacement {
    /// The pair the place is in.
    pub(in crate::diff) unit: usize,
    /// The reference, or what was written out; nothing where a branch came.
    pub(in crate::diff) old: Option<NodeId>,
    /// The same on the other side; nothing where a branch went.
    pub(in crate::diff) new: Option<NodeId>,
    /// The fact that stands for all that follows from it.
    pub(in crate::diff) fact: Option<usize>,
}

/// The replacements of a comparison, and which facts follow from them.
#[derive(Debug, Default)]
pub(in crate::diff) struct Replacements {
    pub(in crate::diff) all: Vec<Replacement>,
    /// By the pair a place is in and the pair of definitions that is compared for it.
    pub(in crate::diff) by_edge: Edges,
    /// References whose definitions were compared branch by branch: the pair they are in, and whether they are old.
    pub(in crate::diff) followed: Vec<(usize, bool, NodeId)>,
    /// For each pair the replacements it is compared for; `None` where it is compared for itself.
    pub(in crate::diff) causes: Vec<Option<Vec<usize>>>,
    /// The replacements that facts about branches follow from.
    pub(in crate::diff) of_fact: Table<usize, usize>,
}
