//! A record's members, as its JSON has them: secrets as texts, digests in base64url, times in milliseconds since the Unix
//! epoch.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Members<'a> {
    pub(super) version: u64,
    pub(super) environment: &'a str,
    pub(super) auth_url: &'a str,
    pub(super) realm: &'a str,
    pub(super) client_id: &'a str,
    pub(super) user: &'a str,
    pub(super) seq: u64,
    /// Differs between processes: two that write the same are told apart.
    pub(super) writer: String,
    pub(super) generation: u64,
    pub(super) base_life: i64,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) access: Option<Access<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) refresh: Option<Refresh<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) given: Option<&'a str>,
    pub(super) seen_given: Vec<String>,
    pub(super) seen_sent: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) back_off: Option<Wait>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Refused>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Access<'a> {
    pub(super) token: &'a str,
    pub(super) obtained_at: i64,
    pub(super) expires_at: i64,
    pub(super) life: i64,
    pub(super) bad: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Refresh<'a> {
    pub(super) token: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expires_at: Option<i64>,
    pub(super) spent: bool,
    pub(super) exhausted: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Wait {
    pub(super) until: i64,
    pub(super) attempt: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Refused {
    pub(super) salt: String,
    pub(super) digest: String,
}

/// What is read of a record before anything else.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) version: u64,
}

pub(super) fn to_base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
