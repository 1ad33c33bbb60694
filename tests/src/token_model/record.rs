//! Records and snapshots: what one process tells the others of a login, as text.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use waybill_core::StoreFailure;

use super::answer::{is_printable, is_well_formed};
use super::data::{Access, Model, Refresh};

/// The members of a record, in the order in which they are written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Record {
    version: u64,
    environment: String,
    auth_url: String,
    realm: String,
    client_id: String,
    user: String,
    pub(super) seq: u64,
    writer: String,
    pub(super) generation: u64,
    pub(super) base_life: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) access: Option<RecordAccess>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refresh: Option<RecordRefresh>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) given: Option<String>,
    pub(super) seen_given: Vec<String>,
    pub(super) seen_sent: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) back_off: Option<RecordWait>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedPassword>,
    /// All of it, to be compared with the one that is known.
    #[serde(skip)]
    pub(super) text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RecordAccess {
    pub(super) token: String,
    pub(super) obtained_at: i64,
    pub(super) expires_at: i64,
    pub(super) life: i64,
    pub(super) bad: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RecordRefresh {
    pub(super) token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expires_at: Option<i64>,
    pub(super) spent: bool,
    pub(super) exhausted: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RecordWait {
    pub(super) until: i64,
    pub(super) attempt: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct RefusedPassword {
    salt: String,
    digest: String,
}

/// A SHA-256, as records write it.
pub(super) fn digest(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

fn salted(salt: &[u8], password: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(salt).chain_update(password).finalize())
}

impl Record {
    pub(super) fn refresh_digest(&self) -> Option<String> {
        self.refresh.as_ref().map(|refresh| digest(&refresh.token))
    }

    pub(super) fn has_seen(&self, token: &str) -> bool {
        self.seen_given.iter().chain(&self.seen_sent).any(|seen| seen == token)
    }

    /// Whether its writer found that this password is refused.
    pub(super) fn refuses(&self, password: &str) -> bool {
        self.refused.as_ref().is_some_and(|refused| {
            URL_SAFE_NO_PAD.decode(&refused.salt).is_ok_and(|salt| salted(&salt, password) == refused.digest)
        })
    }

    /// Its times, by the clock of the process that reads it, which is so far behind the store's.
    fn move_times(&mut self, behind: i64) {
        let access = self.access.iter_mut().flat_map(|access| [&mut access.obtained_at, &mut access.expires_at]);
        let refresh = self.refresh.iter_mut().filter_map(|refresh| refresh.expires_at.as_mut());
        let wait = self.back_off.iter_mut().map(|wait| &mut wait.until);
        for time in access.chain(refresh).chain(wait) {
            *time = time.saturating_sub(behind);
        }
    }

    fn is_sound(&self) -> bool {
        let is_digest = |text: &String| URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
        let are_digests = |texts: &[String]| texts.len() <= 1_000 && texts.iter().all(is_digest);
        self.access.as_ref().is_none_or(|access| is_well_formed(&access.token))
            && self.refresh.as_ref().is_none_or(|refresh| is_printable(&refresh.token))
            && self.given.as_ref().is_none_or(|given| is_printable(given))
            && are_digests(&self.seen_given)
            && are_digests(&self.seen_sent)
            && self
                .refused
                .as_ref()
                .is_none_or(|refused| URL_SAFE_NO_PAD.decode(&refused.salt).is_ok() && is_digest(&refused.digest))
    }
}

impl Model {
    /// What the text holds, by this process's clock, which is so far behind the clock that wrote it.
    pub(super) fn read_record(&self, text: &str, behind: i64) -> Result<Record, StoreFailure> {
        if text.len() > 1024 * 1024 {
            return Err(StoreFailure::Unreadable);
        }
        let value: Value = serde_json::from_str(text).map_err(|_| StoreFailure::Unreadable)?;
        let version = value.get("version").and_then(Value::as_u64).ok_or(StoreFailure::Unreadable)?;
        if version > 1 {
            return Err(StoreFailure::NewerVersion);
        }
        let mut record: Record = serde_json::from_str(text).map_err(|_| StoreFailure::Unreadable)?;
        let Record { environment, auth_url, realm, client_id, user, .. } = &record;
        let own = &self.account;
        let is_own = [environment, auth_url, realm, user] == [&own.environment, &own.auth_url, &own.realm, &own.user];
        if version != 1 || client_id != "commerce" || !is_own || !record.is_sound() {
            return Err(StoreFailure::Unreadable);
        }
        record.move_times(behind);
        Ok(Record { text: text.to_owned(), ..record })
    }

    /// What is held, under that number, by a clock that is so far ahead.
    pub(super) fn write_record(&self, seq: u64, wait: Option<(i64, u32)>, ahead: i64) -> String {
        let salt = self.random.to_be_bytes();
        let mut record = Record {
            version: 1,
            environment: self.account.environment.clone(),
            auth_url: self.account.auth_url.clone(),
            realm: self.account.realm.clone(),
            client_id: "commerce".to_owned(),
            user: self.account.user.clone(),
            seq,
            writer: URL_SAFE_NO_PAD.encode(salt),
            generation: self.generation,
            base_life: self.base_life.unwrap_or_default(),
            access: self.access.as_ref().map(|Access { secret, obtained_at, expires_at, life, bad, .. }| {
                RecordAccess {
                    token: secret.clone(),
                    obtained_at: *obtained_at,
                    expires_at: *expires_at,
                    life: *life,
                    bad: *bad,
                }
            }),
            refresh: self.refresh.as_ref().map(|Refresh { secret, expires_at, spent, exhausted, .. }| RecordRefresh {
                token: secret.clone(),
                expires_at: *expires_at,
                spent: *spent,
                exhausted: *exhausted,
            }),
            given: self.given_meanwhile.clone(),
            seen_given: self.given.clone(),
            seen_sent: self.sent.clone(),
            back_off: wait.map(|(until, attempt)| RecordWait { until, attempt }),
            refused: self.password.as_ref().filter(|_| self.is_refused).map(|password| RefusedPassword {
                salt: URL_SAFE_NO_PAD.encode(salt),
                digest: salted(&salt, password),
            }),
            text: String::new(),
        };
        record.move_times(ahead.saturating_neg());
        serde_json::to_string(&record).unwrap_or_default()
    }
}
