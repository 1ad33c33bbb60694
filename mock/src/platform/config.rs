//! What a development platform is made of: where it is reached, who may log in, how long tokens live, the seed.

use std::time::Duration;

use waybill_base::secret::Secret;

use super::echo::Family;
use super::token::Signer;

/// What follows the realm in the path of the token endpoint.
pub(super) const TOKEN_PATH: &str = "/protocol/openid-connect/token";

/// The configuration of a [`super::Platform`].
#[derive(Debug, Clone)]
pub struct PlatformConfig {
    /// Where clients reach the platform: scheme, host and port, without a trailing slash.
    pub origin: String,
    /// What all tokens are made from; the same seed makes the same tokens.
    pub seed: u64,
    /// The one API key the platform knows.
    pub api_key: Secret,
    /// The one realm of the identity provider.
    pub realm: String,
    /// The one user of the realm.
    pub username: String,
    /// The user's password.
    pub password: Secret,
    /// The clients of the realm.
    pub clients: Vec<Client>,
    /// How long tokens and logins live.
    pub lifespans: Lifespans,
}

/// A public client of the realm.
#[derive(Debug, Clone)]
pub struct Client {
    /// The `client_id`.
    pub id: String,
    /// Whether the password grant is open to it.
    pub direct_grants: bool,
}

/// Lifetimes in whole seconds, as Keycloak's realm settings name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifespans {
    /// Of an access token, where the session does not end before.
    pub access_token: Duration,
    /// Of a refresh token, where the session does not end before.
    pub session_idle: Duration,
    /// Of a login, however often it is refreshed.
    pub session_max: Duration,
}

/// The lifetimes as tokens and the control interface have them: numbers of seconds, which may be below zero.
#[derive(Debug, Clone, Copy)]
pub(super) struct LifespanSeconds {
    pub(super) access_token: i64,
    pub(super) session_idle: i64,
    pub(super) session_max: i64,
}

impl From<Lifespans> for LifespanSeconds {
    fn from(lifespans: Lifespans) -> LifespanSeconds {
        let seconds = |span: Duration| i64::try_from(span.as_secs()).unwrap_or(i64::MAX);
        LifespanSeconds {
            access_token: seconds(lifespans.access_token),
            session_idle: seconds(lifespans.session_idle),
            session_max: seconds(lifespans.session_max),
        }
    }
}

impl Default for Lifespans {
    /// Keycloak's own: 5 minutes, 30 minutes, 10 hours.
    fn default() -> Lifespans {
        Lifespans {
            access_token: Duration::from_mins(5),
            session_idle: Duration::from_mins(30),
            session_max: Duration::from_hours(10),
        }
    }
}

impl PlatformConfig {
    /// The sample platform at `origin` that `waybill dev` serves and documentation talks about.
    #[must_use]
    pub fn sample(origin: &str) -> PlatformConfig {
        let seed = 1;
        PlatformConfig {
            origin: origin.to_owned(),
            seed,
            api_key: Secret::new(Signer::new(seed).api_key()),
            realm: "acme".to_owned(),
            username: "ada".to_owned(),
            password: Secret::new("correct horse".to_owned()),
            clients: vec![
                Client { id: "commerce".to_owned(), direct_grants: true },
                Client { id: "portal".to_owned(), direct_grants: false },
            ],
            lifespans: Lifespans::default(),
        }
    }

    /// The platform API's base URL.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("{}{}", self.origin, Family::Platform.base_path())
    }

    /// The base URL of commerce through the platform.
    #[must_use]
    pub fn proxy_url(&self) -> String {
        format!("{}{}", self.origin, Family::Proxy.base_path())
    }

    /// The base URL of commerce direct.
    #[must_use]
    pub fn commerce_url(&self) -> String {
        format!("{}{}", self.origin, Family::Commerce.base_path())
    }

    /// The identity provider's URL.
    #[must_use]
    pub fn auth_url(&self) -> String {
        format!("{}/auth", self.origin)
    }

    /// The `iss` of its tokens.
    pub(super) fn issuer(&self) -> String {
        format!("{}/realms/{}", self.auth_url(), self.realm)
    }
}
