//! The store that processes share: sealed records, and the keys and scripts of their layout.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::store as core;
use waybill_access::store::Snapshot;
use waybill_wire::step::Note;
use waybill_wire::store::{OpenedRecord, SealedRecord, StoreCommand, StoreKeys, StoreLayout};

use crate::crossing::{misshaped, read, thrown, write};
use crate::number;

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
            return Err(thrown(&misshaped("the keys")));
        }
        let keys = ids.into_iter().zip(keys).map(|(id, key)| core::SealingKey { id, bytes: key.to_vec() });
        let keys: Vec<core::SealingKey> = keys.collect();
        let sealer = core::RecordSealer::new(&keys).map_err(|error| thrown(&error.into()))?;
        Ok(Self { sealer })
    }

    /// Seals the text of a snapshot as a login's record, the text of [`SealedRecord`].
    ///
    /// # Errors
    /// Throws where the digest or the nonce has another form.
    pub fn seal(&self, login: &str, seq: f64, snapshot: String, nonce: &[u8]) -> Result<JsValue, JsValue> {
        let sealed = self.sealer.seal(&digest(login)?, number(seq), &Snapshot::new(snapshot), nonce);
        Ok(write(&SealedRecord::from(sealed.map_err(|error| thrown(&error.into()))?)))
    }

    /// Opens a login's record, the text of [`SealedRecord`]; gives that of [`OpenedRecord`].
    ///
    /// # Errors
    /// Throws where the digest has another form.
    pub fn open(&self, login: &str, record: &str) -> Result<JsValue, JsValue> {
        let record: SealedRecord = read("the record", record)?;
        Ok(write(&OpenedRecord::from(self.sealer.open(&digest(login)?, &record.into()))))
    }
}

/// The scripts and times of the layout, as the text of [`StoreLayout`].
#[wasm_bindgen(js_name = storeLayout)]
#[must_use]
pub fn store_layout() -> JsValue {
    write(&StoreLayout::new())
}

/// The keys of a login, as the text of [`StoreKeys`].
///
/// # Errors
/// Throws where the digest has another form.
#[wasm_bindgen(js_name = storeKeys)]
pub fn store_keys(login: &str) -> Result<JsValue, JsValue> {
    Ok(write(&StoreKeys::new(&digest(login)?)))
}

/// Milliseconds to wait before a lock that another holds is asked for again.
#[wasm_bindgen(js_name = pauseBeforeRetry)]
#[must_use]
pub fn pause_before_retry(tries: u32, random: u32) -> u32 {
    u32::try_from(core::pause_before_retry(tries, random).as_millis()).unwrap_or(u32::MAX)
}

/// The note for a command, of [`StoreCommand`], that the store failed, as the text of [`Note`].
///
/// # Errors
/// Throws where there is no such command.
#[wasm_bindgen(js_name = noteFailedCommand)]
pub fn note_failed_command(command: &str, reason: &str) -> Result<JsValue, JsValue> {
    let command: StoreCommand = read("the command", command)?;
    Ok(write(&Note::from(core::note_failed_command(command.into(), reason))))
}

fn digest(login: &str) -> Result<core::LoginDigest, JsValue> {
    login.parse().map_err(|error: waybill_base::error::Error| thrown(&error.into()))
}
