//! What an engine is made of: environments, and the credentials held for them.
//!
//! Keys, passwords and tokens are redacted in every text of these records, in Kotlin's `toString` and Swift's descriptions too.

use std::fmt;

use waybill_access as access;
use waybill_access::environment as core;
use waybill_base::secret::Secret;
use waybill_base::time::span_of_millis;

use crate::store::SharedStore;

/// What an environment is for; it decides what is allowed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum EnvironmentKind {
    /// The only kind with a mock service.
    Development,
    /// Test connections.
    Staging,
    /// Test credentials.
    Sandbox,
    /// Real carriers.
    Production,
}

/// What a host no longer trusts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Invalidate {
    /// The access token: the next call that needs one renews it.
    AccessToken,
    /// Both tokens, and a refusal of the login: the next call that needs a token logs in with the password.
    Tokens,
}

impl From<Invalidate> for waybill_access::Invalidate {
    fn from(what: Invalidate) -> Self {
        match what {
            Invalidate::AccessToken => Self::AccessToken,
            Invalidate::Tokens => Self::Tokens,
        }
    }
}

/// One environment and its base URLs.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Environment {
    /// The name credentials refer to.
    pub name: String,
    /// What it is for.
    pub kind: EnvironmentKind,
    /// The platform API, ending in `/api/v1`.
    pub base_url: Option<String>,
    /// Commerce through the platform, ending in `/api/commerce`.
    pub proxy_url: Option<String>,
    /// Commerce direct, ending in `/api`.
    pub commerce_url: Option<String>,
    /// The identity provider.
    pub auth_url: Option<String>,
    /// The mock service.
    pub mock_url: Option<String>,
}

/// A login at the identity provider, for the direct commerce path.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Login {
    /// The realm.
    pub realm: String,
    /// The user.
    pub username: String,
    /// The password, for the password grant.
    pub password: Option<String>,
    /// A refresh token obtained elsewhere.
    pub refresh_token: Option<String>,
}

/// What is held for one environment.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Credentials {
    /// Name of the environment these are of.
    pub environment: String,
    /// The platform's API key.
    pub api_key: Option<String>,
    /// The commerce login.
    pub login: Option<Login>,
}

/// What an engine is made of.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Config {
    /// All environments known to the host.
    pub environments: Vec<Environment>,
    /// Name of the one this engine serves.
    pub environment: String,
    /// All credentials the host holds.
    pub credentials: Vec<Credentials>,
    /// Seed of the back-off's jitter; any 64 bits.
    pub seed: i64,
    /// How long a token exchange may take, in milliseconds.
    pub token_timeout_ms: Option<i64>,
    /// How long a call without a token may wait for the next try, in milliseconds.
    pub token_retry_wait_ms: Option<i64>,
    /// That the login's tokens are shared with other processes.
    pub shared_store: Option<SharedStore>,
}

impl From<EnvironmentKind> for core::EnvironmentKind {
    fn from(kind: EnvironmentKind) -> Self {
        match kind {
            EnvironmentKind::Development => Self::Development,
            EnvironmentKind::Staging => Self::Staging,
            EnvironmentKind::Sandbox => Self::Sandbox,
            EnvironmentKind::Production => Self::Production,
        }
    }
}

