//! The copy of the machine's state outside this process, in the shared store or at the host, as far as it is known.

use sha2::{Digest as _, Sha256};

use super::seen::TokenDigest;
use crate::store::Snapshot;

/// SHA-256 of a snapshot's JSON.
pub(super) type RecordDigest = [u8; 32];

/// Maximum number of dropped tokens. It limits the list while a store is down for long.
const MAX_DROPPED: usize = 32;

#[derive(Default)]
pub(super) struct Stored {
    /// Record number that the store last reported. It is never incremented here.
    pub(super) seq: u64,
    /// Digest of the record with that number.
    pub(super) record: Option<RecordDigest>,
    /// Digest of the refresh token in that record.
    pub(super) refresh: Option<TokenDigest>,
    /// The last save that was requested. Its success is unknown until the store reports it.
    pub(super) attempted: Option<Attempt>,
    /// True if there are unsaved changes.
    pub(super) is_dirty: bool,
    /// Tokens that the host no longer trusts, until that is saved.
    pub(super) dropped: Vec<TokenDigest>,
}

#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) record: RecordDigest,
    pub(super) refresh: Option<TokenDigest>,
}

impl Stored {
    /// Records a token that the host no longer trusts.
    pub(super) fn add_dropped(&mut self, token: TokenDigest) {
        self.dropped.push(token);
        if self.dropped.len() > MAX_DROPPED {
            self.dropped.remove(0);
        }
    }

    /// Records that the requested save succeeded, with this number.
    pub(super) fn accept(&mut self, seq: u64) {
        self.seq = seq;
        if let Some(Attempt { record, refresh }) = self.attempted.take() {
            (self.record, self.refresh) = (Some(record), refresh);
        }
        if !self.is_dirty {
            self.dropped.clear();
        }
    }

    /// True if this is the known record, or the one whose save was requested last.
    pub(super) fn knows(&self, record: &RecordDigest) -> bool {
        self.record.as_ref() == Some(record) || self.attempted.is_some_and(|attempt| attempt.record == *record)
    }
}

pub(super) fn record_digest(snapshot: &Snapshot) -> RecordDigest {
    Sha256::digest(snapshot.expose().as_bytes()).into()
}
