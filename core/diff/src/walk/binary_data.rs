//! The walk over binary data that the two versions declare differently.

use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind};

use super::Walker;
use crate::model::Claim;
use crate::pairing::bytes::BINARY_KEYWORDS;

impl Walker<'_, '_> {
    /// Compares the other keywords of two binary schemas. A different way to declare the bytes is not a change.
    pub(crate) fn walk_bytes(&mut self, old: NodeId, new: NodeId, object_kind: ObjectKind) {
        for key in BINARY_KEYWORDS {
            let (left, right) = self.sides.member(old, new, key);
            let is_written = left.is_some() || right.is_some();
            if is_written && left.zip(right).is_none_or(|(left, right)| !self.sides.equal(left, right)) {
                self.add_place(left, right, object_kind.child(key.key()));
                self.places.claim(left, right, Claim::Neutral);
            }
        }
        self.walk_members(old, new, object_kind, &BINARY_KEYWORDS.map(KnownKey::key));
    }
}
