//! The configuration of an engine: environments and their credentials.
//!
//! `Debug` and `Display` redact keys, passwords and tokens, and so do Kotlin's `toString` and Swift's descriptions.

use std::fmt;

use serde::{Deserialize, Serialize};
use waybill_access as access;
use waybill_access::environment as core;
use waybill_access::key_check;
use waybill_base::secret::Secret;
use waybill_base::time::span_of_millis;

/// The purpose of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum EnvironmentKind {
    /// A developer's own environment. Only this kind has a mock service.
    Development,
    /// Shared tests before a release, with test connections.
    Staging,
    /// The platform's public trial environment.
    Sandbox,
    /// Real carriers, real shipments.
    Production,
}

/// One environment and its base URLs. Only the URLs that you call are needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct Environment {
    /// Unique name of the environment, to which credentials refer.
    pub name: String,
    /// Purpose of the environment.
    pub kind: EnvironmentKind,
    /// The platform API, ending in `/api/v1`.
    pub base_url: Option<String>,
    /// The commerce API through the platform, ending in `/api/commerce`.
    pub proxy_url: Option<String>,
    /// The commerce API itself, ending in `/api`.
    pub commerce_url: Option<String>,
    /// The identity provider, without its `/realms/...` part.
    pub auth_url: Option<String>,
    /// The mock service. Only for the kind `development`.
    pub mock_url: Option<String>,
}

/// A login at the identity provider, for calls of the commerce API itself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Login {
    /// The realm.
    pub realm: String,
    /// The user name.
    pub username: String,
    /// The password, for the password grant.
    pub password: Option<String>,
    /// A refresh token obtained elsewhere.
    pub refresh_token: Option<String>,
}

/// The credentials of one environment.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Credentials {
    /// Name of the environment.
    pub environment: String,
    /// The platform's API key.
    pub api_key: Option<String>,
    /// The commerce login.
    pub login: Option<Login>,
}

/// The configuration of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Config {
    /// All environments known to the host.
    pub environments: Vec<Environment>,
    /// Name of the environment of this engine.
    pub environment: String,
    /// All credentials of the host.
    pub credentials: Vec<Credentials>,
    /// Seed for the jitter of retries: any number that differs between processes.
    pub seed: i64,
    /// Timeout of a token exchange, in milliseconds. Default: 30 seconds.
    pub token_timeout_ms: Option<i64>,
    /// Maximum time that a call without a token waits for the next try after a failed token exchange, in milliseconds. Default:
    /// 2 seconds.
    pub token_retry_wait_ms: Option<i64>,
    /// Settings of the shared store, if processes share the login's tokens.
    pub shared_store: Option<SharedStore>,
}

/// Settings of a login that is shared with other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SharedStore {
    /// True if a process logs in with its own password while the store is unavailable. Otherwise calls fail once the stored token
    /// has expired.
    pub login_while_down: bool,
}

/// The environments and credentials of a deployment.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct Deployment {
    /// Name of the environment to use.
    pub environment: String,
    /// All configured environments.
    pub environments: Vec<Environment>,
    /// All configured credentials.
    pub credentials: Vec<Credentials>,
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

impl From<SharedStore> for access::store::SharedStore {
    fn from(store: SharedStore) -> Self {
        let SharedStore { login_while_down } = store;
        Self { login_while_down }
    }
}

impl From<key_check::Deployment> for Deployment {
    fn from(deployment: key_check::Deployment) -> Self {
        let key_check::Deployment { environment, environments, credentials } = deployment;
        Self {
            environment,
            environments: environments.into_iter().map(Into::into).collect(),
            credentials: credentials.into_iter().map(Into::into).collect(),
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

impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { environment, environments, credentials } = self;
        let mut text = f.debug_struct("Deployment");
        text.field("environment", environment).field("environments", environments);
        text.field("credentials", credentials).finish()
    }
}

fn redacted(secret: Option<&String>) -> fmt::Arguments<'static> {
    if secret.is_some() { format_args!("[redacted]") } else { format_args!("none") }
}

super::display_as_debug!(Login, Credentials, Config, Deployment);
