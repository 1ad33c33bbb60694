//! The JSON members of a record: secrets as strings, digests in base64url, times in milliseconds since the Unix epoch.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use waybill_base::internal::SecretExt as _;
use waybill_base::secret::Secret;

#[derive(Serialize, Deserialize)]
pub(super) struct Members<'a> {
    pub(super) version: u64,
    #[serde(borrow)]
    pub(super) environment: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) auth_url: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) realm: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) client_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) user: Cow<'a, str>,
    pub(super) seq: u64,
    /// Differs between processes, so that two equal records of different processes have different digests.
    pub(super) writer: String,
    pub(super) generation: u64,
    pub(super) base_life: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) access: Option<Access>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refresh: Option<Refresh>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) given: Option<Token>,
    pub(super) seen_given: Vec<String>,
    pub(super) seen_sent: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) back_off: Option<Wait>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Refused>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Access {
    pub(super) token: Token,
    pub(super) obtained_at: i64,
    pub(super) expires_at: i64,
    pub(super) life: i64,
    pub(super) bad: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Refresh {
    pub(super) token: Token,
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

/// The first member that is read of a record.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) version: u64,
}

/// A token. Its memory is wiped even if parsing fails.
pub(super) struct Token(pub(super) Secret);

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let secret = String::deserialize(deserializer).map(Secret::new)?;
        if secret.fits_form() { Ok(Self(secret)) } else { Err(D::Error::custom("a token that cannot be sent")) }
    }
}

pub(super) fn to_base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
