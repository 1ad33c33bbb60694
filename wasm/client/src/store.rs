//! The shared store: sealed records, and the keys and scripts of its layout.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::store as core;
use waybill_access::store::Snapshot;
use waybill_wire::step::Note;
use waybill_wire::store::{OpenedRecord, SealedRecord, StoreCommand, StoreKeys, StoreLayout};

use crate::crossing::{misshaped, read, thrown, write};
use crate::number;

/// Core's sealer. JavaScript frees it with `free()`.
#[wasm_bindgen]
pub struct RecordSealer {
    sealer: core::RecordSealer,
}

#[wasm_bindgen]
impl RecordSealer {
    /// Creates a sealer from the ids and the bytes of its keys. Without ids, the store is trusted with plain tokens.
    ///
    /// # Errors
    /// Throws a failure if there is no key, if two keys have the same id, or if a key is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(ids: Option<Vec<String>>, keys: Vec<Uint8Array>) -> Result<RecordSealer, JsValue> {
        let Some(ids) = ids else { return Ok(Self { sealer: core::RecordSealer::for_trusted_store() }) };
        if ids.len() != keys.len() {
            return Err(thrown(&misshaped("the keys")));
        }
        let keys = ids.into_iter().zip(keys).map(|(id, key)| core::SealingKey { id, bytes: key.to_vec() });
        let keys: Vec<core::SealingKey> = keys.collect();
        let sealer = core::RecordSealer::new(&keys).map_err(|error| thrown(&error.into()))?;
        Ok(Self { sealer })
    }

    /// Seals a snapshot as a login's record. Returns the JSON of a [`SealedRecord`].
    ///
    /// # Errors
    /// Throws a failure if the digest or the nonce is malformed.
    pub fn seal(&self, login: &str, seq: f64, snapshot: String, nonce: &[u8]) -> Result<JsValue, JsValue> {
        let sealed = self.sealer.seal(&digest(login)?, number(seq), &Snapshot::new(snapshot), nonce);
        Ok(write(&SealedRecord::from(sealed.map_err(|error| thrown(&error.into()))?)))
    }

    /// Opens a login's record, the JSON of a [`SealedRecord`]. Returns the JSON of an [`OpenedRecord`].
    ///
    /// # Errors
    /// Throws a failure if the digest is malformed, or if the record does not have its documented type.
    pub fn open(&self, login: &str, record: &str) -> Result<JsValue, JsValue> {
        let record: SealedRecord = read("the record", record)?;
        Ok(write(&OpenedRecord::from(self.sealer.open(&digest(login)?, &record.into()))))
    }
}

/// Returns the scripts and times of the layout, as the JSON of a [`StoreLayout`].
#[wasm_bindgen(js_name = storeLayout)]
#[must_use]
pub fn store_layout() -> JsValue {
    write(&StoreLayout::new())
}

/// Returns the keys of a login, as the JSON of [`StoreKeys`].
///
/// # Errors
/// Throws a failure if the digest is malformed.
#[wasm_bindgen(js_name = storeKeys)]
pub fn store_keys(login: &str) -> Result<JsValue, JsValue> {
    Ok(write(&StoreKeys::new(&digest(login)?)))
}

/// Returns the milliseconds to wait before the next try to acquire a lock that another process holds. `tries` is the number of
/// waits so far.
#[wasm_bindgen(js_name = pauseBeforeRetry)]
#[must_use]
pub fn pause_before_retry(tries: u32, random: u32) -> u32 {
    u32::try_from(core::pause_before_retry(tries, random).as_millis()).unwrap_or(u32::MAX)
}

/// Returns the note for a failed store command, as the JSON of a [`Note`]. `command` is the JSON of a [`StoreCommand`].
///
/// # Errors
/// Throws a failure if there is no such command.
#[wasm_bindgen(js_name = noteFailedCommand)]
pub fn note_failed_command(command: &str, reason: &str) -> Result<JsValue, JsValue> {
    let command: StoreCommand = read("the command", command)?;
    Ok(write(&Note::from(core::note_failed_command(command.into(), reason))))
}

fn digest(login: &str) -> Result<core::LoginDigest, JsValue> {
    login.parse().map_err(|error: waybill_base::error::Error| thrown(&error.into()))
}
