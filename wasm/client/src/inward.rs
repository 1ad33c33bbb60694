//! What JavaScript hands in: camelCase JSON, and its conversion to core's types.
//!
//! Conversions take values apart completely (no `..`, no `_`), so that a member added here is not lost on the way.
//! Secrets become core's `Secret` as they are read, so that nothing here can print them.

use serde::{Deserialize, Deserializer, Serialize};
use waybill_access::environment::{Credentials, Environment, EnvironmentKind, Login};
use waybill_access::store::{SharedStore, Snapshot, StoreFailure, StoreResult};
use waybill_access::{Call, Config, Route};
use waybill_base::http::{FailureKind, RequestBody, TransportFailure};
use waybill_base::secret::Secret;
use waybill_base::time::{Timestamp, span_of_millis};

type Pairs = Vec<(String, String)>;

/// Mirrors core's `Config`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConfigIn {
    environments: Vec<EnvironmentIn>,
    environment: String,
    credentials: Vec<CredentialsIn>,
    seed: u64,
    token_timeout_ms: Option<i64>,
    token_retry_wait_ms: Option<i64>,
    shared_store: Option<SharedStoreIn>,
}

/// Mirrors core's `SharedStore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SharedStoreIn {
    login_while_down: bool,
}

/// Mirrors core's `StoreResult`. It holds tokens and has no `Debug`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum StoreResultIn {
    /// The lock is held.
    Locked {
        /// The record, as it was saved.
        #[serde(default, deserialize_with = "secret")]
        #[cfg_attr(test, ts(as = "Option<String>"))]
        snapshot: Option<Secret>,
        /// The store's own time.
        store_time: i64,
    },
    /// The snapshot is stored.
    Saved {
        /// Its number.
        seq: u64,
    },
    /// Nothing was stored.
    Conflict,
    /// The store did not do it.
    Failed {
        /// Why.
        why: StoreFailureName,
    },
}

/// Mirrors core's `StoreFailure`, in both directions.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StoreFailureName {
    /// `down`.
    Down,
    /// `unreadable`.
    Unreadable,
    /// `newer-version`.
    NewerVersion,
}

/// Mirrors core's `Environment`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentIn {
    name: String,
    kind: EnvironmentKindIn,
    base_url: Option<String>,
    proxy_url: Option<String>,
    commerce_url: Option<String>,
    auth_url: Option<String>,
    mock_url: Option<String>,
}

/// Mirrors core's `EnvironmentKind`, in lower case.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EnvironmentKindIn {
    /// `development`.
    Development,
    /// `staging`.
    Staging,
    /// `sandbox`.
    Sandbox,
    /// `production`.
    Production,
}

/// Mirrors core's `Credentials`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CredentialsIn {
    environment: String,
    #[serde(default, deserialize_with = "secret")]
    #[cfg_attr(test, ts(as = "Option<String>"))]
    api_key: Option<Secret>,
    login: Option<LoginIn>,
}

/// Mirrors core's `Login`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LoginIn {
    realm: String,
    username: String,
    #[serde(default, deserialize_with = "secret")]
    #[cfg_attr(test, ts(as = "Option<String>"))]
    password: Option<Secret>,
    #[serde(default, deserialize_with = "secret")]
    #[cfg_attr(test, ts(as = "Option<String>"))]
    refresh_token: Option<Secret>,
}

/// Mirrors core's `Call`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CallIn {
    route: RouteIn,
    method: String,
    template: String,
    parameters: Pairs,
    #[serde(default)]
    allow_encoded_slashes: bool,
    #[serde(default)]
    scopes: Vec<String>,
    query: Pairs,
    headers: Pairs,
    body: BodyIn,
    deadline: Option<i64>,
}

/// Mirrors core's `Route`, told apart by `type`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RouteIn {
    /// `platform`.
    Platform,
    /// `commerce`.
    Commerce {
        /// The tenant's id.
        tenant: String,
    },
    /// `commerce-proxy`.
    CommerceProxy {
        /// The seller's id.
        seller: String,
    },
}

/// Mirrors core's `RequestBody`, told apart by `type`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum BodyIn {
    /// `empty`.
    Empty,
    /// `bytes`, which cross beside the text.
    Bytes,
    /// `caller`.
    Caller {
        /// Whether the host can send the same body again.
        replayable: bool,
    },
}

/// Mirrors core's `TransportFailure`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FailureIn {
    kind: FailureKindIn,
    detail: String,
}

/// Mirrors core's `FailureKind`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FailureKindIn {
    /// `not-sent`.
    NotSent,
    /// `unknown`.
    Unknown,
}

impl From<ConfigIn> for Config {
    fn from(config: ConfigIn) -> Self {
        let ConfigIn {
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
            seed,
            token_timeout: token_timeout_ms.map(span_of_millis),
            token_retry_wait: token_retry_wait_ms.map(span_of_millis),
            shared_store: shared_store.map(Into::into),
        }
    }
}

impl From<SharedStoreIn> for SharedStore {
    fn from(store: SharedStoreIn) -> Self {
        let SharedStoreIn { login_while_down } = store;
        Self { login_while_down }
    }
}

