//! A login's tokens outside the process: the format in which they are kept, and the store that processes share.
//!
//! The engine uses the store through [`Action::Lock`](crate::Action::Lock), [`Action::Save`](crate::Action::Save) and
//! [`Action::Unlock`](crate::Action::Unlock). Hosts store the records that a [`RecordSealer`] seals, in one layout for Redis
//! and Valkey: [`LoginDigest`] names the keys, and the scripts lock, renew, save and unlock.

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

/// Settings for sharing a login's tokens with other processes, through a store that all of them can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedStore {
    /// True if a process logs in with its own password while the store is down. Otherwise calls fail once the stored token has
    /// expired.
    pub login_while_down: bool,
}

/// The result of a `Lock` or a `Save`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreResult {
    /// The lock is held, and this is the record; `None` if there is none. A record newer than the known one may come without
    /// the lock. A save then results in a conflict.
    Locked {
        /// The record.
        snapshot: Option<Snapshot>,
        /// Current time of the store's clock, which sets the times in records.
        store_time: Timestamp,
    },
    /// The snapshot is stored with this number.
    Saved {
        /// Expected number plus one.
        seq: u64,
    },
    /// A conflict: the lock is no longer held, or the record does not have the expected number. Nothing was stored.
    Conflict,
    /// The store did not carry out the command.
    Failed(StoreFailure),
}

/// The reason why a store did not carry out a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreFailure {
    /// It cannot be reached, rejected the command, or took longer than a second.
    Down,
    /// Its record cannot be read: it is damaged, or sealed with an unknown key.
    Unreadable,
    /// Its record was written by a newer version.
    NewerVersion,
}

/// The state of one login's tokens, as JSON. It contains tokens: protect it like a password.
///
/// [`Engine::export`](crate::Engine::export) returns one, and [`Engine::restore`](crate::Engine::restore) accepts it. A
/// shared store keeps one for each login. `Debug` prints `[redacted]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot(Secret);

impl Snapshot {
    /// Wraps the JSON of a snapshot. It is validated when it is restored.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// Returns the JSON. Keep it secret.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}
