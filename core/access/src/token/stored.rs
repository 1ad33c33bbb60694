//! What of the machine's state is kept outside, by the shared store or by the host: as far as was heard of it.

use sha2::{Digest as _, Sha256};

use super::seen::TokenDigest;
use crate::store::Snapshot;

/// SHA-256 of a snapshot's text.
pub(super) type RecordDigest = [u8; 32];

/// A store that is down for long does not make the list longer.
const MAX_DROPPED: usize = 32;

#[derive(Default)]
pub(super) struct Stored {
    /// The number that the store reported last; never counted up here.
    pub(super) seq: u64,
    /// The record with that number.
    pub(super) record: Option<RecordDigest>,
    /// The refresh token in it.
    pub(super) refresh: Option<TokenDigest>,
    /// What was to be saved last: whether it was is not known until the store says so.
    pub(super) attempted: Option<Attempt>,
    /// Whether something changed that was not saved.
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
    /// A token that the host no longer trusts.
    pub(super) fn add_dropped(&mut self, token: TokenDigest) {
        self.dropped.push(token);
        if self.dropped.len() > MAX_DROPPED {
            self.dropped.remove(0);
        }
    }

    /// The store keeps what was to be saved.
    pub(super) fn accept(&mut self, seq: u64) {
        self.seq = seq;
        if let Some(Attempt { record, refresh }) = self.attempted.take() {
            (self.record, self.refresh) = (Some(record), refresh);
        }
        if !self.is_dirty {
            self.dropped.clear();
        }
    }

    /// Whether this is the record that is known, or the one that was to be saved last.
    pub(super) fn knows(&self, record: &RecordDigest) -> bool {
        self.record.as_ref() == Some(record) || self.attempted.is_some_and(|attempt| attempt.record == *record)
    }
}

pub(super) fn record_digest(snapshot: &Snapshot) -> RecordDigest {
    Sha256::digest(snapshot.expose().as_bytes()).into()
}
