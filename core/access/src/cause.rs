//! The cause of a 401, as far as it can be found: first from the request that was sent, then from the API's challenge.
//!
//! The first match is reported: a token used as API key, an expiry, another environment, the challenge. Claims are read
//! without verifying the signature. They only explain, and never authorise.

use ::http::HeaderMap;
use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::challenge::Challenge;
use super::request::Credential;
use super::sent::SentRequest;
use crate::foreign_text::clean_text;
use crate::token::{CLIENT_ID, Claims, Diagnosis};

/// Maximum number of characters shown of a challenge's description.
const MAX_DESCRIPTION: usize = 200;

/// The cause of a rejected request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cause {
    /// The API key is a token of the identity provider. `claim` and `value` show it.
    WrongCredential { claim: &'static str, value: String },
    /// The credential had expired this many milliseconds before it was sent.
    Expired { before: i64 },
    /// The credential expired this many milliseconds after it was sent, before the response came.
    ExpiredDuringRequest { after: i64 },
    /// The credential's issuer belongs to another environment.
    OfEnvironment { environment: String, issuer: String },
    /// The API's challenge gives the cause.
    ByChallenge { meaning: ChallengeMeaning, description: Option<String> },
}

/// The meaning of a bearer challenge (RFC 6750 section 3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChallengeMeaning {
    /// A scope is missing; `wanted` is the required scope, if the challenge names it.
    Scope { wanted: Option<String> },
    /// The token is for another audience.
    Audience,
    /// The token is from another issuer.
    Issuer,
    /// The token is expired.
    Expired,
    /// Another problem, see the description.
    Unknown,
}

impl Cause {
    /// Finds the cause of a 401.
    pub(super) fn find(headers: &HeaderMap, request: &SentRequest<'_>, now: Timestamp) -> Option<Cause> {
        let claims = request.claims.as_ref();
        claims
            .and_then(|claims| wrong_credential(request.credential, claims))
            .or_else(|| expiry(request, now))
            .or_else(|| claims.and_then(|claims| other_environment(request, claims)))
            .or_else(|| Self::by_challenge(headers, request))
    }

    /// Finds the cause in the challenges of a response.
    pub(super) fn by_challenge(headers: &HeaderMap, request: &SentRequest<'_>) -> Option<Cause> {
        let mut unknown = None;
        for challenge in Challenge::read_all(headers).iter().filter(|challenge| challenge.scheme == "bearer") {
            let text = |text: &str| clean_text(text, MAX_DESCRIPTION, request.secret());
            let description = challenge.parameter("error_description");
            let meaning = if challenge.parameter("error") == Some("insufficient_scope") {
                Some(ChallengeMeaning::Scope { wanted: challenge.parameter("scope").and_then(text) })
            } else {
                description.and_then(|description| read_description(&description.to_ascii_lowercase()))
            };
            let description = description.and_then(text);
            match meaning {
                Some(meaning) => return Some(Cause::ByChallenge { meaning, description }),
                None if description.is_some() => {
                    unknown.get_or_insert(Cause::ByChallenge { meaning: ChallengeMeaning::Unknown, description });
                }
                None => {}
            }
        }
        unknown
    }

    /// Returns the diagnosis for the token machine, if another token of the same kind would be rejected too.
    pub(super) const fn diagnosis(&self) -> Option<Diagnosis> {
        match self {
            Cause::OfEnvironment { .. } | Cause::ByChallenge { meaning: ChallengeMeaning::Issuer, .. } => {
                Some(Diagnosis::Environment)
            }
            Cause::ByChallenge { meaning: ChallengeMeaning::Scope { .. }, .. } => Some(Diagnosis::Scope),
            Cause::ByChallenge { meaning: ChallengeMeaning::Audience, .. } => Some(Diagnosis::Audience),
            Cause::WrongCredential { .. }
            | Cause::Expired { .. }
            | Cause::ExpiredDuringRequest { .. }
            | Cause::ByChallenge { meaning: ChallengeMeaning::Expired | ChallengeMeaning::Unknown, .. } => None,
        }
    }
}

/// Detects an API key that the identity provider issued: to the login's client, or as a refresh, offline or ID token.
fn wrong_credential(credential: Credential, claims: &Claims) -> Option<Cause> {
    if credential != Credential::ApiKey {
        return None;
    }
    if let Some(kind) = claims.kind.as_deref().filter(|kind| ["Refresh", "Offline", "ID"].contains(kind)) {
        return Some(Cause::WrongCredential { claim: "typ", value: kind.to_owned() });
    }
    let client = claims.client.as_deref().filter(|client| *client == CLIENT_ID)?;
    Some(Cause::WrongCredential { claim: "azp", value: client.to_owned() })
}

fn expiry(request: &SentRequest<'_>, now: Timestamp) -> Option<Cause> {
    let sent = request.sent?;
    let expires_at = request.expires_at()?;
    if expires_at > now {
        return None;
    }
    let before = sent.at.millis_since(expires_at);
    Some(if before >= 0 {
        Cause::Expired { before }
    } else {
        Cause::ExpiredDuringRequest { after: before.saturating_neg() }
    })
}

fn other_environment(request: &SentRequest<'_>, claims: &Claims) -> Option<Cause> {
    let issuer = claims.issuer.as_deref()?;
    let environment = request.issuers.environment_of(issuer)?.to_owned();
    let issuer = clean_text(issuer, MAX_DESCRIPTION, request.secret())?;
    Some(Cause::OfEnvironment { environment, issuer })
}

/// Parses a description. RFC 6750 has one code, `invalid_token`, for all problems of a token; only the description differs.
fn read_description(description: &str) -> Option<ChallengeMeaning> {
    let says = |words: &[&str]| words.iter().any(|word| description.contains(word));
    if says(&["expired"]) {
        Some(ChallengeMeaning::Expired)
    } else if says(&["audience", "aud claim"]) {
        Some(ChallengeMeaning::Audience)
    } else if says(&["issuer", "iss claim", "environment"]) {
        Some(ChallengeMeaning::Issuer)
    } else {
        None
    }
}
