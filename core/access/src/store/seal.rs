//! Encrypts snapshots with XChaCha20-Poly1305 before they leave the process. The login and the record number are authenticated
//! too, so that a record can neither be read nor be used in place of another.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use waybill_base::error::{Error, code};
use zeroize::Zeroize as _;

use super::layout::LoginDigest;
use super::{Snapshot, StoreFailure};

/// Version of the records sealed here.
const VERSION: u64 = 1;
/// Length of a key, in bytes.
const KEY_BYTES: usize = 32;
/// Length of a nonce, in bytes.
const NONCE_BYTES: usize = 24;
/// Maximum length of a key's id, in bytes.
const MAX_ID_BYTES: usize = 64;

/// A key that seals snapshots, with its id. `Debug` prints `[redacted]` for the key, and dropping it wipes its memory.
#[derive(Clone, PartialEq, Eq)]
pub struct SealingKey {
    /// Id of the key in records: 1 to 64 letters, digits, `.`, `_` and `-`.
    pub id: String,
    /// The key: 32 bytes from a secure random source.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SealingKey").field("id", &self.id).field("bytes", &"[redacted]").finish()
    }
}

impl Drop for SealingKey {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

/// A login's record as the store keeps it: five strings. `Debug` prints only the snapshot's length, as it may not be sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedRecord {
    /// Version of this layout, in decimal digits.
    pub version: String,
    /// Record number, in decimal digits. It increases by one with each save.
    pub seq: String,
    /// Id of the key that sealed the record; empty if it is not sealed.
    pub key: String,
    /// Nonce, in base64url without padding; empty if the record is not sealed.
    pub nonce: String,
    /// Sealed snapshot, in base64url without padding; the plain snapshot if the record is not sealed.
    pub sealed: String,
}

impl fmt::Debug for SealedRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, seq, key, nonce: _, sealed } = self;
        formatter
            .debug_struct("SealedRecord")
            .field("version", version)
            .field("seq", seq)
            .field("key", key)
            .field("bytes", &sealed.len())
            .finish_non_exhaustive()
    }
}

/// A cipher that seals and opens the snapshots of logins.
pub struct RecordSealer {
    /// The first key seals, and all keys open. Empty if the store is trusted with unsealed tokens.
    keys: Vec<(String, XChaCha20Poly1305)>,
}

impl RecordSealer {
    /// Creates a sealer with these keys. The first seals; each opens the records that it sealed. To rotate keys, add the new
    /// key in all processes, then make it the first.
    ///
    /// # Errors
    /// Code `store.key` if there is no key, two keys have the same id, or a key or its id is invalid.
    pub fn new(keys: &[SealingKey]) -> Result<Self, Error> {
        let refuse = |message: String| Err(Error::new(code::STORE_KEY, message));
        if keys.is_empty() {
            return refuse("no key was passed to encrypt the tokens of a shared login".to_owned());
        }
        let mut checked: Vec<(String, XChaCha20Poly1305)> = Vec::with_capacity(keys.len());
        for (position, key) in keys.iter().enumerate() {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
            if !(1..=MAX_ID_BYTES).contains(&key.id.len()) || !key.id.bytes().all(is_plain) {
                return refuse(format!(
                    "the id of key {} is not 1 to 64 letters, digits, `.`, `_` or `-`",
                    position + 1
                ));
            }
            if checked.iter().any(|(id, _)| *id == key.id) {
                return refuse(format!("two keys have the id `{}`", key.id));
            }
            let Ok(cipher) = XChaCha20Poly1305::new_from_slice(&key.bytes) else {
                let has = key.bytes.len();
                return refuse(format!("the key `{}` has {has} bytes; expected {KEY_BYTES}", key.id));
            };
            checked.push((key.id.clone(), cipher));
        }
        Ok(Self { keys: checked })
    }

    /// Creates a sealer for a store that is trusted with plain tokens. It seals nothing, and does not open sealed records.
    #[must_use]
    pub const fn for_trusted_store() -> Self {
        Self { keys: Vec::new() }
    }

