//! What the proxy saw: each token request, what Keycloak answered and what the client got, and each call of the API.

use serde_json::{Value, json};

use super::faults::Fault;

/// Milliseconds since the Unix epoch, on the clock that the hosts read too.
pub(super) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What a token request asks with; a refresh token by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    Password,
    Refresh(String),
}

/// What Keycloak answered; tokens by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) error: Option<String>,
    pub(super) access: Option<String>,
    pub(super) refresh: Option<String>,
}

/// What the client got of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Got {
    /// The provider's answer.
    Answer,
    /// Part of it.
    Part,
    /// An answer that the provider did not give, with this status.
    Other(u16),
    Nothing,
}

/// One token request.
#[derive(Clone, Debug)]
pub(super) struct TokenRequest {
    pub(super) at: i64,
    pub(super) grant: Grant,
    pub(super) fault: Fault,
    /// Nothing where the provider did not hear of it.
    pub(super) answered: Option<Answered>,
    pub(super) got: Got,
    pub(super) ended: i64,
}

/// Why the API answered a call as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// 200: the token is one of Keycloak's and alive.
    Good,
    /// 401, though it is.
    Revoked,
    /// 401: its time is over.
    Expired,
    /// 401: Keycloak never gave it through the proxy.
    Unknown,
}

/// One request to the API.
#[derive(Clone, Debug)]
pub(super) struct ApiCall {
    pub(super) at: i64,
    pub(super) path: String,
    pub(super) access: String,
    pub(super) verdict: Verdict,
}

/// What was done for a login that needed a person: new credentials were set.
#[derive(Clone, Debug)]
pub(super) struct Remedy {
    pub(super) at: i64,
    /// The code of the failure that asked for it.
    pub(super) why: String,
    /// The refresh token of a new sign-in; without one it was a new password.
    pub(super) refresh: Option<String>,
}

/// Everything in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) tokens: Vec<TokenRequest>,
    pub(super) calls: Vec<ApiCall>,
    pub(super) remedies: Vec<Remedy>,
}

impl Ledger {
    /// One JSON line for each entry.
    pub(super) fn lines(&self) -> Vec<Value> {
        let tokens = self.tokens.iter().map(TokenRequest::shown);
        let remedies = self
            .remedies
            .iter()
            .map(|Remedy { at, why, refresh }| json!({ "remedy": { "at": at, "why": why, "refresh": refresh } }));
        tokens.chain(self.calls.iter().map(ApiCall::shown)).chain(remedies).collect()
    }
}

impl TokenRequest {
    fn shown(&self) -> Value {
        let Self { at, grant, fault, answered, got, ended } = self;
        let grant = match grant {
            Grant::Password => json!("password"),
            Grant::Refresh(token) => json!(token),
        };
        let answered = answered.as_ref().map(|Answered { status, error, access, refresh }| {
            json!({ "status": status, "error": error, "access": access, "refresh": refresh })
        });
        let got = match got {
            Got::Answer => json!("answer"),
            Got::Part => json!("part"),
            Got::Other(status) => json!(status),
            Got::Nothing => json!("nothing"),
        };
        json!({ "token": {
            "at": at, "grant": grant, "fault": fault.name(), "answered": answered, "got": got, "ended": ended,
        }})
    }
}

impl ApiCall {
    fn shown(&self) -> Value {
        let Self { at, path, access, verdict } = self;
        let verdict = match verdict {
            Verdict::Good => "good",
            Verdict::Revoked => "revoked",
            Verdict::Expired => "expired",
            Verdict::Unknown => "unknown",
        };
        json!({ "call": { "at": at, "path": path, "access": access, "verdict": verdict } })
    }
}
