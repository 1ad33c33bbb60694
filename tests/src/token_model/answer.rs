//! What an answer of the token endpoint says.

use serde_json::Value;

/// An answer, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// `Retry-After` in milliseconds.
    pub retry_after: Option<i64>,
    /// Whether the body is whole and JSON.
    pub is_json: bool,
    /// The `error` member.
    pub error: Option<String>,
    /// The code of what the description says of the account, where it does.
    pub account_state: Option<&'static str>,
    /// The tokens of a success; `None` where they cannot be used (row 12), with its code.
    pub tokens: Result<Tokens, &'static str>,
    /// The refresh token, whether the rest can be used or not.
    pub refresh: Option<String>,
    /// The refresh token's life in seconds, where it is known.
    pub refresh_expires_in: Option<i64>,
}

/// What a success gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The access token.
    pub access: String,
    /// Its life in seconds.
    pub expires_in: i64,
    /// Whether the answer has a refresh token, be it one that can be sent or not.
    pub has_refresh: bool,
}

impl Answer {
    /// Reads status, `Retry-After` header and body.
    #[must_use]
    pub fn read(
        status: u16,
        retry_after: Option<&str>,
        body: &str,
        complete: bool,
        foreign_providers: &[String],
    ) -> Self {
        let value = serde_json::from_str::<Value>(body).ok().filter(|_| complete);
        let text = |name: &str| {
            let member = value.as_ref().and_then(|value| value.get(name))?;
            member.as_str().map(str::to_owned)
        };
        Self {
            status,
            retry_after: retry_after
                .and_then(|text| text.trim().parse::<i64>().ok())
                .filter(|wait| *wait > 0)
                .map(|seconds| seconds.saturating_mul(1_000)),
            is_json: value.is_some(),
            error: text("error"),
            account_state: match text("error_description").unwrap_or_default().to_ascii_lowercase() {
                text if text.contains("disabled") => Some("token.account-disabled"),
                text if text.contains("not fully set up") => Some("token.account-not-set-up"),
                _ => None,
            },
            tokens: read_tokens(value.as_ref().unwrap_or(&Value::Null), foreign_providers),
            refresh: text("refresh_token").filter(|refresh| is_printable(refresh)),
            refresh_expires_in: value
                .as_ref()
                .and_then(|value| value.get("refresh_expires_in"))
                .and_then(seconds)
                .filter(|seconds| *seconds > 0),
        }
    }
}

fn read_tokens(value: &Value, foreign_providers: &[String]) -> Result<Tokens, &'static str> {
    let access = value.get("access_token").and_then(Value::as_str).filter(|access| is_well_formed(access));
    let Some(access) = access else { return Err("token.unusable-answer") };
    let is_bearer = match value.get("token_type") {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.eq_ignore_ascii_case("bearer"),
        Some(_) => false,
    };
    if !is_bearer {
        return Err("token.unusable-answer");
    }
    let claims = claims(access);
    let issuer = claims.as_ref().and_then(|claims| claims.get("iss")).and_then(Value::as_str);
    let is_foreign = |issuer: &str| {
        foreign_providers
            .iter()
            .any(|url| issuer.strip_prefix(url.as_str()).is_some_and(|rest| rest.starts_with("/realms/")))
    };
    if issuer.is_some_and(is_foreign) {
        return Err("token.wrong-environment");
    }
    let claim = |name: &str| claims.as_ref().and_then(|claims| claims.get(name)).and_then(seconds);
    let of_claims = claim("exp").zip(claim("iat")).map(|(exp, iat)| exp.saturating_sub(iat));
    let expires_in = value.get("expires_in").and_then(seconds).or(of_claims).unwrap_or(300);
    let has_refresh = value.get("refresh_token").is_some_and(|refresh| !refresh.is_null());
    Ok(Tokens { access: access.to_owned(), expires_in, has_refresh })
}

/// *Lifetime*: JSON integer, float (floored) or digit string.
fn seconds(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(floor)),
        Value::String(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(text.parse().unwrap_or(i64::MAX))
        }
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "it saturates, as all of the machine's arithmetic does")]
fn floor(number: f64) -> i64 {
    number.floor() as i64
}

/// Whether a header can hold the token.
pub(super) fn is_well_formed(token: &str) -> bool {
    (1..=65_536).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether a form can hold it as a refresh token: RFC 6749, appendix A.17.
pub(super) fn is_printable(token: &str) -> bool {
    (1..=65_536).contains(&token.len()) && token.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// The claims of a JSON Web Token.
fn claims(token: &str) -> Option<Value> {
    let mut parts = token.split('.');
    let (Some(_), Some(payload), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return None;
    };
    serde_json::from_slice(&decode(payload)?).ok()
}

/// Base64 with the alphabet of URLs (RFC 4648 section 5), six bits for each letter.
fn decode(text: &str) -> Option<Vec<u8>> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0_u32);
    for letter in text.trim_end_matches('=').chars() {
        held = (held << 6) | u32::try_from(letters.find(letter)?).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).ok()?);
        }
    }
    Some(bytes)
}
