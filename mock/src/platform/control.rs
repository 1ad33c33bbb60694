//! The control interface under `/_waybill/`: client configuration, statistics, faults, token lifetimes and the user's
//! account.

use http::header::ALLOW;
use http::{Method, Request, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Platform;
use super::fault::Pending;
use super::reply::PlatformReply;

/// The body of `POST /_waybill/tokens`: lifetimes in seconds, and tokens to expire immediately.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    lifespan_s: Option<i64>,
    session_max_s: Option<i64>,
    expire: Option<Expire>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expire {
    /// Expires all access tokens issued so far.
    Access,
    /// Ends all logins, so refresh tokens are refused too.
    Sessions,
}

/// The body of `POST /_waybill/user`. Missing members are not changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct User {
    disabled: Option<bool>,
    locked: Option<bool>,
}

impl Platform {
    /// Handles a request below `/_waybill/`.
    pub(super) fn control(&mut self, path: &str, request: &Request<Vec<u8>>) -> PlatformReply {
        match (path, request.method()) {
            ("stats", &Method::GET) => PlatformReply::json(StatusCode::OK, &self.stats),
            ("faults", &Method::GET) => PlatformReply::json(StatusCode::OK, &self.faults.pending()),
            ("faults", &Method::POST) => {
                read(request).map_or_else(|error| refused(&error), |pending| self.add_fault(pending))
            }
            ("faults", &Method::DELETE) => {
                self.faults.clear();
                PlatformReply::json(StatusCode::OK, &self.faults.pending())
            }
            ("tokens", &Method::POST) => {
                read(request).map_or_else(|error| refused(&error), |tokens| self.set_tokens(&tokens))
            }
            ("user", &Method::POST) => read(request).map_or_else(|error| refused(&error), |user| self.set_user(&user)),
            ("config", &Method::GET) => PlatformReply::json(StatusCode::OK, &self.client_config()),
            ("stats" | "config", _) => method_not_allowed("GET"),
            ("faults", _) => method_not_allowed("GET, POST, DELETE"),
            ("tokens" | "user", _) => method_not_allowed("POST"),
            _ => {
                let known = "config, stats, faults, tokens and user";
                PlatformReply::refusal(
                    StatusCode::NOT_FOUND,
                    &format!("the control interface under /_waybill/ has {known}"),
                )
            }
        }
    }

    /// Returns the client configuration for this platform. It contains the sample credentials, which are not secret.
    fn client_config(&self) -> Value {
        let config = &self.config;
        json!({
            "environments": [{
                "name": "development", "kind": "development", "base_url": config.base_url(),
                "proxy_url": config.proxy_url(), "commerce_url": config.commerce_url(), "auth_url": config.auth_url(),
            }],
            "environment": "development",
            "credentials": [{
                "environment": "development", "api_key": config.api_key.expose(),
                "login": {
                    "realm": config.realm, "username": config.username, "password": config.password.expose(),
                },
            }],
            "seed": config.seed,
        })
    }

    fn add_fault(&mut self, pending: Pending) -> PlatformReply {
        if self.faults.add(pending) {
            PlatformReply::json(StatusCode::CREATED, &self.faults.pending())
        } else {
            PlatformReply::refusal(
                StatusCode::CONFLICT,
                "too many faults are waiting: DELETE /_waybill/faults clears them",
            )
        }
    }

    fn set_tokens(&mut self, tokens: &Tokens) -> PlatformReply {
        let lifespans = self.identity.lifespans_mut();
        lifespans.access_token = tokens.lifespan_s.unwrap_or(lifespans.access_token);
        lifespans.session_max = tokens.session_max_s.unwrap_or(lifespans.session_max);
        let now = json!({ "lifespan_s": lifespans.access_token, "session_max_s": lifespans.session_max });
        match tokens.expire {
            Some(Expire::Access) => self.identity.expire_access_tokens(),
            Some(Expire::Sessions) => {
                self.identity.expire_access_tokens();
                self.identity.end_sessions();
            }
            None => {}
        }
        PlatformReply::json(StatusCode::OK, &now)
    }

    fn set_user(&mut self, user: &User) -> PlatformReply {
        let account = self.identity.account_mut();
        account.disabled = user.disabled.unwrap_or(account.disabled);
        account.locked = user.locked.unwrap_or(account.locked);
        PlatformReply::json(StatusCode::OK, &json!({ "disabled": account.disabled, "locked": account.locked }))
    }
}

fn read<T: DeserializeOwned>(request: &Request<Vec<u8>>) -> Result<T, serde_json::Error> {
    serde_json::from_slice(request.body())
}

fn refused(error: &serde_json::Error) -> PlatformReply {
    PlatformReply::refusal(StatusCode::BAD_REQUEST, &format!("the body is invalid: {error}"))
}

fn method_not_allowed(allowed: &str) -> PlatformReply {
    PlatformReply::refusal(StatusCode::METHOD_NOT_ALLOWED, &format!("use {allowed}")).with(ALLOW, allowed)
}
