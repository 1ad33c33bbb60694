//! Explains the error statuses of an API: code, meaning, remedy and evidence.
//!
//! Follows the platform's table of statuses, and is more specific where the cause is known.

use std::borrow::Cow;

use waybill_base::error::{ErrorCode, code};
use waybill_base::internal::{TimestampExt as _, describe_span};
use waybill_base::time::Timestamp;

use super::Route;
use super::cause::{Cause, ChallengeMeaning};
use super::request::Credential;
use super::sent::SentRequest;

/// Time since expiry, in milliseconds, below which a wrong clock may be the cause.
const CLOCK_IS_SUSPECT: i64 = 60_000;

/// Maximum number of scopes listed.
const MAX_SCOPES: usize = 20;
/// Maximum number of characters shown of an id or path.
const MAX_ID: usize = 80;

/// Remedy for a request that may have taken effect and must not be sent twice.
const FIND_OUT: &str = "check whether the request took effect before you send it again; if it keeps failing, report it \
                        to the platform's support";

/// Remedy for a request that is idempotent (RFC 9110 section 9.2.2).
pub(super) const SEND_AGAIN: &str = "send the call again: it is idempotent";

/// Remedy where the same request would get the same response again.
const REPORT: &str = "check the method and the path; if they are right, report it to the platform's support";

/// The meaning of a status.
pub(super) struct Explanation {
    pub(super) code: ErrorCode,
    pub(super) meaning: Cow<'static, str>,
    /// `None` where the default remedy of the code fits best.
    pub(super) remedy: Option<Cow<'static, str>>,
    pub(super) evidence: Vec<String>,
}

impl Explanation {
    fn new(code: ErrorCode, meaning: impl Into<Cow<'static, str>>) -> Self {
        Self { code, meaning: meaning.into(), remedy: None, evidence: Vec::new() }
    }

