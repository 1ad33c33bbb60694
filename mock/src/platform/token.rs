//! Tokens that resemble real ones: JSON Web Tokens that depend on the seed alone.
//!
//! The signature is a keyed checksum. It identifies our tokens but protects nothing: the seed is public, so anyone can
//! create valid tokens.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A creator and verifier of tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signer {
    seed: u64,
}

/// The type of a token, as in Keycloak's `typ` claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Use {
    #[serde(rename = "Bearer")]
    Access,
    Refresh,
}

/// The claims of a token (RFC 7519 section 4.1) that the platform reads back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) typ: Use,
    pub(super) azp: String,
    pub(super) sub: String,
    pub(super) sid: String,
    pub(super) jti: TokenId,
    /// Seconds since the Unix epoch, like `exp`.
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preferred_username: Option<String>,
}

/// The id of a token: the number of its session, and its number among all tokens of the platform. Its string form is
/// `3-17`, for example. Unlike Keycloak, the platform needs no lookup to find the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct TokenId {
    pub(super) session: u64,
    pub(super) token: u64,
}

impl From<TokenId> for String {
    fn from(TokenId { session, token }: TokenId) -> String {
        format!("{session}-{token}")
    }
}

impl TryFrom<String> for TokenId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<TokenId, &'static str> {
        let numbers =
            text.split_once('-').and_then(|(session, token)| Some((session.parse().ok()?, token.parse().ok()?)));
        numbers.map(|(session, token)| TokenId { session, token }).ok_or("an id of a token is two numbers")
    }
}

impl Signer {
    pub(super) const fn new(seed: u64) -> Signer {
        Signer { seed }
    }

    /// Returns the API key of the sample platform, which is a JSON Web Token that never expires.
    pub(super) fn api_key(self) -> String {
        self.seal(json!({ "iss": "waybill dev", "typ": "ApiKey" }).to_string().as_bytes())
    }

    pub(super) fn sign(self, claims: &Claims) -> String {
        self.seal(&serde_json::to_vec(claims).unwrap_or_default())
    }

    /// Returns the claims of a token if its signature is valid. The token may have expired.
    pub(super) fn verify(self, token: &str) -> Option<Claims> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (_, payload) = signed.split_once('.')?;
        if signature != self.signature(signed) {
            return None;
        }
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
    }

    fn seal(self, payload: &[u8]) -> String {
        let header = URL_SAFE_NO_PAD.encode(br#"{"alg":"WAYBILL-DEV","typ":"JWT"}"#);
        let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(payload));
        let signature = self.signature(&signed);
        format!("{signed}.{signature}")
    }

    fn signature(self, signed: &str) -> String {
        let words = (0..4).flat_map(|word| self.checksum(word, signed).to_be_bytes());
        URL_SAFE_NO_PAD.encode(words.collect::<Vec<u8>>())
    }

    /// Computes FNV-1a over the string, starting from the seed, and mixes the bits as in `SplitMix64`.
    fn checksum(self, word: u64, text: &str) -> u64 {
        let start = mix(self.seed ^ mix(word)) ^ 0xCBF2_9CE4_8422_2325;
        let sum = text.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
        mix(sum)
    }

    /// Returns an id in the format of a UUID, for the session with this number.
    pub(super) fn uuid(self, number: u64) -> String {
        let (high, low) = (mix(self.seed ^ mix(number)), mix(self.seed.rotate_left(32) ^ mix(number)));
        let text = format!("{high:016x}{low:016x}");
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
    }
}

const fn mix(number: u64) -> u64 {
    let a = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    c ^ (c >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        let text = |text: &str| text.to_owned();
        Claims {
            iss: text("https://idp"),
            typ: Use::Access,
            azp: text("commerce"),
            sub: text("1"),
            sid: text("3"),
            jti: TokenId { session: 3, token: 17 },
            iat: 1_000,
            exp: 1_300,
            scope: text("profile"),
            preferred_username: Some(text("ada")),
        }
    }

    #[test]
    fn a_token_is_read_back_as_it_was_made() {
        let signer = Signer::new(5);
        assert_eq!(signer.verify(&signer.sign(&claims())), Some(claims()));
    }

    #[test]
    fn foreign_or_changed_token_is_not_verified() {
        let token = Signer::new(5).sign(&claims());
        assert_eq!(Signer::new(6).verify(&token), None);
        assert_eq!(Signer::new(5).verify(&token.replace('.', "..")), None);
        assert_eq!(Signer::new(5).verify("not a token"), None);
    }

    #[test]
    fn the_same_seed_makes_the_same_key_and_ids() {
        assert_eq!(Signer::new(5).api_key(), Signer::new(5).api_key());
        assert_ne!(Signer::new(5).api_key(), Signer::new(6).api_key());
        assert_eq!(Signer::new(5).uuid(1).len(), 36);
        assert_ne!(Signer::new(5).uuid(1), Signer::new(5).uuid(2));
    }
}
