//! Why an API refused a request with 401, as far as it can be told: from what was sent first, then from what the API says.
//!
//! The first that holds is told: a token in the place of a key, an expiry, another environment, the challenge. Claims are read
//! without a check of their signature: they explain, and allow nothing.

use ::http::HeaderMap;
use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::challenge::Challenge;
use super::request::Credential;
use super::sent::SentRequest;
use crate::foreign_text::clean_text;
use crate::token::{CLIENT_ID, Claims, Diagnosis};

/// What of a challenge's description is shown, in characters.
const MAX_DESCRIPTION: usize = 200;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cause {
    /// The API key is a token of the identity provider; the claim that shows it, and its value.
    WrongCredential { claim: &'static str, value: String },
    /// It had expired when it was sent, so many milliseconds before.
    Expired { before: i64 },
    /// It expired so many milliseconds after it was sent, before the answer.
    ExpiredDuringRequest { after: i64 },
    /// Its issuer is that of another environment.
    OfEnvironment { environment: String, issuer: String },
    /// The API says so.
    ByChallenge { meaning: ChallengeMeaning, description: Option<String> },
}

/// What a bearer challenge says is wrong (RFC 6750 section 3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChallengeMeaning {
    /// The scope is not enough; the scope that is wanted, where it is said.
    Scope { wanted: Option<String> },
    /// The token was made for another receiver.
    Audience,
    /// The token was issued by another issuer.
    Issuer,
    /// The token is expired.
    Expired,
    /// Something else, which the description tells.
    Unknown,
}

impl Cause {
    /// The cause of a 401, where it can be told.
    pub(super) fn find(headers: &HeaderMap, request: &SentRequest<'_>, now: Timestamp) -> Option<Cause> {
        let claims = request.claims.as_ref();
        claims
            .and_then(|claims| wrong_credential(request.credential, claims))
            .or_else(|| expiry(request, now))
            .or_else(|| claims.and_then(|claims| other_environment(request, claims)))
            .or_else(|| Self::by_challenge(headers, request))
    }

    /// What the challenges of an answer say.
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

    /// What it means to the token machine: whether another token of the same kind would be refused too.
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

/// An API key that the identity provider issued to the login's client, or that is one of its other tokens.
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

/// RFC 6750 has one code, `invalid_token`, for all that is wrong with a token; only the description tells these apart.
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