    fn remedy(self, remedy: impl Into<Cow<'static, str>>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }

    fn evidence(mut self, evidence: impl IntoIterator<Item = String>) -> Self {
        self.evidence.extend(evidence);
        self
    }
}

/// Explains an error status. `cause` is the cause of a 401, or the cause that a 403's challenge gives.
pub(super) fn explain_status(
    status: u16,
    cause: Option<&Cause>,
    request: &SentRequest<'_>,
    now: Timestamp,
) -> Explanation {
    match (status, cause) {
        (401, Some(cause)) => explain_cause(cause, request, now),
        (403, Some(Cause::ByChallenge { meaning: ChallengeMeaning::Scope { wanted }, description })) => {
            explain_scope(wanted.as_deref(), description.as_deref(), request)
        }
        (401, None) => explain_unauthorized(request),
        (403, Some(Cause::ByChallenge { meaning: ChallengeMeaning::Unknown, description })) => {
            explain_forbidden(request).evidence(quote_api(description.as_deref()))
        }
        (403, _) => explain_forbidden(request),
        (408, _) => {
            let explanation = Explanation::new(code::API_REFUSED, "the request did not arrive in time");
            let is_idempotent = request.method().is_idempotent();
            explanation.remedy(if is_idempotent { SEND_AGAIN } else { FIND_OUT })
        }
        (404, _) if request.is_to_mock_service() => Explanation::new(
            code::API_NOT_FOUND,
            "the mock service has no resource at this path",
        )
        .remedy(
            "import the service's WSDL or OpenAPI file into the mock service, and use the path exactly as it lists it",
        ),
        (404, _) => Explanation::new(code::API_NOT_FOUND, format!("there is no `{}`", shown_path(request))),
        (429, _) => Explanation::new(code::API_RATE_LIMITED, "too many requests were sent"),
        (500.., _) => {
            let explanation = Explanation::new(code::API_UNAVAILABLE, "the server failed");
            match status {
                // A request that is not idempotent may take effect twice (RFC 9110 section 9.2.2).
                _ if !request.method().is_idempotent() => explanation.remedy(FIND_OUT),
                500 | 502..=504 => explanation,
                _ => explanation.remedy(REPORT),
            }
        }
        _ => Explanation::new(code::API_REFUSED, "it rejected the request"),
    }
}

fn explain_unauthorized(request: &SentRequest<'_>) -> Explanation {
    let name = request.credential_name();
    Explanation::new(
        code::API_UNAUTHORIZED,
        format!("the {name} is invalid, expired or belongs to another environment"),
    )
    .remedy(match request.credential {
        Credential::ApiKey => {
            "create a new API key (settings, section API Keys, action Create New Key); use URLs that match the \
                 credentials; check the key's permissions"
        }
        Credential::AccessToken => {
            "call invalidateTokens or sign in again; use URLs that match the credentials; check the user's permissions"
        }
    })
}

fn explain_cause(cause: &Cause, request: &SentRequest<'_>, now: Timestamp) -> Explanation {
    let name = request.credential_name();
    match cause {
        Cause::WrongCredential { claim, value } => {
            let meaning = "a token of the identity provider was passed as the API key";
            Explanation::new(code::API_WRONG_CREDENTIAL, meaning)
                .evidence([format!("its `{claim}` is `{value}` (read without checking the signature)")])
        }
        Cause::Expired { before } => explain_expired(*before, request),
        Cause::ExpiredDuringRequest { after } => {
            let meaning = format!("the {name} expired while the request was processed");
            let evidence = format!("the {name} expired {} after the request was sent", describe_span(*after));
            Explanation::new(code::API_EXPIRED_DURING_REQUEST, meaning).evidence([evidence])
        }
        Cause::OfEnvironment { environment, issuer } => {
            let own = &request.environment.name;
            let meaning = format!("the {name} belongs to environment `{environment}`, but the request went to `{own}`");
            Explanation::new(code::API_WRONG_ENVIRONMENT, meaning)
                .evidence([format!("its `iss` is `{issuer}` (read without checking the signature)")])
        }
        Cause::ByChallenge { meaning, description } => explain_challenge(meaning, description.as_deref(), request, now),
    }
}

fn explain_expired(before: i64, request: &SentRequest<'_>) -> Explanation {
    let name = request.credential_name();
    let meaning = format!("the {name} had expired {} before it was sent", describe_span(before));
    let explanation = Explanation::new(code::API_TOKEN_EXPIRED, meaning);
    let explanation = match request.credential {
        Credential::ApiKey => explanation,
        Credential::AccessToken => explanation.remedy("send the call again: it gets a new token"),
    };
    if before >= CLOCK_IS_SUSPECT {
        return explanation;
    }
    let remedy = explanation.remedy.clone().unwrap_or(Cow::Borrowed(code::API_TOKEN_EXPIRED.remedy()));
    explanation
        .remedy(format!("check this machine's clock; if it is right, {remedy}"))
        .evidence(["a clock that is wrong by this much would explain it".to_owned()])
}

fn explain_challenge(
    meaning: &ChallengeMeaning,
    description: Option<&str>,
    request: &SentRequest<'_>,
    now: Timestamp,
) -> Explanation {
    let name = request.credential_name();
    let answer = quote_api(description);
    match meaning {
        ChallengeMeaning::Unknown => explain_unauthorized(request).evidence(answer),
        ChallengeMeaning::Scope { wanted } => explain_scope(wanted.as_deref(), description, request),
        ChallengeMeaning::Audience => {
            Explanation::new(code::API_WRONG_AUDIENCE, format!("the {name} is for another audience")).evidence(answer)
        }
        ChallengeMeaning::Issuer => {
            let meaning = format!("the {name} belongs to another environment");
            Explanation::new(code::API_WRONG_ENVIRONMENT, meaning).evidence(answer)
        }
        ChallengeMeaning::Expired => {
            let left = request.expires_at().map(|at| at.millis_since(now)).filter(|left| *left > 0).map(|left| {
                format!("according to this machine's clock it is valid for {}: check the clock", describe_span(left))
            });
            let explanation =
                Explanation::new(code::API_TOKEN_EXPIRED, format!("the API reports that the {name} has expired"));
            let explanation = match request.credential {
                Credential::ApiKey => explanation,
                Credential::AccessToken => explanation.remedy("send the call again: it gets a new token"),
            };
            explanation.evidence(answer).evidence(left)
        }
    }
}

fn explain_scope(wanted: Option<&str>, description: Option<&str>, request: &SentRequest<'_>) -> Explanation {
    let meaning = match wanted {
        Some(wanted) => format!("a required scope is missing: {wanted}"),
        None => "a required scope is missing".to_owned(),
    };
    let explanation = Explanation::new(code::API_INSUFFICIENT_SCOPE, meaning)
        .evidence(quote_api(description))
        .evidence(scopes(request));
    match request.credential {
        Credential::ApiKey => explanation,
        Credential::AccessToken => explanation
            .remedy("ask an administrator of the realm to give the user or the client `commerce` that permission"),
    }
}

/// Explains a 403 without a reason. It has three possible causes, or two if the route names no tenant or seller.
fn explain_forbidden(request: &SentRequest<'_>) -> Explanation {
    let (name, path) = (request.credential_name(), shown_path(request));
    let owner = match request.route {
        Route::Platform => None,
        Route::Commerce { tenant } => Some(("X-Tenant", tenant)),
        Route::CommerceProxy { seller } => Some(("x-seller-id", seller)),
    };
    let owner = owner.map(|(header, id)| (header, shown(id)));
    let check_permission = match request.credential {
        Credential::ApiKey => "check the scopes of the key (settings, section API Keys)",
        Credential::AccessToken => "check the user's permissions",
    };
    let (meaning, check_owner) = match &owner {
        Some((header, id)) => (
            format!("the {name} lacks a permission, {header} `{id}` is wrong, or `{path}` does not exist"),
            format!("; check {header} `{id}`"),
        ),
        None => (format!("the {name} lacks a permission, or `{path}` does not exist"), String::new()),
    };
    Explanation::new(code::API_FORBIDDEN, meaning)
        .remedy(format!("{check_permission}{check_owner}; check that `{path}` exists and was not deleted"))
        .evidence(scopes(request))
}

fn quote_api(description: Option<&str>) -> Option<String> {
    description.map(|description| format!("the API reports: {description}"))
}

/// Returns the scopes that the key or token claims to have, as evidence.
fn scopes(request: &SentRequest<'_>) -> Option<String> {
    let claims = request.claims.as_ref()?;
    let list: Vec<String> = claims.scopes.iter().take(MAX_SCOPES).map(|scope| format!("`{}`", shown(scope))).collect();
    let name = request.credential_name();
    (!list.is_empty())
        .then(|| format!("the {name} has the scopes {} (read without checking the signature)", list.join(", ")))
}

fn shown_path(request: &SentRequest<'_>) -> String {
    shown(request.path())
}

/// Returns an id or a path without control characters, cut if it is long.
fn shown(text: &str) -> String {
    let kept: String = text.chars().filter(|character| !character.is_control()).take(MAX_ID).collect();
    if kept.len() < text.len() { format!("{kept}...") } else { kept }
}
