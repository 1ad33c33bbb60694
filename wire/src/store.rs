//! The shared store: results of its commands, its records, and its layout.
//!
//! `Debug` and `Display` redact snapshots, and so do Kotlin's `toString` and Swift's descriptions.

use std::fmt;

use serde::{Deserialize, Serialize};
use waybill_access::store as core;
use waybill_base::error::Error;
use waybill_base::time::{Timestamp, millis_of_span};

use super::step::read_id;

/// The state of a login's tokens. Protect it like a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Snapshot {
    /// The snapshot as a string. It contains tokens.
    pub text: String,
}

/// The result of a `Lock` or a `Save`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Debug, Display))]
pub enum StoreResult {
    /// The lock was acquired, and the record was read. A newer record than the known one may come without the lock; a save then
    /// results in a conflict.
    Locked {
        /// The record, if the store has one.
        snapshot: Option<Snapshot>,
        /// The time of the store, in milliseconds since the Unix epoch.
        store_time: i64,
    },
    /// The snapshot was saved.
    Saved {
        /// The number of the new record.
        seq: i64,
    },
    /// The snapshot was not saved: the lock was lost, or the record has another number.
    Conflict,
    /// The store failed.
    Failed {
        /// The reason.
        why: StoreFailure,
    },
}

/// The failure of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum StoreFailure {
    /// The store is unreachable, rejected the command, or took longer than a second.
    Down,
    /// The record cannot be read: it is damaged, or sealed with an unknown key.
    Unreadable,
    /// The record was written by a newer version of Waybill.
    NewerVersion,
}

/// The record of a login in the store.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct SealedRecord {
    /// The version of the record's layout, in decimal digits.
    pub version: String,
    /// The record's number, in decimal digits. It increases by one with each save.
    pub seq: String,
    /// The id of the sealing key; empty if the record is not sealed.
    pub key: String,
    /// The nonce; empty if the record is not sealed.
    pub nonce: String,
    /// The sealed snapshot, or the snapshot itself if the record is not sealed.
    pub sealed: String,
}

/// The result of opening a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Debug, Display))]
pub enum OpenedRecord {
    /// The record was opened.
    Opened {
        /// The snapshot.
        snapshot: Snapshot,
    },
    /// The record could not be opened.
    Failed {
        /// The reason.
        why: StoreFailure,
    },
}

/// A command to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum StoreCommand {
    /// Take the lock and read the record.
    Lock,
    /// Write the record.
    Save,
    /// Release the lock.
    Unlock,
}

/// The scripts and times of a login in Redis or Valkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct StoreLayout {
    /// Script that takes the lock and reads the record.
    pub lock_script: String,
    /// Script that renews the lock.
    pub renew_script: String,
    /// Script that writes the record while the lock is held.
    pub save_script: String,
    /// Script that releases the lock.
    pub unlock_script: String,
    /// Lifetime of a lock without renewal, in milliseconds.
    pub lock_lifetime_ms: i64,
    /// Interval between renewals, in milliseconds.
    pub lock_renewal_ms: i64,
    /// Timeout of a command, in milliseconds.
    pub command_timeout_ms: i64,
}

/// The keys of one login.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct StoreKeys {
    /// The key of the lock.
    pub lock: String,
    /// The key of the record.
    pub record: String,
}

impl From<Snapshot> for core::Snapshot {
    fn from(snapshot: Snapshot) -> Self {
        let Snapshot { text } = snapshot;
        Self::new(text)
    }
}

impl From<core::Snapshot> for Snapshot {
    fn from(snapshot: core::Snapshot) -> Self {
        Self { text: snapshot.expose().to_owned() }
    }
}

impl TryFrom<StoreResult> for core::StoreResult {
    type Error = Error;

    fn try_from(result: StoreResult) -> Result<Self, Error> {
        Ok(match result {
            StoreResult::Locked { snapshot, store_time } => {
                Self::Locked { snapshot: snapshot.map(Into::into), store_time: Timestamp::from_millis(store_time) }
            }
            StoreResult::Saved { seq } => Self::Saved { seq: read_id("record", seq)? },
            StoreResult::Conflict => Self::Conflict,
            StoreResult::Failed { why } => Self::Failed(why.into()),
        })
    }
}

impl From<StoreFailure> for core::StoreFailure {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Down => Self::Down,
            StoreFailure::Unreadable => Self::Unreadable,
            StoreFailure::NewerVersion => Self::NewerVersion,
        }
    }
}

impl StoreLayout {
    /// Returns the layout of this version.
    #[allow(clippy::new_without_default, reason = "there is one layout, and no choice of it")]
    #[must_use]
    pub fn new() -> Self {
        Self {
            lock_script: core::LOCK_SCRIPT.to_owned(),
            renew_script: core::RENEW_SCRIPT.to_owned(),
            save_script: core::SAVE_SCRIPT.to_owned(),
            unlock_script: core::UNLOCK_SCRIPT.to_owned(),
            lock_lifetime_ms: millis_of_span(core::LOCK_LIFETIME),
            lock_renewal_ms: millis_of_span(core::LOCK_RENEWAL),
            command_timeout_ms: millis_of_span(core::COMMAND_TIMEOUT),
        }
    }
}

impl StoreKeys {
    /// Returns the keys of the login with this digest.
    #[must_use]
    pub fn new(login: &core::LoginDigest) -> Self {
        Self { lock: login.lock_key(), record: login.record_key() }
    }
}

impl From<StoreCommand> for core::StoreCommand {
    fn from(command: StoreCommand) -> Self {
        match command {
            StoreCommand::Lock => Self::Lock,
            StoreCommand::Save => Self::Save,
            StoreCommand::Unlock => Self::Unlock,
        }
    }
}

impl From<core::SealedRecord> for SealedRecord {
    fn from(record: core::SealedRecord) -> Self {
        let core::SealedRecord { version, seq, key, nonce, sealed } = record;
        Self { version, seq, key, nonce, sealed }
    }
}

impl From<SealedRecord> for core::SealedRecord {
    fn from(record: SealedRecord) -> Self {
        let SealedRecord { version, seq, key, nonce, sealed } = record;
        Self { version, seq, key, nonce, sealed }
    }
}

impl From<Result<core::Snapshot, core::StoreFailure>> for OpenedRecord {
    fn from(opened: Result<core::Snapshot, core::StoreFailure>) -> Self {
        match opened {
            Ok(snapshot) => Self::Opened { snapshot: snapshot.into() },
            Err(why) => Self::Failed { why: why.into() },
        }
    }
}

impl From<core::StoreFailure> for StoreFailure {
    fn from(failure: core::StoreFailure) -> Self {
        match failure {
            core::StoreFailure::Down => Self::Down,
            core::StoreFailure::Unreadable => Self::Unreadable,
            core::StoreFailure::NewerVersion => Self::NewerVersion,
        }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Snapshot { text: [redacted] }")
    }
}

impl fmt::Debug for SealedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, seq, key, nonce: _, sealed } = self;
        let bytes = sealed.len();
        write!(f, "SealedRecord {{ version: {version}, seq: {seq}, key: {key:?}, bytes: {bytes} }}")
    }
}

super::display_as_debug!(Snapshot, StoreResult, SealedRecord, OpenedRecord);
