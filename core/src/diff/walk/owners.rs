//! Which operations or components own a pair of definitions.

use crate::diff::differ::Differ;
use crate::diff::model::{MessageSide, Owner};
use crate::openapi::ObjectKind;
use crate::tree::NodeId;

impl Differ<'_> {
    /// The operations a path item holds or an operation is; the unit around it where none are paired.
    pub(in crate::diff) fn operation_owners(
        &self,
        unit: Option<usize>,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
    ) -> Vec<Owner> {
        let pairs = if kind == ObjectKind::PathItem {
            self.pairing.pairs_of_item(old, new)
        } else {
            self.pairing.pairs_of_operation(old, new)
        };
        if pairs.is_empty() {
            return vec![unit.map_or(Owner::Component { old, new }, Owner::Unit)];
        }
        pairs.iter().map(|&pair| Owner::Operation { pair, part: MessageSide::Whole }).collect()
    }

    /// The owners of a unit, for one part of what it holds.
    pub(in crate::diff) fn owners_for(&self, unit: usize, part: MessageSide) -> Vec<Owner> {
        let owners = self.worklist.get(unit).map(|unit| unit.owners.clone()).unwrap_or_default();
        let part = |owner| match owner {
            Owner::Operation { pair, part: MessageSide::Whole } => Owner::Operation { pair, part },
            other => other,
        };
        owners.into_iter().map(part).collect()
    }
}
