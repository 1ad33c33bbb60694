//! The identity provider: password and refresh grants with the measured behavior of Keycloak 26, and rotated refresh
//! tokens.
//!
//! Replaying a replaced refresh token ends the login: the replay is refused, and from then on the new token is too (RFC
//! 9700 section 4.14.2, Keycloak's `revokeRefreshToken` without reuse). Checks run in Keycloak's order.
//! `tests/conformance` tests both against the same list.

use std::borrow::Cow;
use std::collections::BTreeMap;

use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, PRAGMA};
use http::{Method, Request, StatusCode};
use percent_encoding::percent_decode_str;
use serde_json::json;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::config::{LifespanSeconds, PlatformConfig};
use super::echo::Bearer;
use super::form::Form;
use super::reply::PlatformReply;
use super::stats::Grant;
use super::token::{Claims, Signer, TokenId, Use};

/// Maximum number of simultaneous logins. The oldest is dropped first.
const MAX_SESSIONS: usize = 10_000;

/// The scopes of every client. Each token has them, even if they were not requested.
const SCOPES: [&str; 2] = ["profile", "email"];

/// The state of the identity provider.
#[derive(Debug)]
pub(super) struct Identity {
    signer: Signer,
    lifespans: LifespanSeconds,
    account: Account,
    sessions: BTreeMap<u64, Session>,
    sessions_started: u64,
    tokens_made: u64,
    /// Number of the last access token that was declared expired. All earlier ones are expired too.
    expired_up_to: u64,
}

/// Conditions that keep the user out, even with the right password.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Account {
    /// True if an administrator disabled the account. All grants are refused.
    pub(super) disabled: bool,
    /// True if too many passwords were tried. Logins are refused, but existing sessions continue.
    pub(super) locked: bool,
}

/// A login.
#[derive(Debug)]
struct Session {
    client: String,
    ends_at: i64,
    /// Number of the valid refresh token, or `None` after a replay.
    refresh: Option<u64>,
    /// Number of the refresh token that it replaced.
    replaced: Option<u64>,
}

/// An error response of the token endpoint (RFC 6749 section 5.2).
struct Refusal {
    status: StatusCode,
    error: &'static str,
    description: Cow<'static, str>,
}

const fn refusal(status: StatusCode, error: &'static str, description: &'static str) -> Refusal {
    Refusal { status, error, description: Cow::Borrowed(description) }
}

const fn dead_grant(description: &'static str) -> Refusal {
    refusal(StatusCode::BAD_REQUEST, "invalid_grant", description)
}

impl Identity {
    pub(super) fn new(config: &PlatformConfig) -> Identity {
        Identity {
            signer: Signer::new(config.seed),
            lifespans: config.lifespans.into(),
            account: Account::default(),
            sessions: BTreeMap::new(),
            sessions_started: 0,
            tokens_made: 0,
            expired_up_to: 0,
        }
    }

    /// Returns the lifetimes of future tokens.
    pub(super) fn lifespans_mut(&mut self) -> &mut LifespanSeconds {
        &mut self.lifespans
    }

    /// Returns the state of the user's account.
    pub(super) fn account_mut(&mut self) -> &mut Account {
        &mut self.account
    }

    /// Expires all access tokens issued so far.
    pub(super) fn expire_access_tokens(&mut self) {
        self.expired_up_to = self.tokens_made;
    }

    /// Ends all logins, like an administrator who logs the user out.
    pub(super) fn end_sessions(&mut self) {
        self.sessions.clear();
    }

