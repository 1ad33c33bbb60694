//! Configuration of a development platform: its origin, its user, token lifetimes and the seed.

use std::time::Duration;

use waybill_base::secret::Secret;

use super::echo::Family;
use super::token::Signer;

/// Path of the token endpoint after the realm.
pub(super) const TOKEN_PATH: &str = "/protocol/openid-connect/token";

/// The configuration of a [`super::Platform`].
#[derive(Debug, Clone)]
pub struct PlatformConfig {
    /// Origin under which clients reach the platform: scheme, host and port, without a trailing slash.
    pub origin: String,
    /// Seed of all tokens. The same seed creates the same tokens.
    pub seed: u64,
    /// The only valid API key.
    pub api_key: Secret,
    /// The only realm of the identity provider.
    pub realm: String,
    /// The only user of the realm.
    pub username: String,
    /// The user's password.
    pub password: Secret,
    /// The clients of the realm.
    pub clients: Vec<Client>,
    /// Lifetimes of tokens and logins.
    pub lifespans: Lifespans,
}

/// A public client of the realm.
#[derive(Debug, Clone)]
pub struct Client {
    /// The `client_id`.
    pub id: String,
    /// True if the client may use the password grant.
    pub direct_grants: bool,
}

/// Lifetimes in whole seconds, named after Keycloak's realm settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifespans {
    /// Lifetime of an access token. It ends earlier if the session does.
    pub access_token: Duration,
    /// Lifetime of a refresh token. It ends earlier if the session does.
    pub session_idle: Duration,
    /// Maximum lifetime of a login, regardless of refreshes.
    pub session_max: Duration,
}

/// Lifetimes in seconds, for tokens and the control interface. They may be negative.
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
    /// Returns Keycloak's defaults: 5 minutes, 30 minutes, 10 hours.
    fn default() -> Lifespans {
        Lifespans {
            access_token: Duration::from_mins(5),
            session_idle: Duration::from_mins(30),
            session_max: Duration::from_hours(10),
        }
    }
}

impl PlatformConfig {
    /// Returns the configuration of the sample platform at `origin`, which `waybill dev` serves and the documentation
    /// uses.
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

    /// Returns the base URL of the platform API.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("{}{}", self.origin, Family::Platform.base_path())
    }

    /// Returns the base URL of commerce through the platform.
    #[must_use]
    pub fn proxy_url(&self) -> String {
        format!("{}{}", self.origin, Family::Proxy.base_path())
    }

    /// Returns the base URL for direct access to commerce.
    #[must_use]
    pub fn commerce_url(&self) -> String {
        format!("{}{}", self.origin, Family::Commerce.base_path())
    }

    /// Returns the identity provider's URL.
    #[must_use]
    pub fn auth_url(&self) -> String {
        format!("{}/auth", self.origin)
    }

    /// Returns the `iss` claim of its tokens.
    pub(super) fn issuer(&self) -> String {
        format!("{}/realms/{}", self.auth_url(), self.realm)
    }
}
