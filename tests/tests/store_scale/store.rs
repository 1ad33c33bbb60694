//! The store's scripts in a few lines, by virtual time: what a lock, a save and an unlock do at the moment they arrive.

use waybill_core::store::LOCK_LIFETIME;
use waybill_core::{Snapshot, StoreResult, TicketId, Timestamp};

/// A process and its ticket.
pub(crate) type Owner = (usize, TicketId);

#[derive(Default)]
pub(crate) struct Store {
    record: Option<(u64, Snapshot)>,
    lock: Option<(Owner, i64)>,
    pub(crate) commands: usize,
}

impl Store {
    /// Whether the lock is held now, and what is answered; nothing where another holds it and the record is known.
    pub(crate) fn lock(&mut self, owner: Owner, known_seq: u64, now: i64) -> Option<(bool, StoreResult)> {
        self.commands += 1;
        let is_free = self.lock.is_none_or(|(holder, until)| until <= now || holder == owner);
        if is_free {
            self.lock = Some((owner, now + lifetime()));
        }
        let seq = self.record.as_ref().map_or(0, |(seq, _)| *seq);
        (is_free || seq > known_seq).then(|| {
            let snapshot = self.record.as_ref().map(|(_, snapshot)| snapshot.clone());
            (is_free, StoreResult::Locked { snapshot, store_time: Timestamp::from_millis(now) })
        })
    }

    pub(crate) fn save(&mut self, owner: Owner, snapshot: Snapshot, expected_seq: u64, now: i64) -> StoreResult {
        self.commands += 1;
        let seq = self.record.as_ref().map_or(0, |(seq, _)| *seq);
        if !self.is_held_by(owner, now) || seq != expected_seq {
            return StoreResult::Conflict;
        }
        self.record = Some((seq + 1, snapshot));
        StoreResult::Saved { seq: seq + 1 }
    }

    pub(crate) fn renew(&mut self, owner: Owner, now: i64) -> bool {
        self.commands += 1;
        let is_held = self.is_held_by(owner, now);
        if is_held {
            self.lock = Some((owner, now + lifetime()));
        }
        is_held
    }

    pub(crate) fn unlock(&mut self, owner: Owner, now: i64) {
        self.commands += 1;
        if self.is_held_by(owner, now) {
            self.lock = None;
        }
    }

    fn is_held_by(&self, owner: Owner, now: i64) -> bool {
        self.lock.is_some_and(|(holder, until)| holder == owner && until > now)
    }
}

fn lifetime() -> i64 {
    i64::try_from(LOCK_LIFETIME.as_millis()).unwrap()
}