impl From<Environment> for core::Environment {
    fn from(environment: Environment) -> Self {
        let Environment { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = environment;
        Self { name, kind: kind.into(), base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<core::EnvironmentKind> for EnvironmentKind {
    fn from(kind: core::EnvironmentKind) -> Self {
        match kind {
            core::EnvironmentKind::Development => Self::Development,
            core::EnvironmentKind::Staging => Self::Staging,
            core::EnvironmentKind::Sandbox => Self::Sandbox,
            core::EnvironmentKind::Production => Self::Production,
        }
    }
}

impl From<core::Environment> for Environment {
    fn from(environment: core::Environment) -> Self {
        let core::Environment { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = environment;
        Self { name, kind: kind.into(), base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<core::Credentials> for Credentials {
    fn from(credentials: core::Credentials) -> Self {
        let core::Credentials { environment, api_key, login } = credentials;
        Self { environment, api_key: api_key.as_ref().map(exposed), login: login.map(Into::into) }
    }
}

impl From<core::Login> for Login {
    fn from(login: core::Login) -> Self {
        let core::Login { realm, username, password, refresh_token } = login;
        let (password, refresh_token) = (password.as_ref().map(exposed), refresh_token.as_ref().map(exposed));
        Self { realm, username, password, refresh_token }
    }
}

fn exposed(secret: &Secret) -> String {
    secret.expose().to_owned()
}

impl From<Login> for core::Login {
    fn from(login: Login) -> Self {
        let Login { realm, username, password, refresh_token } = login;
        Self { realm, username, password: password.map(Secret::new), refresh_token: refresh_token.map(Secret::new) }
    }
}

impl From<Credentials> for core::Credentials {
    fn from(credentials: Credentials) -> Self {
        let Credentials { environment, api_key, login } = credentials;
        Self { environment, api_key: api_key.map(Secret::new), login: login.map(Into::into) }
    }
}

impl From<Config> for access::Config {
    fn from(config: Config) -> Self {
        let Config {
            environments,
            environment,
            credentials,
            seed,
            token_timeout_ms,
            token_retry_wait_ms,
            shared_store,
        } = config;
        Self {
            environments: environments.into_iter().map(Into::into).collect(),
            environment,
            credentials: credentials.into_iter().map(Into::into).collect(),
            seed: seed.cast_unsigned(),
            token_timeout: token_timeout_ms.map(span_of_millis),
            token_retry_wait: token_retry_wait_ms.map(span_of_millis),
            shared_store: shared_store.map(Into::into),
        }
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { realm, username, password, refresh_token } = self;
        f.debug_struct("Login")
            .field("realm", realm)
            .field("username", username)
            .field("password", &redacted(password.as_ref()))
            .field("refresh_token", &redacted(refresh_token.as_ref()))
            .finish()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { environment, api_key, login } = self;
        f.debug_struct("Credentials")
            .field("environment", environment)
            .field("api_key", &redacted(api_key.as_ref()))
            .field("login", login)
            .finish()
    }
}

fn redacted(secret: Option<&String>) -> fmt::Arguments<'static> {
    if secret.is_some() { format_args!("[redacted]") } else { format_args!("none") }
}

crate::display_as_debug!(Login, Credentials, Config);

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        let login = Login {
            realm: "shop".to_owned(),
            username: "ada".to_owned(),
            password: Some("canary-password".to_owned()),
            refresh_token: Some("canary-refresh".to_owned()),
        };
        let credentials =
            Credentials { environment: "test".to_owned(), api_key: Some("canary-key".to_owned()), login: Some(login) };
        let environment = Environment {
            name: "test".to_owned(),
            kind: EnvironmentKind::Sandbox,
            base_url: Some("https://api.example/api/v1".to_owned()),
            proxy_url: None,
            commerce_url: None,
            auth_url: None,
            mock_url: None,
        };
        Config {
            environments: vec![environment],
            environment: "test".to_owned(),
            credentials: vec![credentials],
            seed: -1,
            token_timeout_ms: None,
            token_retry_wait_ms: None,
            shared_store: None,
        }
    }

    #[test]
    fn no_text_of_a_configuration_holds_a_secret() {
        let config = config();
        let text = format!("{config} {config:?} {} {:?}", config.credentials[0], config.credentials[0].login);

        assert!(!text.contains("canary"), "{text}");
        assert!(text.contains("password: [redacted]") && text.contains("api_key: [redacted]"), "{text}");
    }

    #[test]
    fn secrets_reach_the_core_whole_and_any_seed_does() {
        let core = access::Config::from(config());

        assert_eq!(core.seed, u64::MAX);
        assert_eq!(core.credentials[0].api_key.as_ref().unwrap().expose(), "canary-key");
        let login = core.credentials[0].login.as_ref().unwrap();
        assert_eq!(login.password.as_ref().unwrap().expose(), "canary-password");
        assert_eq!(login.refresh_token.as_ref().unwrap().expose(), "canary-refresh");
    }
}
