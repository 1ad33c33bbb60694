//! A shared store of a few lines: one record with a number, and a lock that lives a while by the store's clock.

use serde_json::Value;
use waybill_core::StoreFailure;
use waybill_tests::token_model::StoreAnswer;

/// A lock that is not renewed is free after this, in milliseconds.
const LOCK_LIVES: i64 = 10_000;

/// Who holds the lock, or asks for it: a process, one life of it, and its ticket.
pub(crate) type Owner = (usize, u64, u64);

/// What an engine asked of the store.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    Lock,
    Save { record: String, expected_seq: u64 },
}

#[derive(Default)]
pub(crate) struct Store {
    record: Option<String>,
    lock: Option<(Owner, i64)>,
    /// Earlier records, for a dump that is restored.
    history: Vec<String>,
}

impl Store {
    /// Does what was asked; `None` where the lock is held by another.
    pub(crate) fn run(&mut self, owner: Owner, command: &Command, now: i64) -> Option<StoreAnswer> {
        let holder = self.lock.filter(|(_, until)| *until > now).map(|(holder, _)| holder);
        match command {
            Command::Lock if holder.is_some_and(|holder| holder != owner) => None,
            Command::Lock => {
                self.lock = Some((owner, now + LOCK_LIVES));
                Some(StoreAnswer::Locked { record: self.record.clone(), store_time: now })
            }
            Command::Save { record, expected_seq } => {
                if holder != Some(owner) || self.seq() != *expected_seq {
                    return Some(StoreAnswer::Conflict);
                }
                assert_eq!(seq_of(record), expected_seq + 1, "a snapshot has the number that follows");
                self.write(record.clone());
                Some(StoreAnswer::Saved { seq: expected_seq + 1 })
            }
        }
    }

    /// What a store that is down answers.
    pub(crate) const fn failure() -> StoreAnswer {
        StoreAnswer::Failed(StoreFailure::Down)
    }

    pub(crate) fn unlock(&mut self, owner: Owner) {
        if self.is_held_by(owner) {
            self.lock = None;
        }
    }

    /// The holder's driver lives and renews the lock.
    pub(crate) fn renew(&mut self, process: usize, life: u64, now: i64) {
        if let Some((owner, until)) = &mut self.lock
            && (owner.0, owner.1) == (process, life)
            && *until > now
        {
            *until = now + LOCK_LIVES;
        }
    }

    pub(crate) fn is_held_by(&self, owner: Owner) -> bool {
        self.lock.is_some_and(|(holder, _)| holder == owner)
    }

    pub(crate) fn is_held_by_process(&self, process: usize, life: u64, now: i64) -> bool {
        self.lock.is_some_and(|(holder, until)| (holder.0, holder.1) == (process, life) && until > now)
    }

    /// Somebody writes the same again under the next number, as who seals it with another key does.
    pub(crate) fn rewrite(&mut self) {
        let Some(record) = &self.record else { return };
        let mut members: Value = serde_json::from_str(record).unwrap();
        members["seq"] = (self.seq() + 1).into();
        self.write(members.to_string());
    }

    /// A dump from before is restored.
    pub(crate) fn restore_dump(&mut self) {
        if let Some(older) = self.history.get(self.history.len() / 2) {
            self.record = Some(older.clone());
        }
    }

    pub(crate) fn empty(&mut self) {
        self.record = None;
    }

    fn write(&mut self, record: String) {
        self.history.push(record.clone());
        self.record = Some(record);
    }

    fn seq(&self) -> u64 {
        self.record.as_deref().map_or(0, seq_of)
    }
}

fn seq_of(record: &str) -> u64 {
    serde_json::from_str::<Value>(record).unwrap()["seq"].as_u64().unwrap()
}
