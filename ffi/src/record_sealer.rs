//! The shared store: sealed records, and the keys and scripts of its layout.

use std::fmt;
use std::sync::Arc;

use waybill_access::store as core;
use waybill_base::time::millis_of_span;

use crate::error::WaybillError;
use crate::panics;
use crate::wire::step::Note;
use crate::wire::step::read_id;
use crate::wire::store::{OpenedRecord, SealedRecord, Snapshot, StoreCommand, StoreKeys, StoreLayout};

/// A key that seals snapshots, with its id.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct SealingKey {
    /// Id of the key in records: 1 to 64 letters, digits, `.`, `_` and `-`.
    pub id: String,
    /// The key: 32 bytes from a secure random source.
    pub bytes: Vec<u8>,
}

/// A cipher that seals and opens the snapshots of logins.
#[derive(Debug, uniffi::Object)]
pub struct RecordSealer {
    inner: core::RecordSealer,
}

#[uniffi::export]
impl RecordSealer {
    /// Creates a sealer. The first key seals, and all keys open. Leave out the keys only if the store may hold plain tokens.
    ///
    /// # Errors
    /// A failure with the code `store.key` if a key is invalid.
    #[uniffi::constructor]
    pub fn new(keys: Option<Vec<SealingKey>>) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        let Some(keys) = keys else { return Ok(Arc::new(Self { inner: core::RecordSealer::for_trusted_store() })) };
        let keys: Vec<core::SealingKey> = keys.into_iter().map(Into::into).collect();
        Ok(Arc::new(Self { inner: core::RecordSealer::new(&keys)? }))
    }

    /// Seals a snapshot as a login's record. `nonce` is 24 bytes from a secure random source; use a new one for each save.
    ///
    /// # Errors
    /// A failure if the digest or the nonce is malformed.
    pub fn seal(&self, login: &str, seq: i64, snapshot: Snapshot, nonce: &[u8]) -> Result<SealedRecord, WaybillError> {
        let seq = read_id("record", seq)?;
        Ok(self.inner.seal(&login.parse()?, seq, &snapshot.into(), nonce)?.into())
    }

    /// Opens a login's record. The result says if the record could be opened.
    ///
    /// # Errors
    /// A failure if the digest is malformed.
    pub fn open(&self, login: &str, record: SealedRecord) -> Result<OpenedRecord, WaybillError> {
        Ok(self.inner.open(&login.parse()?, &record.into()).into())
    }
}

/// Returns the scripts and times of the layout.
#[uniffi::export]
pub fn store_layout() -> Result<StoreLayout, WaybillError> {
    Ok(StoreLayout::new())
}

/// Returns the keys of a login.
///
/// # Errors
/// A failure if the digest is malformed.
#[uniffi::export]
pub fn store_keys(login: &str) -> Result<StoreKeys, WaybillError> {
    Ok(StoreKeys::new(&login.parse()?))
}

/// Returns the milliseconds to wait before the next try to acquire a lock that another process holds. `tries` is the number of
/// waits so far, and `random` is any random number.
#[uniffi::export]
pub fn pause_before_retry(tries: i64, random: i64) -> Result<i64, WaybillError> {
    let number = |number: i64| u32::try_from(number.clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX);
    Ok(millis_of_span(core::pause_before_retry(number(tries), number(random))))
}

/// Returns the note for a failed store command. `reason` is one word that names the failure. Any other text is dropped, because
/// it may contain a secret.
#[uniffi::export]
pub fn note_failed_command(command: StoreCommand, reason: &str) -> Result<Note, WaybillError> {
    Ok(core::note_failed_command(command.into(), reason).into())
}

impl From<SealingKey> for core::SealingKey {
    fn from(key: SealingKey) -> Self {
        let SealingKey { id, bytes } = key;
        Self { id, bytes }
    }
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealingKey {{ id: {:?}, bytes: [redacted] }}", self.id)
    }
}

crate::wire::display_as_debug!(SealingKey);
