//! The identity provider: password and refresh grants as a measured Keycloak 26 answers them, refresh tokens rotated.
//!
//! A refresh token that was replaced and is sent again ends the login: the replay is refused, and from then on the new
//! token is too (RFC 9700 section 4.14.2, Keycloak's `revokeRefreshToken` without reuse).

use std::collections::BTreeMap;

use http::header::{CACHE_CONTROL, PRAGMA};
use http::{Method, Request, StatusCode};
use percent_encoding::percent_decode_str;
use serde_json::json;
use waybill_core::secret::Secret;
use waybill_core::time::Timestamp;

use super::config::{Config, Lifespans};
use super::echo::Bearer;
use super::form::Form;
use super::reply::Reply;
use super::stats::Grant;
use super::token::{Claims, Signer, Use};

/// Logins remembered at once; the oldest makes room.
const MOST_SESSIONS: usize = 10_000;

/// Everything the identity provider remembers.
#[derive(Debug)]
pub(super) struct Identity {
    signer: Signer,
    lifespans: Lifespans,
    sessions: BTreeMap<u64, Session>,
    sessions_started: u64,
    tokens_made: u64,
    /// Access tokens up to this one were declared expired.
    expired_up_to: u64,
}

/// A login.
#[derive(Debug)]
struct Session {
    client: String,
    ends_at: i64,
    /// The one refresh token that is still good, by number; none after a replay.
    refresh: Option<u64>,
}

/// An error answer of the token endpoint (RFC 6749 section 5.2).
struct Refusal {
    status: StatusCode,
    error: &'static str,
    description: Option<&'static str>,
}

const fn refusal(status: StatusCode, error: &'static str, description: &'static str) -> Refusal {
    Refusal { status, error, description: Some(description) }
}

const fn dead_grant(description: &'static str) -> Refusal {
    refusal(StatusCode::BAD_REQUEST, "invalid_grant", description)
}

impl Identity {
    pub(super) fn new(config: &Config) -> Identity {
        Identity {
            signer: Signer::new(config.seed),
            lifespans: config.lifespans,
            sessions: BTreeMap::new(),
            sessions_started: 0,
            tokens_made: 0,
            expired_up_to: 0,
        }
    }

    /// How long tokens made from now on live.
    pub(super) fn lifespans_mut(&mut self) -> &mut Lifespans {
        &mut self.lifespans
    }

    /// Declares every access token made so far expired.
    pub(super) fn expire_access_tokens(&mut self) {
        self.expired_up_to = self.tokens_made;
    }

    /// Ends every login; its refresh tokens are not active any more.
    pub(super) fn end_sessions(&mut self) {
        self.sessions.clear();
    }

    /// Answers a request to the token endpoint of `realm` (as it stands in the path).
    pub(super) fn token(
        &mut self,
        config: &Config,
        realm: &str,
        request: &Request<Vec<u8>>,
        now: Timestamp,
    ) -> (Option<Grant>, Reply) {
        let form = Form::parse(request.body());
        let grant = match form.get("grant_type") {
            Some("password") => Some(Grant::Password),
            Some("refresh_token") => Some(Grant::Refresh),
            Some(_) | None => None,
        };
        let answer = self.grant(config, realm, request.method(), (grant, &form), now);
        let reply = answer.unwrap_or_else(|refusal| {
            let mut body = serde_json::Map::from_iter([("error".to_owned(), json!(refusal.error))]);
            body.extend(refusal.description.map(|text| ("error_description".to_owned(), json!(text))));
            Reply::json(refusal.status, &body)
        });
        // RFC 6749 section 5.1: answers with tokens, and refusals, are not to be kept.
        (grant, reply.with(CACHE_CONTROL, "no-store").with(PRAGMA, "no-cache"))
    }

