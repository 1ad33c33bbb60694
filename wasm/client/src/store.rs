//! The store that processes share: sealed records, the keys and scripts of their layout, and the values that cross.

use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::store as core;
use waybill_access::store::{Snapshot, StoreFailure};
use waybill_base::note::Note;

use crate::crossing::{read, thrown, write};
use crate::failures::ErrorOut;
use crate::inward::StoreFailureName;
use crate::number;

/// Mirrors core's `SealedRecord`, in both directions. It may hold tokens and has no `Debug`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SealedRecordObject {
    version: String,
    seq: String,
    key: String,
    nonce: String,
    sealed: String,
}

/// What became of opening a record.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OpenedRecordOut {
    /// It opened.
    Opened {
        /// The text of the snapshot.
        snapshot: String,
    },
    /// It did not.
    Failed {
        /// Why.
        why: StoreFailureName,
    },
}

/// Mirrors core's `StoreCommand`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StoreCommandIn {
    /// `lock`.
    Lock,
    /// `save`.
    Save,
    /// `unlock`.
    Unlock,
}

/// Mirrors core's `Note`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoreNoteOut {
    code: &'static str,
    message: String,
}

/// How a login is kept in Redis or Valkey; times are milliseconds.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StoreLayoutOut {
    lock_script: &'static str,
    renew_script: &'static str,
    save_script: &'static str,
    unlock_script: &'static str,
    lock_lifetime_ms: u64,
    lock_renewal_ms: u64,
    command_timeout_ms: u64,
}

/// The keys of one login.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoreKeysOut {
    lock: String,
    record: String,
}

/// Core's sealer as an object that JavaScript frees with `free()`.
#[wasm_bindgen]
pub struct RecordSealer {
    sealer: core::RecordSealer,
}

#[wasm_bindgen]
impl RecordSealer {
    /// A sealer with these keys, from their ids and their bytes; without ids for a store that is trusted.
    ///
    /// # Errors
    /// Throws what core refuses: no key, two with one id, one of another length.
    #[wasm_bindgen(constructor)]
    pub fn new(ids: Option<Vec<String>>, keys: Vec<Uint8Array>) -> Result<RecordSealer, JsValue> {
        let Some(ids) = ids else { return Ok(Self { sealer: core::RecordSealer::for_trusted_store() }) };
        if ids.len() != keys.len() {
            return Err(thrown(&ErrorOut::misshaped("the keys")));
        }
        let keys = ids.into_iter().zip(keys).map(|(id, key)| core::SealingKey { id, bytes: key.to_vec() });
        let keys: Vec<core::SealingKey> = keys.collect();
        let sealer = core::RecordSealer::new(&keys).map_err(|error| thrown(&error.into()))?;
        Ok(Self { sealer })
    }

    /// Seals the text of a snapshot as a login's record, the text of [`SealedRecordObject`].
    ///
    /// # Errors
    /// Throws where the digest or the nonce has another form.
    pub fn seal(&self, login: &str, seq: f64, snapshot: String, nonce: &[u8]) -> Result<JsValue, JsValue> {
        let sealed = self.sealer.seal(&digest(login)?, number(seq), &Snapshot::new(snapshot), nonce);
        Ok(write(&SealedRecordObject::from(sealed.map_err(|error| thrown(&error.into()))?)))
    }

    /// Opens a login's record, the text of [`SealedRecordObject`]; gives that of [`OpenedRecordOut`].
    ///
    /// # Errors
    /// Throws where the digest has another form.
    pub fn open(&self, login: &str, record: &str) -> Result<JsValue, JsValue> {
        let record: SealedRecordObject = read("the record", record)?;
        Ok(write(&OpenedRecordOut::from(self.sealer.open(&digest(login)?, &record.into()))))
    }
}

/// The scripts and times of the layout, as the text of [`StoreLayoutOut`].
#[wasm_bindgen(js_name = storeLayout)]
#[must_use]
pub fn store_layout() -> JsValue {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    write(&StoreLayoutOut {
        lock_script: core::LOCK_SCRIPT,
        renew_script: core::RENEW_SCRIPT,
        save_script: core::SAVE_SCRIPT,
        unlock_script: core::UNLOCK_SCRIPT,
        lock_lifetime_ms: millis(core::LOCK_LIFETIME),
        lock_renewal_ms: millis(core::LOCK_RENEWAL),
        command_timeout_ms: millis(core::COMMAND_TIMEOUT),
    })
}

/// The keys of a login, as the text of [`StoreKeysOut`].
///
/// # Errors
/// Throws where the digest has another form.
#[wasm_bindgen(js_name = storeKeys)]
pub fn store_keys(login: &str) -> Result<JsValue, JsValue> {
    let login = digest(login)?;
    Ok(write(&StoreKeysOut { lock: login.lock_key(), record: login.record_key() }))
}

/// Milliseconds to wait before a lock that another holds is asked for again.
#[wasm_bindgen(js_name = pauseBeforeRetry)]
#[must_use]
pub fn pause_before_retry(tries: u32, random: u32) -> u32 {
    u32::try_from(core::pause_before_retry(tries, random).as_millis()).unwrap_or(u32::MAX)
}

/// The note for a command, of [`StoreCommandIn`], that the store failed, as the text of [`StoreNoteOut`].
///
/// # Errors
/// Throws where there is no such command.
#[wasm_bindgen(js_name = noteFailedCommand)]
pub fn note_failed_command(command: &str, reason: &str) -> Result<JsValue, JsValue> {
    let command = match read("the command", command)? {
        StoreCommandIn::Lock => core::StoreCommand::Lock,
        StoreCommandIn::Save => core::StoreCommand::Save,
        StoreCommandIn::Unlock => core::StoreCommand::Unlock,
    };
    let Note { code, message } = core::note_failed_command(command, reason);
    Ok(write(&StoreNoteOut { code, message }))
}

fn digest(login: &str) -> Result<core::LoginDigest, JsValue> {
    login.parse().map_err(|error: waybill_base::error::Error| thrown(&error.into()))
}

impl From<core::SealedRecord> for SealedRecordObject {
    fn from(record: core::SealedRecord) -> Self {
        let core::SealedRecord { version, seq, key, nonce, sealed } = record;
        Self { version, seq, key, nonce, sealed }
    }
}

impl From<SealedRecordObject> for core::SealedRecord {
    fn from(record: SealedRecordObject) -> Self {
        let SealedRecordObject { version, seq, key, nonce, sealed } = record;
        Self { version, seq, key, nonce, sealed }
    }
}

impl From<Result<Snapshot, StoreFailure>> for OpenedRecordOut {
    fn from(opened: Result<Snapshot, StoreFailure>) -> Self {
        match opened {
            Ok(snapshot) => Self::Opened { snapshot: snapshot.expose().to_owned() },
            Err(why) => Self::Failed { why: why.into() },
        }
    }
}

impl From<StoreFailure> for StoreFailureName {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Down => Self::Down,
            StoreFailure::Unreadable => Self::Unreadable,
            StoreFailure::NewerVersion => Self::NewerVersion,
        }
    }
}