    /// Handles a request to the token endpoint of `realm`, which is still percent-encoded.
    pub(super) fn token(
        &mut self,
        config: &PlatformConfig,
        realm: &str,
        request: &Request<Vec<u8>>,
        now: Timestamp,
    ) -> (Option<Grant>, PlatformReply) {
        // Keycloak sends these two responses before its token endpoint runs, so they lack the headers against caching.
        if percent_decode_str(realm).decode_utf8_lossy() != config.realm {
            return (None, PlatformReply::json(StatusCode::NOT_FOUND, &json!({ "error": "Realm does not exist" })));
        }
        if request.method() != Method::POST {
            let body = json!({ "error": "HTTP 405 Method Not Allowed" });
            return (None, PlatformReply::json(StatusCode::METHOD_NOT_ALLOWED, &body));
        }
        let form = if is_form(request.headers()) { Form::parse(request.body()) } else { Form::default() };
        let grant = match form.get("grant_type") {
            Some("password") => Some(Grant::Password),
            Some("refresh_token") => Some(Grant::Refresh),
            Some(_) | None => None,
        };
        let reply = self.grant(config, grant, &form, now).unwrap_or_else(|refusal| {
            let Refusal { status, error, description } = refusal;
            PlatformReply::json(status, &json!({ "error": error, "error_description": description }))
        });
        // Responses with tokens must not be cached (RFC 6749 section 5.1), and errors are not cached either.
        (grant, reply.with(CACHE_CONTROL, "no-store").with(PRAGMA, "no-cache"))
    }