impl From<StoreResultIn> for StoreResult {
    fn from(result: StoreResultIn) -> Self {
        match result {
            StoreResultIn::Locked { snapshot, store_time } => Self::Locked {
                snapshot: snapshot.map(|text| Snapshot::new(text.expose().to_owned())),
                store_time: Timestamp::from_millis(store_time),
            },
            StoreResultIn::Saved { seq } => Self::Saved { seq },
            StoreResultIn::Conflict => Self::Conflict,
            StoreResultIn::Failed { why } => Self::Failed(why.into()),
        }
    }
}

impl From<StoreFailureName> for StoreFailure {
    fn from(failure: StoreFailureName) -> Self {
        match failure {
            StoreFailureName::Down => Self::Down,
            StoreFailureName::Unreadable => Self::Unreadable,
            StoreFailureName::NewerVersion => Self::NewerVersion,
        }
    }
}

impl From<EnvironmentIn> for Environment {
    fn from(environment: EnvironmentIn) -> Self {
        let EnvironmentIn { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = environment;
        Self { name, kind: kind.into(), base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<EnvironmentKindIn> for EnvironmentKind {
    fn from(kind: EnvironmentKindIn) -> Self {
        match kind {
            EnvironmentKindIn::Development => Self::Development,
            EnvironmentKindIn::Staging => Self::Staging,
            EnvironmentKindIn::Sandbox => Self::Sandbox,
            EnvironmentKindIn::Production => Self::Production,
        }
    }
}

impl From<CredentialsIn> for Credentials {
    fn from(credentials: CredentialsIn) -> Self {
        let CredentialsIn { environment, api_key, login } = credentials;
        Self { environment, api_key, login: login.map(Into::into) }
    }
}

impl From<LoginIn> for Login {
    fn from(login: LoginIn) -> Self {
        let LoginIn { realm, username, password, refresh_token } = login;
        Self { realm, username, password, refresh_token }
    }
}

impl CallIn {
    /// The call with the bytes of its body, which are there if it has some.
    #[must_use]
    pub fn with_body(self, bytes: Option<Vec<u8>>) -> Call {
        let CallIn {
            route,
            method,
            template,
            parameters,
            allow_encoded_slashes,
            scopes,
            query,
            headers,
            body,
            deadline,
        } = self;
        let body = match body {
            BodyIn::Empty => RequestBody::Empty,
            BodyIn::Bytes => RequestBody::Bytes(bytes.unwrap_or_default()),
            BodyIn::Caller { replayable } => RequestBody::Caller { replayable },
        };
        Call {
            route: route.into(),
            method,
            template,
            parameters,
            allow_encoded_slashes,
            scopes,
            query,
            headers,
            body,
            deadline: deadline.map(Timestamp::from_millis),
        }
    }
}

impl From<RouteIn> for Route {
    fn from(route: RouteIn) -> Self {
        match route {
            RouteIn::Platform => Self::Platform,
            RouteIn::Commerce { tenant } => Self::Commerce { tenant },
            RouteIn::CommerceProxy { seller } => Self::CommerceProxy { seller },
        }
    }
}

impl From<FailureIn> for TransportFailure {
    fn from(failure: FailureIn) -> Self {
        let FailureIn { kind, detail } = failure;
        Self { kind: kind.into(), detail }
    }
}

impl From<FailureKindIn> for FailureKind {
    fn from(kind: FailureKindIn) -> Self {
        match kind {
            FailureKindIn::NotSent => Self::NotSent,
            FailureKindIn::Unknown => Self::Unknown,
        }
    }
}

fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(Secret::new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_arrives_whole_and_prints_no_secret() {
        let config: ConfigIn = serde_json::from_str(
            r#"{"environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://a.example/api/v1"}], "environment": "sandbox",
                "credentials": [{"environment": "sandbox", "apiKey": "canary-1", "login": {"realm": "r", "username": "u", "password": "canary-2"}}], "seed": 7}"#,
        )
        .unwrap();
        assert!(!format!("{config:?}").contains("canary"));
        let config = Config::from(config);
        assert_eq!(config.environments[0].base_url.as_deref(), Some("https://a.example/api/v1"));
        assert_eq!(config.credentials[0].api_key.as_ref().unwrap().expose(), "canary-1");
        let login = config.credentials[0].login.as_ref().unwrap();
        assert_eq!(login.password.as_ref().unwrap().expose(), "canary-2");
        assert_eq!((config.seed, config.token_timeout), (7, None));
    }

    #[test]
    fn a_call_arrives_whole() {
        let call: CallIn = serde_json::from_str(
            r#"{"route": {"type": "commerce-proxy", "seller": "s-1"}, "method": "POST", "template": "/orders/{id}", "parameters": [["id", "7"]],
                "query": [["a", "1"]], "headers": [["x-a", "b"]], "body": {"type": "bytes"}, "deadline": 1500}"#,
        )
        .unwrap();
        let call = call.with_body(Some(b"hi".to_vec()));
        assert_eq!(call.route, Route::CommerceProxy { seller: "s-1".into() });
        assert_eq!(call.body, RequestBody::Bytes(b"hi".to_vec()));
        assert_eq!(call.deadline, Some(Timestamp::from_millis(1500)));
        assert_eq!(call.parameters, [("id".to_owned(), "7".to_owned())]);
    }
}
