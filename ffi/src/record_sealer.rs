//! The store that processes share: sealed records, and the keys and scripts of their layout.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use waybill_access::store as core;
use waybill_access::store::{Snapshot as CoreSnapshot, StoreFailure as CoreStoreFailure};

use crate::error::WaybillError;
use crate::ids::read_id;
use crate::panics;
use crate::step::Note;
use crate::store::{Snapshot, StoreFailure};

/// A key that snapshots are sealed with, and its name.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct SealingKey {
    /// Names the key in records.
    pub id: String,
    /// Its 32 bytes.
    pub bytes: Vec<u8>,
}

/// A login's record as the store keeps it.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct SealedRecord {
    /// The version of its layout, in decimal digits.
    pub version: String,
    /// Its number, in decimal digits: one more with each save.
    pub seq: String,
    /// The id of the key that it is sealed with; empty where it is not sealed.
    pub key: String,
    /// The nonce that it is sealed with; empty where it is not sealed.
    pub nonce: String,
    /// The sealed snapshot; the snapshot itself where it is not sealed.
    pub sealed: String,
}

/// What became of opening a record.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
#[uniffi::export(Debug, Display)]
pub enum OpenedRecord {
    /// It opened.
    Opened {
        /// What was sealed.
        snapshot: Snapshot,
    },
    /// It did not.
    Failed {
        /// Why.
        why: StoreFailure,
    },
}

/// What a host asked of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum StoreCommand {
    /// To give the lock and the record.
    Lock,
    /// To write the record.
    Save,
    /// To release the lock.
    Unlock,
}

/// How a login is kept in Redis or Valkey; times are milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct StoreLayout {
    /// Takes the lock, and reads the record.
    pub lock_script: String,
    /// Has the lock live on.
    pub renew_script: String,
    /// Writes the record under the lock.
    pub save_script: String,
    /// Releases the lock.
    pub unlock_script: String,
    /// How long the lock lives without being renewed.
    pub lock_lifetime_ms: i64,
    /// How often its holder renews it.
    pub lock_renewal_ms: i64,
    /// How long the store gets for one command.
    pub command_timeout_ms: i64,
}

/// The keys of one login.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct StoreKeys {
    /// The lock's.
    pub lock: String,
    /// The record's.
    pub record: String,
}

/// Seals the snapshots of logins and opens them.
#[derive(Debug, uniffi::Object)]
pub struct RecordSealer {
    inner: core::RecordSealer,
}

#[uniffi::export]
impl RecordSealer {
    /// A sealer with these keys: the first seals, all open. Without them for a store that is trusted with tokens as they are.
    ///
    /// # Errors
    /// A failure with the code `store.key` that says what is wrong with a key.
    #[uniffi::constructor]
    pub fn new(keys: Option<Vec<SealingKey>>) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        let Some(keys) = keys else { return Ok(Arc::new(Self { inner: core::RecordSealer::for_trusted_store() })) };
        let keys: Vec<core::SealingKey> = keys.into_iter().map(Into::into).collect();
        Ok(Arc::new(Self { inner: core::RecordSealer::new(&keys)? }))
    }

    /// Seals a snapshot as a login's record; `nonce` is 24 bytes from a secure random source, for this save alone.
    ///
    /// # Errors
    /// A digest or a nonce of another form.
    pub fn seal(&self, login: &str, seq: i64, snapshot: Snapshot, nonce: &[u8]) -> Result<SealedRecord, WaybillError> {
        let seq = read_id("record", seq)?;
        Ok(self.inner.seal(&login.parse()?, seq, &snapshot.into(), nonce)?.into())
    }

    /// Opens a login's record.
    ///
    /// # Errors
    /// A digest of another form; what a record may hold is told by what is returned.
    pub fn open(&self, login: &str, record: SealedRecord) -> Result<OpenedRecord, WaybillError> {
        Ok(self.inner.open(&login.parse()?, &record.into()).into())
    }
}

/// The scripts and times of the layout.
///
/// # Errors
/// Never today; every export returns a `Result`.
#[uniffi::export]
pub fn store_layout() -> Result<StoreLayout, WaybillError> {
    Ok(StoreLayout {
        lock_script: core::LOCK_SCRIPT.to_owned(),
        renew_script: core::RENEW_SCRIPT.to_owned(),
        save_script: core::SAVE_SCRIPT.to_owned(),
        unlock_script: core::UNLOCK_SCRIPT.to_owned(),
        lock_lifetime_ms: millis(core::LOCK_LIFETIME),
        lock_renewal_ms: millis(core::LOCK_RENEWAL),
        command_timeout_ms: millis(core::COMMAND_TIMEOUT),
    })
}

/// The keys of a login.
///
/// # Errors
/// A digest of another form.
#[uniffi::export]
pub fn store_keys(login: &str) -> Result<StoreKeys, WaybillError> {
    let login: core::LoginDigest = login.parse()?;
    Ok(StoreKeys { lock: login.lock_key(), record: login.record_key() })
}

/// Milliseconds to wait before a lock that another holds is asked for again.
///
/// # Errors
/// Never today; every export returns a `Result`.
#[uniffi::export]
pub fn pause_before_retry(tries: i64, random: i64) -> Result<i64, WaybillError> {
    let number = |number: i64| u32::try_from(number.clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX);
    Ok(millis(core::pause_before_retry(number(tries), number(random))))
}

/// The note for a command that the store failed: `reason` is one word that names the failure; anything else is not repeated.
///
/// # Errors
/// Never today; every export returns a `Result`.
#[uniffi::export]
pub fn note_failed_command(command: StoreCommand, reason: &str) -> Result<Note, WaybillError> {
    let command = match command {
        StoreCommand::Lock => core::StoreCommand::Lock,
        StoreCommand::Save => core::StoreCommand::Save,
        StoreCommand::Unlock => core::StoreCommand::Unlock,
    };
    Ok(core::note_failed_command(command, reason).into())
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl From<SealingKey> for core::SealingKey {
    fn from(key: SealingKey) -> Self {
        let SealingKey { id, bytes } = key;
        Self { id, bytes }
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

impl From<Result<CoreSnapshot, CoreStoreFailure>> for OpenedRecord {
    fn from(opened: Result<CoreSnapshot, CoreStoreFailure>) -> Self {
        match opened {
            Ok(snapshot) => Self::Opened { snapshot: snapshot.into() },
            Err(why) => Self::Failed { why: why.into() },
        }
    }
}

impl From<CoreStoreFailure> for StoreFailure {
    fn from(failure: CoreStoreFailure) -> Self {
        match failure {
            CoreStoreFailure::Down => Self::Down,
            CoreStoreFailure::Unreadable => Self::Unreadable,
            CoreStoreFailure::NewerVersion => Self::NewerVersion,
        }
    }
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealingKey {{ id: {:?}, bytes: [redacted] }}", self.id)
    }
}

impl fmt::Debug for SealedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, seq, key, nonce: _, sealed } = self;
        let bytes = sealed.len();
        write!(f, "SealedRecord {{ version: {version}, seq: {seq}, key: {key:?}, bytes: {bytes} }}")
    }
}

crate::display_as_debug!(SealingKey, SealedRecord, OpenedRecord);