    fn grant(
        &mut self,
        config: &PlatformConfig,
        grant: Option<Grant>,
        form: &Form,
        now: Timestamp,
    ) -> Result<PlatformReply, Refusal> {
        if form.get("grant_type").is_none() {
            return Err(refusal(StatusCode::BAD_REQUEST, "invalid_request", "Missing form parameter: grant_type"));
        }
        // Checked before the client: an unknown client with an unknown grant gets this error.
        let Some(grant) = grant else {
            return Err(refusal(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Unsupported grant_type"));
        };
        let given = form.get("client_id").unwrap_or_default();
        let client = config.clients.iter().find(|client| client.id == given).ok_or(refusal(
            StatusCode::UNAUTHORIZED,
            "invalid_client",
            "Invalid client or Invalid client credentials",
        ))?;
        if form.has_duplicates() {
            return Err(refusal(StatusCode::BAD_REQUEST, "invalid_request", "duplicated parameter"));
        }
        match grant {
            Grant::Password if client.direct_grants => self.log_in(config, &client.id, form, now),
            Grant::Password => {
                let text = "Client not allowed for direct access grants";
                Err(refusal(StatusCode::BAD_REQUEST, "unauthorized_client", text))
            }
            Grant::Refresh => self.refresh(config, &client.id, form, now),
        }
    }

    fn log_in(
        &mut self,
        config: &PlatformConfig,
        client: &str,
        form: &Form,
        now: Timestamp,
    ) -> Result<PlatformReply, Refusal> {
        check_scopes(form)?;
        let username = form.get("username").ok_or(refusal(
            StatusCode::UNAUTHORIZED,
            "invalid_request",
            "Missing parameter: username",
        ))?;
        let is_user = username.eq_ignore_ascii_case(&config.username);
        if is_user && self.account.disabled {
            return Err(dead_grant("Account disabled"));
        }
        let password = form.get("password").map(|password| Secret::new(password.to_owned()));
        // Attackers who try passwords must not learn that the account is locked.
        if !is_user || password.as_ref() != Some(&config.password) || self.account.locked {
            return Err(refusal(StatusCode::UNAUTHORIZED, "invalid_grant", "Invalid user credentials"));
        }
        if self.sessions.len() >= MAX_SESSIONS {
            self.sessions.pop_first();
        }
        self.sessions_started += 1;
        let ends_at = seconds(now).saturating_add(self.lifespans.session_max);
        self.sessions.insert(
            self.sessions_started,
            Session { client: client.to_owned(), ends_at, refresh: None, replaced: None },
        );
        self.issue(config, self.sessions_started, now)
    }

    fn refresh(
        &mut self,
        config: &PlatformConfig,
        client: &str,
        form: &Form,
        now: Timestamp,
    ) -> Result<PlatformReply, Refusal> {
        let text =
            form.get("refresh_token").ok_or(refusal(StatusCode::BAD_REQUEST, "invalid_request", "No refresh token"))?;
        check_scopes(form)?;
        let claims = self.signer.verify(text);
        let claims = claims.filter(|claims| claims.typ == Use::Refresh && claims.iss == config.issuer());
        let claims = claims.ok_or(dead_grant("Invalid refresh token"))?;
        // The token is still valid during the second of `exp`.
        if claims.exp < seconds(now) {
            return Err(dead_grant("Token is not active"));
        }
        if claims.azp != client {
            return Err(dead_grant("Invalid refresh token. Token client and authorized client don't match"));
        }
        let TokenId { session: number, token } = claims.jti;
        let session = self.sessions.get_mut(&number).filter(|session| seconds(now) < session.ends_at);
        let session = session.ok_or(dead_grant("Session not active"))?;
        if self.account.disabled {
            return Err(dead_grant("User disabled"));
        }
        match session.refresh {
            Some(current) if current == token => self.issue(config, number, now),
            Some(_) => {
                session.refresh = None;
                let is_last = session.replaced == Some(token);
                Err(dead_grant(if is_last { "Maximum allowed refresh token reuse exceeded" } else { "Stale token" }))
            }
            None => Err(dead_grant("Session doesn't have required client")),
        }
    }

    /// Issues a pair of tokens for a session. Neither outlives the session.
    fn issue(&mut self, config: &PlatformConfig, number: u64, now: Timestamp) -> Result<PlatformReply, Refusal> {
        let iat = seconds(now);
        let session = self.sessions.get_mut(&number).ok_or(dead_grant("Session not active"))?;
        let left = session.ends_at.saturating_sub(iat).max(0);
        let expires_in = self.lifespans.access_token.min(left);
        let refresh_expires_in = self.lifespans.session_idle.min(left);
        let (access, refresh) = (self.tokens_made + 1, self.tokens_made + 2);
        session.replaced = session.refresh.replace(refresh);
        self.tokens_made = refresh;
        let (sid, scope) = (self.signer.uuid(number), SCOPES.join(" "));
        let sign = |typ, token, life: i64| {
            self.signer.sign(&Claims {
                iss: config.issuer(),
                typ,
                azp: session.client.clone(),
                // Sessions are numbered from 1, so 0 is free for the user.
                sub: self.signer.uuid(0),
                sid: sid.clone(),
                jti: TokenId { session: number, token },
                iat,
                exp: iat.saturating_add(life),
                scope: scope.clone(),
                preferred_username: (typ == Use::Access).then(|| config.username.clone()),
            })
        };
        Ok(PlatformReply::json(
            StatusCode::OK,
            &json!({
                "access_token": sign(Use::Access, access, expires_in),
                "expires_in": expires_in,
                "refresh_expires_in": refresh_expires_in,
                "refresh_token": sign(Use::Refresh, refresh, refresh_expires_in),
                "token_type": "Bearer",
                "not-before-policy": 0,
                "session_state": sid,
                "scope": scope,
            }),
        ))
    }

    /// Classifies a bearer token. Like a resource server, it does not look up the session of an access token.
    pub(super) fn access(&self, config: &PlatformConfig, token: &str, now: Timestamp) -> Bearer {
        if config.api_key == Secret::new(token.to_owned()) {
            return Bearer::ApiKey;
        }
        match self.signer.verify(token).filter(|claims| claims.typ == Use::Access) {
            None => Bearer::Unknown,
            Some(claims) if claims.exp <= seconds(now) || claims.jti.token <= self.expired_up_to => Bearer::Expired,
            Some(_) => Bearer::AccessToken,
        }
    }
}

/// True if the body is a form. Like Keycloak, it compares the media type case-sensitively; the caller treats other
/// bodies as empty forms.
fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/x-www-form-urlencoded")
}

/// Rejects scopes that clients do not have. Two consecutive spaces request a scope without a name.
fn check_scopes(form: &Form) -> Result<(), Refusal> {
    match form.get("scope") {
        Some(asked) if !asked.split(' ').all(|scope| SCOPES.contains(&scope)) => Err(Refusal {
            status: StatusCode::BAD_REQUEST,
            error: "invalid_scope",
            description: Cow::Owned(format!("Invalid scopes: {asked}")),
        }),
        Some(_) | None => Ok(()),
    }
}

/// Returns whole seconds, rounded down as in Keycloak.
const fn seconds(now: Timestamp) -> i64 {
    now.as_millis().div_euclid(1_000)
}
