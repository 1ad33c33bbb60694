//! A table of resolved references.
//!
//! References are looked up by digest. A reference with a forged digest, equal to that of another string, has its own entry.

use waybill_base::internal::table::Table;

use super::documents::Documents;
use super::reference::Reference;
use crate::tree::{Digest, NodeId};

/// The targets of references, by their strings.
#[derive(Debug, Default)]
pub(super) struct ReferenceTable {
    /// The first reference with each digest, and its target.
    by_digest: Table<Digest, (NodeId, Reference)>,
    forged: Table<NodeId, Reference>,
}

impl ReferenceTable {
    /// Returns the target of the reference `member`, if it is known.
    pub(super) fn get(&self, documents: &Documents<'_>, member: NodeId) -> Option<Reference> {
        if !self.forged.is_empty()
            && let Some(reference) = self.forged.get(&member)
        {
            return Some(*reference);
        }
        self.by_digest.get(&documents.digest(member)).map(|(_, reference)| *reference)
    }

    /// Returns the target of the reference `member`, if it is known for exactly this string.
    pub(super) fn find(&self, documents: &Documents<'_>, member: NodeId) -> Option<Reference> {
        let (first, reference) = self.by_digest.get(&documents.digest(member))?;
        if documents.has_same_value(*first, documents, member) {
            Some(*reference)
        } else {
            self.forged.get(&member).copied()
        }
    }

    /// Stores the target of the reference `member`.
    pub(super) fn insert(&mut self, documents: &Documents<'_>, member: NodeId, reference: Reference) {
        let digest = documents.digest(member);
        match self.by_digest.get(&digest) {
            Some((first, _)) if !documents.has_same_value(*first, documents, member) => {
                self.forged.insert(member, reference);
            }
            _ => {
                self.by_digest.insert(digest, (member, reference));
            }
        }
    }

    /// Rebuilds the table after the digests have changed.
    pub(super) fn renew_digests(&mut self, documents: &Documents<'_>) {
        let known = std::mem::take(self);
        let plain = known.by_digest.entries().iter().map(|&(_, entry)| entry);
        for (member, reference) in plain.chain(known.forged.entries().iter().copied()) {
            self.insert(documents, member, reference);
        }
    }

    pub(super) fn clear(&mut self) {
        *self = ReferenceTable::default();
    }
}