    /// Seals a snapshot as the login's record with this number. `nonce` is 24 bytes from a secure random source. Use a new one
    /// for each save: two records with the same nonce and key would reveal both.
    ///
    /// # Errors
    /// Code `store.key` if the nonce has another length.
    pub fn seal(
        &self,
        login: &LoginDigest,
        seq: u64,
        snapshot: &Snapshot,
        nonce: &[u8],
    ) -> Result<SealedRecord, Error> {
        let (key, nonce, sealed) = match self.keys.first() {
            None => (String::new(), String::new(), snapshot.expose().to_owned()),
            Some((id, cipher)) => {
                let Ok(xnonce) = <&XNonce>::try_from(nonce) else {
                    let message = format!("the nonce has {} bytes; expected {NONCE_BYTES}", nonce.len());
                    return Err(Error::new(code::STORE_KEY, message));
                };
                let aad = associated_data(VERSION, login, seq, id);
                let payload = Payload { msg: snapshot.expose().as_bytes(), aad: &aad };
                // Encryption fails only for texts of 256 GiB.
                let Ok(sealed) = cipher.encrypt(xnonce, payload) else {
                    return Err(Error::new(code::STORE_KEY, "the snapshot is too long to be encrypted".to_owned()));
                };
                (id.clone(), URL_SAFE_NO_PAD.encode(nonce), URL_SAFE_NO_PAD.encode(sealed))
            }
        };
        Ok(SealedRecord { version: VERSION.to_string(), seq: seq.to_string(), key, nonce, sealed })
    }

    /// Opens a login's record.
    ///
    /// # Errors
    /// [`StoreFailure::NewerVersion`] if a newer version wrote the record. [`StoreFailure::Unreadable`] if it is damaged, belongs
    /// to another login, or was sealed with an unknown key.
    pub fn open(&self, login: &LoginDigest, record: &SealedRecord) -> Result<Snapshot, StoreFailure> {
        match read_number(&record.version) {
            Some(VERSION) => self.open_readable(login, record).ok_or(StoreFailure::Unreadable),
            Some(version) if version > VERSION => Err(StoreFailure::NewerVersion),
            _ => Err(StoreFailure::Unreadable),
        }
    }

    fn open_readable(&self, login: &LoginDigest, record: &SealedRecord) -> Option<Snapshot> {
        let SealedRecord { version: _, seq, key, nonce, sealed } = record;
        let seq = read_number(seq)?;
        if self.keys.is_empty() {
            return key.is_empty().then(|| Snapshot::new(sealed.clone()));
        }
        let (_, cipher) = self.keys.iter().find(|(id, _)| id == key)?;
        let [nonce, sealed] = [nonce, sealed].map(|text| URL_SAFE_NO_PAD.decode(text));
        let (nonce, sealed) = (nonce.ok()?, sealed.ok()?);
        let nonce = <&XNonce>::try_from(nonce.as_slice()).ok()?;
        let aad = associated_data(VERSION, login, seq, key);
        let text = cipher.decrypt(nonce, Payload { msg: &sealed, aad: &aad }).ok()?;
        // Only UTF-8 strings are sealed.
        String::from_utf8(text).ok().map(Snapshot::new)
    }
}

/// Parses a number in canonical form only, because the store compares strings.
fn read_number(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().filter(|number| number.to_string() == text)
}

impl fmt::Debug for RecordSealer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.keys.iter().map(|(id, _)| id.as_str()).collect();
        formatter.debug_struct("RecordSealer").field("keys", &ids).finish()
    }
}

/// Returns the associated data of a record: version (8 bytes), login digest, record number (8 bytes) and key id. Numbers are
/// big-endian.
fn associated_data(version: u64, login: &LoginDigest, seq: u64, key: &str) -> Vec<u8> {
    [&version.to_be_bytes()[..], login.as_bytes(), &seq.to_be_bytes(), key.as_bytes()].concat()
}