    fn grant(
        &mut self,
        config: &Config,
        realm: &str,
        method: &Method,
        (grant, form): (Option<Grant>, &Form),
        now: Timestamp,
    ) -> Result<Reply, Refusal> {
        if percent_decode_str(realm).decode_utf8_lossy() != config.realm {
            return Err(Refusal { status: StatusCode::NOT_FOUND, error: "Realm does not exist", description: None });
        }
        if method != Method::POST {
            let (status, error) = (StatusCode::METHOD_NOT_ALLOWED, "HTTP 405 Method Not Allowed");
            return Err(Refusal { status, error, description: None });
        }
        if form.get("grant_type").is_none() {
            return Err(refusal(StatusCode::BAD_REQUEST, "invalid_request", "Missing form parameter: grant_type"));
        }
        // Asked before who asks: an unknown grant of an unknown client is an unknown grant.
        let Some(grant) = grant else {
            return Err(refusal(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Unsupported grant_type"));
        };
        let given = form.get("client_id").unwrap_or_default();
        let client = config.clients.iter().find(|client| client.id == given).ok_or(refusal(
            StatusCode::UNAUTHORIZED,
            "invalid_client",
            "Invalid client or Invalid client credentials",
        ))?;
        match grant {
            Grant::Password if client.direct_grants => self.log_in(config, &client.id, form, now),
            Grant::Password => {
                let text = "Client not allowed for direct access grants";
                Err(refusal(StatusCode::BAD_REQUEST, "unauthorized_client", text))
            }
            Grant::Refresh => self.refresh(config, &client.id, form, now),
        }
    }

    fn log_in(&mut self, config: &Config, client: &str, form: &Form, now: Timestamp) -> Result<Reply, Refusal> {
        let username = form.get("username").ok_or(refusal(
            StatusCode::UNAUTHORIZED,
            "invalid_request",
            "Missing parameter: username",
        ))?;
        let password = form.get("password").map(|password| Secret::new(password.to_owned()));
        if username != config.username || password.as_ref() != Some(&config.password) {
            return Err(refusal(StatusCode::UNAUTHORIZED, "invalid_grant", "Invalid user credentials"));
        }
        if self.sessions.len() >= MOST_SESSIONS {
            self.sessions.pop_first();
        }
        self.sessions_started += 1;
        let ends_at = seconds(now).saturating_add(self.lifespans.session_max_s);
        self.sessions.insert(self.sessions_started, Session { client: client.to_owned(), ends_at, refresh: None });
        self.issue(config, self.sessions_started, now)
    }

    fn refresh(&mut self, config: &Config, client: &str, form: &Form, now: Timestamp) -> Result<Reply, Refusal> {
        let text =
            form.get("refresh_token").ok_or(refusal(StatusCode::BAD_REQUEST, "invalid_request", "No refresh token"))?;
        let claims = self.signer.verify(text).filter(|claims| claims.typ == Use::Refresh);
        let claims = claims.ok_or(dead_grant("Invalid refresh token"))?;
        if claims.azp != client {
            return Err(dead_grant("Invalid refresh token. Token client and authorized client don't match"));
        }
        let session = self.sessions.get_mut(&claims.sid).filter(|session| seconds(now) < session.ends_at);
        let session = session.filter(|_| seconds(now) < claims.exp).ok_or(dead_grant("Token is not active"))?;
        match session.refresh {
            Some(current) if current == claims.jti => self.issue(config, claims.sid, now),
            Some(_) => {
                session.refresh = None;
                Err(dead_grant("Maximum allowed refresh token reuse exceeded"))
            }
            None => Err(dead_grant("Session doesn't have required client")),
        }
    }

    /// Makes a pair of tokens for a session. Near the session's end both live shorter than they would.
    fn issue(&mut self, config: &Config, sid: u64, now: Timestamp) -> Result<Reply, Refusal> {
        let iat = seconds(now);
        let session = self.sessions.get_mut(&sid).ok_or(dead_grant("Session not active"))?;
        let left = session.ends_at.saturating_sub(iat).max(0);
        let expires_in = self.lifespans.access_token_s.min(left);
        let refresh_expires_in = self.lifespans.session_idle_s.min(left);
        let (access, refresh) = (self.tokens_made + 1, self.tokens_made + 2);
        session.refresh = Some(refresh);
        self.tokens_made = refresh;
        let (azp, sub) = (session.client.clone(), config.username.clone());
        let claims = Claims { iss: config.issuer(), typ: Use::Access, azp, sub, sid, jti: access, iat, exp: iat };
        let sign = |typ, jti, life: i64| {
            self.signer.sign(&Claims { typ, jti, exp: iat.saturating_add(life), ..claims.clone() })
        };
        Ok(Reply::json(
            StatusCode::OK,
            &json!({
                "access_token": sign(Use::Access, access, expires_in),
                "expires_in": expires_in,
                "refresh_expires_in": refresh_expires_in,
                "refresh_token": sign(Use::Refresh, refresh, refresh_expires_in),
                "token_type": "Bearer",
                "not-before-policy": 0,
                "session_state": self.signer.uuid(sid),
                "scope": "profile email",
            }),
        ))
    }

    /// What a bearer token is. Access tokens are checked as resource servers do it, without asking after the session.
    pub(super) fn access(&self, config: &Config, token: &str, now: Timestamp) -> Bearer {
        if config.api_key == Secret::new(token.to_owned()) {
            return Bearer::ApiKey;
        }
        match self.signer.verify(token).filter(|claims| claims.typ == Use::Access) {
            None => Bearer::Unknown,
            Some(claims) if claims.exp <= seconds(now) || claims.jti <= self.expired_up_to => Bearer::Expired,
            Some(_) => Bearer::AccessToken,
        }
    }
}

/// Keycloak counts in whole seconds, rounded down.
const fn seconds(now: Timestamp) -> i64 {
    now.as_millis().div_euclid(1_000)
}
