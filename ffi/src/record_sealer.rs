//! The store that processes share: sealed records, and the keys and scripts of their layout.

use std::fmt;
use std::sync::Arc;

use waybill_access::store as core;
use waybill_base::time::millis_of_span;

use crate::error::WaybillError;
use crate::panics;
use crate::wire::step::Note;
use crate::wire::step::read_id;
use crate::wire::store::{OpenedRecord, SealedRecord, Snapshot, StoreCommand, StoreKeys, StoreLayout};

/// A key that snapshots are sealed with, and its name.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct SealingKey {
    /// Names the key in records.
    pub id: String,
    /// Its 32 bytes.
    pub bytes: Vec<u8>,
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
#[uniffi::export]
pub fn store_layout() -> Result<StoreLayout, WaybillError> {
    Ok(StoreLayout::new())
}

/// The keys of a login.
///
/// # Errors
/// A digest of another form.
#[uniffi::export]
pub fn store_keys(login: &str) -> Result<StoreKeys, WaybillError> {
    Ok(StoreKeys::new(&login.parse()?))
}

/// Milliseconds to wait before a lock that another holds is asked for again.
#[uniffi::export]
pub fn pause_before_retry(tries: i64, random: i64) -> Result<i64, WaybillError> {
    let number = |number: i64| u32::try_from(number.clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX);
    Ok(millis_of_span(core::pause_before_retry(number(tries), number(random))))
}

/// The note for a command that the store failed: `reason` is one word that names the failure; anything else is not repeated.
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
