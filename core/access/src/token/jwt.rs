//! Reads the claims of a JWT (RFC 7519 section 4.1) without verifying its signature: for lifetimes and error messages only.
//! No decision to allow something depends on them.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::value::RawValue;
use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

/// The raw members of a JSON object. They stay unparsed, so that a number that fits no type does not spoil the others.
pub(super) type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The claims of a JWT that matter here. Each is parsed on its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Claims {
    /// `iss`.
    pub(crate) issuer: Option<String>,
    /// `iat`.
    pub(crate) issued_at: Option<Timestamp>,
    /// `exp`.
    pub(crate) expires_at: Option<Timestamp>,
    /// `scope`, a string (RFC 8693 section 4.2) or a list.
    pub(crate) scopes: Vec<String>,
    /// `typ`, which Keycloak sets to the kind of token.
    pub(crate) kind: Option<String>,
    /// `azp`, else `client_id`: the client that the token was issued to (RFC 9068 section 2.2).
    pub(crate) client: Option<String>,
}

impl Claims {
    /// Reads the claims of a token. Returns `None` if it is no JWT.
    pub(crate) fn read(token: &Secret) -> Option<Claims> {
        let payload = token.expose().split('.').nth(1)?;
        let bytes = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('=')).ok()?;
        let members: Members<'_> = serde_json::from_slice(&bytes).ok()?;
        let time = |name| read_seconds(&members, name).map(Timestamp::from_millis);
        Some(Claims {
            issuer: read_text(&members, "iss"),
            issued_at: time("iat"),
            expires_at: time("exp"),
            scopes: read_scopes(&members),
            kind: read_text(&members, "typ"),
            client: read_text(&members, "azp").or_else(|| read_text(&members, "client_id")),
        })
    }

    /// Returns the time from `iat` to `exp`, in milliseconds.
    pub(super) fn lifetime(&self) -> Option<i64> {
        Some(self.expires_at?.millis_since(self.issued_at?))
    }
}

fn read_scopes(members: &Members<'_>) -> Vec<String> {
    let raw = members.get("scope").or_else(|| members.get("scopes")).map_or("null", |raw| raw.get());
    if let Ok(text) = serde_json::from_str::<String>(raw) {
        return text.split_whitespace().map(ToOwned::to_owned).collect();
    }
    serde_json::from_str(raw).unwrap_or_default()
}

pub(super) fn read_text(members: &Members<'_>, name: &str) -> Option<String> {
    serde_json::from_str(members.get(name)?.get()).ok()
}

/// Reads seconds and returns milliseconds. Accepts an integer, a number with a fraction (rounded down) or a string of
/// digits. A date is in seconds since the Unix epoch.
pub(super) fn read_seconds(members: &Members<'_>, name: &str) -> Option<i64> {
    let raw = members.get(name)?.get();
    let quoted: Option<String> = serde_json::from_str(raw).ok();
    let number = quoted.as_deref().unwrap_or(raw);
    let digits = number.strip_prefix('-').unwrap_or(number);
    if quoted.is_some() && (digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let seconds = number.parse::<f64>().ok()?.floor();
    // The exact value of a number beyond `i64` does not matter.
    let whole = format!("{seconds:.0}").parse().unwrap_or(if seconds < 0.0 { i64::MIN } else { i64::MAX });
    Some(whole.saturating_mul(1_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(payload: &str) -> Option<Claims> {
        Claims::read(&Secret::new(format!("x.{}.y", URL_SAFE_NO_PAD.encode(payload))))
    }

    #[test]
    fn each_claim_is_read_for_itself() {
        let claims = read(
            r#"{"iss":"https://id.example/realms/r","iat":100,"exp":"160","scope":"a  b","typ":"Refresh","client_id":"commerce","azp":7}"#,
        )
        .unwrap();
        assert_eq!(claims.issuer.as_deref(), Some("https://id.example/realms/r"));
        assert_eq!(claims.expires_at, Some(Timestamp::from_millis(160_000)));
        assert_eq!((claims.lifetime(), claims.scopes), (Some(60_000), vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!((claims.kind.as_deref(), claims.client.as_deref()), (Some("Refresh"), Some("commerce")));
        assert_eq!(read(r#"{"scope":["a","b"]}"#).unwrap().scopes, ["a", "b"]);
        assert!(read(r#"{"scope":7,"exp":"soon"}"#).unwrap().scopes.is_empty());
    }

    #[test]
    fn token_that_is_not_a_jwt_has_no_claims() {
        for token in ["", "opaque", "a.b", "a.!!.c", "..", "a.W10.c"] {
            assert!(Claims::read(&Secret::new(token.to_owned())).is_none(), "{token}");
        }
    }
}
