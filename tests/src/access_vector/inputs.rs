//! A vector's configuration and inputs as they are written, and their conversion to what the engine takes.

use serde::Deserialize;
use waybill_core::time::span_of_millis;
use waybill_core::{
    Call, Config, Credentials, Environment, EnvironmentKind, Error, FailureKind, Invalidate, Login, RequestBody,
    ResponseHead, Route, Secret, SharedStore, Timestamp, TransportFailure,
};

use super::store::{RestoreFile, SharedStoreFile, StoreFile};

type Pairs = Vec<(String, String)>;

/// One of the inputs, and when it comes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub(super) begin: Option<CallFile>,
    pub(super) on_head: Option<HeadFile>,
    pub(super) on_body: Option<BodyFile>,
    pub(super) on_failure: Option<FailureFile>,
    pub(super) cancel: Option<CancelFile>,
    pub(super) set_credentials: Option<CredentialsFile>,
    pub(super) invalidate: Option<InvalidateFile>,
    pub(super) on_store: Option<StoreFile>,
    pub(super) restore: Option<RestoreFile>,
    pub(super) export: Option<Nothing>,
    pub(super) on_time: Option<Nothing>,
    pub(super) close: Option<Nothing>,
    pub(super) now: i64,
}

/// What the host no longer trusts: the access token, or both tokens.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InvalidateFile {
    tokens: bool,
}

impl From<InvalidateFile> for Invalidate {
    fn from(file: InvalidateFile) -> Self {
        if file.tokens { Self::Tokens } else { Self::AccessToken }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// What an engine is made of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    environments: Vec<EnvironmentFile>,
    environment: String,
    #[serde(default)]
    credentials: Vec<CredentialsFile>,
    seed: u64,
    token_timeout_ms: Option<i64>,
    token_retry_wait_ms: Option<i64>,
    shared_store: Option<SharedStoreFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvironmentFile {
    name: String,
    kind: KindFile,
    base_url: Option<String>,
    proxy_url: Option<String>,
    commerce_url: Option<String>,
    auth_url: Option<String>,
    mock_url: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindFile {
    Development,
    Staging,
    Sandbox,
    Production,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CredentialsFile {
    environment: String,
    api_key: Option<String>,
    login: Option<LoginFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoginFile {
    realm: String,
    username: String,
    password: Option<String>,
    refresh_token: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CallFile {
    route: RouteFile,
    method: String,
    template: String,
    #[serde(default)]
    parameters: Pairs,
    #[serde(default)]
    allow_encoded_slashes: bool,
    #[serde(default)]
    scopes: Vec<String>,
    #[serde(default)]
    query: Pairs,
    #[serde(default)]
    headers: Pairs,
    #[serde(default)]
    body: Sent,
    deadline: Option<i64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RouteFile {
    Platform,
    Commerce(String),
    CommerceProxy(String),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sent {
    #[default]
    Empty,
    Bytes(String),
    Caller {
        replayable: bool,
    },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadFile {
    pub(super) exchange: u64,
    status: u16,
    #[serde(default)]
    headers: Pairs,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyFile {
    pub(super) exchange: u64,
    #[serde(default)]
    pub(super) body: String,
    pub(super) complete: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureFile {
    pub(super) exchange: u64,
    kind: FailureKindFile,
    detail: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FailureKindFile {
    NotSent,
    Unknown,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CancelFile {
    pub(super) call: u64,
}

impl From<ConfigFile> for Config {
    fn from(file: ConfigFile) -> Self {
        Self {
            environments: file.environments.into_iter().map(Environment::from).collect(),
            environment: file.environment,
            credentials: file.credentials.into_iter().map(Credentials::from).collect(),
            seed: file.seed,
            token_timeout: file.token_timeout_ms.map(span_of_millis),
            token_retry_wait: file.token_retry_wait_ms.map(span_of_millis),
            shared_store: file.shared_store.map(SharedStore::from),
        }
    }
}

impl From<EnvironmentFile> for Environment {
    fn from(file: EnvironmentFile) -> Self {
        let EnvironmentFile { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = file;
        let kind = match kind {
            KindFile::Development => EnvironmentKind::Development,
            KindFile::Staging => EnvironmentKind::Staging,
            KindFile::Sandbox => EnvironmentKind::Sandbox,
            KindFile::Production => EnvironmentKind::Production,
        };
        Self { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<CredentialsFile> for Credentials {
    fn from(file: CredentialsFile) -> Self {
        let login = file.login.map(|login| Login {
            realm: login.realm,
            username: login.username,
            password: login.password.map(Secret::new),
            refresh_token: login.refresh_token.map(Secret::new),
        });
        Self { environment: file.environment, api_key: file.api_key.map(Secret::new), login }
    }
}

impl From<CallFile> for Call {
    fn from(file: CallFile) -> Self {
        Self {
            route: match file.route {
                RouteFile::Platform => Route::Platform,
                RouteFile::Commerce(tenant) => Route::Commerce { tenant },
                RouteFile::CommerceProxy(seller) => Route::CommerceProxy { seller },
            },
            method: file.method,
            template: file.template,
            parameters: file.parameters,
            allow_encoded_slashes: file.allow_encoded_slashes,
            scopes: file.scopes,
            query: file.query,
            headers: file.headers,
            body: match file.body {
                Sent::Empty => RequestBody::Empty,
                Sent::Bytes(text) => RequestBody::Bytes(text.into_bytes()),
                Sent::Caller { replayable } => RequestBody::Caller { replayable },
            },
            deadline: file.deadline.map(Timestamp::from_millis),
        }
    }
}

impl TryFrom<HeadFile> for ResponseHead {
    type Error = Error;

    fn try_from(file: HeadFile) -> Result<Self, Error> {
        Self::new(file.status, file.headers)
    }
}

impl From<FailureFile> for TransportFailure {
    fn from(file: FailureFile) -> Self {
        let kind = match file.kind {
            FailureKindFile::NotSent => FailureKind::NotSent,
            FailureKindFile::Unknown => FailureKind::Unknown,
        };
        Self { kind, detail: file.detail }
    }
}
