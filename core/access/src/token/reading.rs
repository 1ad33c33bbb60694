//! Parses a token endpoint's response (RFC 6749 sections 5.1 and 5.2), valid or not.

use serde_json::value::RawValue;
use waybill_base::error::ProviderError;
use waybill_base::internal::SecretExt as _;
use waybill_base::secret::Secret;

use super::jwt::{Claims, Members, read_seconds, read_text};

/// Lifetime in milliseconds if neither the response nor the token contains one.
const UNKNOWN_LIFETIME: i64 = 300_000;

pub(super) enum TokenResponse {
    /// A success.
    Tokens(Tokens),
    /// An object with an `error` member.
    Error(ProviderError),
    /// JSON, but neither.
    Other,
    /// Not JSON.
    NotJson,
}

pub(super) struct Tokens {
    /// The access token, if a header can hold it.
    pub(super) access: Option<Secret>,
    /// True if `token_type` is Bearer, in any case, or missing.
    pub(super) is_bearer: bool,
    /// Lifetime of the access token in milliseconds. Zero or less means expired on arrival.
    pub(super) lifetime: i64,
    /// Issuer claim of an access token that is a JWT.
    pub(super) issuer: Option<String>,
    pub(super) refresh: Option<Secret>,
    /// True if a refresh token came, even one that cannot be sent.
    pub(super) has_refresh: bool,
    /// Lifetime of the refresh token in milliseconds, if known.
    pub(super) refresh_lifetime: Option<i64>,
}

pub(super) fn parse_token_response(body: &[u8], success: bool) -> TokenResponse {
    let Ok(members) = serde_json::from_slice::<Members<'_>>(body) else {
        let is_json = serde_json::from_slice::<&RawValue>(body).is_ok();
        return match (is_json, success) {
            (false, _) => TokenResponse::NotJson,
            (true, false) => TokenResponse::Other,
            (true, true) => TokenResponse::Tokens(tokens(&Members::new())),
        };
    };
    match members.get("error").map(|error| error.get()) {
        Some(error) if error != "null" => TokenResponse::Error(ProviderError {
            error: serde_json::from_str(error).unwrap_or_default(),
            description: read_text(&members, "error_description"),
        }),
        _ if success => TokenResponse::Tokens(tokens(&members)),
        _ => TokenResponse::Other,
    }
}

fn tokens(members: &Members<'_>) -> Tokens {
    let access = read_text(members, "access_token").map(Secret::new).filter(Secret::fits_header);
    let claims = access.as_ref().and_then(Claims::read);
    let from_claims = || claims.as_ref()?.lifetime();
    Tokens {
        is_bearer: match members.get("token_type") {
            None => true,
            Some(_) => read_text(members, "token_type").is_some_and(|kind| kind.eq_ignore_ascii_case("bearer")),
        },
        lifetime: read_seconds(members, "expires_in").or_else(from_claims).unwrap_or(UNKNOWN_LIFETIME),
        refresh: read_text(members, "refresh_token").map(Secret::new).filter(Secret::fits_form),
        has_refresh: members.get("refresh_token").is_some_and(|token| token.get() != "null"),
        refresh_lifetime: read_seconds(members, "refresh_expires_in").filter(|lifetime| *lifetime > 0),
        issuer: claims.and_then(|claims| claims.issuer),
        access,
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn read_tokens(body: &str) -> Tokens {
        match parse_token_response(body.as_bytes(), true) {
            TokenResponse::Tokens(tokens) => tokens,
            _ => panic!("expected tokens in {body}"),
        }
    }

    #[test]
    fn any_text_of_a_lifetime_has_a_meaning() {
        for (text, expected) in [
            ("60", 60_000),
            ("59.9", 59_000),
            ("\"60\"", 60_000),
            ("0", 0),
            ("-5", -5_000),
            ("\"-5\"", -5_000),
            ("-0.5", -1_000),
            ("1e400", i64::MAX),
            ("99999999999999999999", i64::MAX),
            ("\"99999999999999999999\"", i64::MAX),
            ("\"soon\"", UNKNOWN_LIFETIME),
            ("\"\"", UNKNOWN_LIFETIME),
            ("\"6e1\"", UNKNOWN_LIFETIME),
            ("null", UNKNOWN_LIFETIME),
            ("[]", UNKNOWN_LIFETIME),
        ] {
            let tokens = read_tokens(&format!(r#"{{"access_token":"a","expires_in":{text}}}"#));
            assert_eq!(tokens.lifetime, expected, "{text}");
        }
        assert_eq!(read_tokens(r#"{"access_token":"a"}"#).lifetime, UNKNOWN_LIFETIME);
    }

    #[test]
    fn missing_lifetime_is_read_from_the_jwt() {
        let payload = URL_SAFE_NO_PAD.encode(r#"{"iss":"https://id.example/realms/r","iat":100,"exp":160}"#);
        let tokens = read_tokens(&format!(r#"{{"access_token":"x.{payload}.y"}}"#));
        assert_eq!((tokens.lifetime, tokens.issuer.as_deref()), (60_000, Some("https://id.example/realms/r")));
    }

    #[test]
    fn tokens_invalid_in_a_header_are_ignored() {
        for token in ["\"\"", "\"a b\"", "\"a\\n\"", "5", "null", "{}"] {
            assert!(read_tokens(&format!(r#"{{"access_token":{token},"refresh_token":{token}}}"#)).access.is_none());
        }
    }

    #[test]
    fn an_error_member_outranks_the_status() {
        assert!(
            matches!(parse_token_response(br#"{"error":"invalid_grant"}"#, true), TokenResponse::Error(said) if said.error == "invalid_grant")
        );
        assert!(matches!(
            parse_token_response(br#"{"error":null,"access_token":"a"}"#, true),
            TokenResponse::Tokens(_)
        ));
        assert!(
            matches!(parse_token_response(br#"{"error":7}"#, false), TokenResponse::Error(said) if said.error.is_empty())
        );
        assert!(matches!(parse_token_response(b"[1]", true), TokenResponse::Tokens(tokens) if tokens.access.is_none()));
        assert!(matches!(parse_token_response(b"[1]", false), TokenResponse::Other));
        assert!(matches!(parse_token_response(b"<html>", true), TokenResponse::NotJson));
        assert!(matches!(parse_token_response(b"", true), TokenResponse::NotJson));
    }
}
