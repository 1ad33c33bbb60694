//! What references lead to, by their text.
//!
//! References are looked up by digest. One whose digest is that of another text was forged, and has an entry of its own.

use waybill_base::internal::table::Table;

use super::documents::Documents;
use super::reference::Reference;
use crate::tree::{Digest, NodeId};

/// What references lead to, by their text.
#[derive(Debug, Default)]
pub(super) struct ReferenceTable {
    /// The first reference of each digest, and what it leads to.
    by_digest: Table<Digest, (NodeId, Reference)>,
    forged: Table<NodeId, Reference>,
}

impl ReferenceTable {
    /// What the reference `member` leads to, if that is known.
    pub(super) fn get(&self, documents: &Documents<'_>, member: NodeId) -> Option<Reference> {
        if !self.forged.is_empty()
            && let Some(reference) = self.forged.get(&member)
        {
            return Some(*reference);
        }
        self.by_digest.get(&documents.digest(member)).map(|(_, reference)| *reference)
    }

    /// What the reference `member` leads to, if that is known of its text.
    pub(super) fn find(&self, documents: &Documents<'_>, member: NodeId) -> Option<Reference> {
        let (first, reference) = self.by_digest.get(&documents.digest(member))?;
        if documents.has_same_value(*first, documents, member) {
            Some(*reference)
        } else {
            self.forged.get(&member).copied()
        }
    }

    /// Notes what the reference `member` leads to.
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

    /// Looks references up by their digests of today.
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
