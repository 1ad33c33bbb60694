//! A login's tokens outside the process: the text that they are kept as, and the store that processes share.
//!
//! [`Action::Lock`](crate::Action::Lock), [`Action::Save`](crate::Action::Save) and
//! [`Action::Unlock`](crate::Action::Unlock) ask the store. Hosts keep what a [`RecordSealer`] sealed, by one layout in Redis
//! or Valkey: [`LoginDigest`] names the keys, and the scripts lock, renew, save and unlock.

mod failed_command;
mod layout;
mod seal;
#[cfg(test)]
mod tests;

pub use failed_command::{StoreCommand, note_failed_command};
pub use layout::{
    COMMAND_TIMEOUT, LOCK_LIFETIME, LOCK_RENEWAL, LOCK_SCRIPT, LoginDigest, RENEW_SCRIPT, SAVE_SCRIPT, UNLOCK_SCRIPT,
    pause_before_retry,
};
pub use seal::{RecordSealer, SealedRecord, SealingKey};

use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

/// That the tokens of the login are shared with other processes, through a store that all of them reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedStore {
    /// Whether a process logs in for itself, with its password, while the store cannot be had. Otherwise calls fail once the
    /// token held is over.
    pub login_while_down: bool,
}

/// What the store answered to a `Lock` or a `Save`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreResult {
    /// The lock is held, and this is the record; `None` where there is none. A newer record than the one known may come
    /// without the lock: a save is a conflict then.
    Locked {
        /// The record.
        snapshot: Option<Snapshot>,
        /// The store's own time: the times in records are by its clock.
        store_time: Timestamp,
    },
    /// The snapshot is stored, under this number.
    Saved {
        /// One more than the number expected.
        seq: u64,
    },
    /// Nothing was stored: the lock is no longer held, or the record has another number than expected.
    Conflict,
    /// The store did not do it.
    Failed(StoreFailure),
}

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreFailure {
    /// It cannot be reached, refused, or took longer than a second.
    Down,
    /// Its record cannot be read: damaged, or sealed with a key that is not held.
    Unreadable,
    /// Its record was written by a newer version.
    NewerVersion,
}

/// The state of one login's tokens, as JSON. It holds tokens: keep it as you would keep a password.
///
/// [`Engine::export`](crate::Engine::export) gives one, [`Engine::restore`](crate::Engine::restore) takes it, and a shared
/// store keeps one for each login. `Debug` prints `[redacted]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot(Secret);

impl Snapshot {
    /// Takes over the text of a snapshot, as it was kept. Whether it is one is found out where it is restored.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// The text. Keep it where nobody else can read it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}
