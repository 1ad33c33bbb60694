//! What a deployment's variables or its file hold, for JavaScript: an object that a client's configuration is made of.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::environment::{Credentials, Environment, EnvironmentKind, Login};
use waybill_access::key_check::{Deployment, FileAttributes, FileReaders};
use waybill_base::error::Error;
use waybill_base::secret::Secret;

use crate::crossing::{read, thrown, write};
use crate::number;

/// Mirrors core's `Deployment`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeploymentOut {
    environment: String,
    environments: Vec<EnvironmentOut>,
    credentials: Vec<CredentialsOut>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct EnvironmentOut {
    name: String,
    #[cfg_attr(test, ts(as = "crate::inward::EnvironmentKindIn"))]
    kind: &'static str,
    base_url: Option<String>,
    proxy_url: Option<String>,
    commerce_url: Option<String>,
    auth_url: Option<String>,
    mock_url: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct CredentialsOut {
    environment: String,
    api_key: Option<String>,
    login: Option<LoginOut>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct LoginOut {
    realm: String,
    username: String,
    password: Option<String>,
    refresh_token: Option<String>,
}

/// The names of the variables that describe a deployment, and of those the ones that hold a secret.
#[wasm_bindgen(js_name = deploymentVariables)]
#[must_use]
pub fn deployment_variables(secret: bool) -> JsValue {
    let is_secret = |name: &&str| waybill_access::key_check::SECRET_VARIABLES.contains(name);
    let names: Vec<&str> = Deployment::variables().filter(|name| is_secret(name) == secret).collect();
    write(&names)
}

/// The deployment that variables describe, given as the text of an array of names and values, as the text of [`DeploymentOut`].
///
/// # Errors
/// Throws what core refuses: a variable that is missing.
#[wasm_bindgen(js_name = readVariables)]
pub fn read_variables(variables: &str) -> Result<JsValue, JsValue> {
    let variables: Vec<(String, String)> = read("the variables", variables)?;
    let variables: BTreeMap<String, String> = variables.into_iter().collect();
    outward(Deployment::from_variables(|name| variables.get(name).cloned()))
}

/// Whether others may read a file of credentials, before it is read. `mode` is what POSIX has for its permissions.
///
/// # Errors
/// Throws a failure with the code `credentials.file` where it may not be taken for credentials.
#[wasm_bindgen(js_name = checkCredentialsFile)]
pub fn check_credentials_file(is_file: bool, length: f64, mode: Option<u32>) -> Result<bool, JsValue> {
    let readers = FileAttributes { is_file, length: number(length), mode }.check();
    Ok(readers.map_err(|error| thrown(&error.into()))? == FileReaders::Others)
}

/// The deployment that a file of credentials, the bytes of its JSON, describes, as the text of [`DeploymentOut`].
///
/// # Errors
/// Throws a failure with the code `credentials.file`, line and column, without a value of the file.
#[wasm_bindgen(js_name = readCredentialsFile)]
pub fn read_credentials_file(json: &[u8]) -> Result<JsValue, JsValue> {
    outward(Deployment::read(json))
}

fn outward(deployment: Result<Deployment, Error>) -> Result<JsValue, JsValue> {
    Ok(write(&DeploymentOut::from(deployment.map_err(|error| thrown(&error.into()))?)))
}

impl From<Deployment> for DeploymentOut {
    fn from(deployment: Deployment) -> Self {
        let Deployment { environment, environments, credentials } = deployment;
        Self {
            environment,
            environments: environments.into_iter().map(Into::into).collect(),
            credentials: credentials.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Environment> for EnvironmentOut {
    fn from(environment: Environment) -> Self {
        let Environment { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = environment;
        let kind = match kind {
            EnvironmentKind::Development => "development",
            EnvironmentKind::Staging => "staging",
            EnvironmentKind::Sandbox => "sandbox",
            EnvironmentKind::Production => "production",
        };
        Self { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<Credentials> for CredentialsOut {
    fn from(credentials: Credentials) -> Self {
        let Credentials { environment, api_key, login } = credentials;
        Self { environment, api_key: api_key.as_ref().map(exposed), login: login.map(Into::into) }
    }
}

impl From<Login> for LoginOut {
    fn from(login: Login) -> Self {
        let Login { realm, username, password, refresh_token } = login;
        let (password, refresh_token) = (password.as_ref().map(exposed), refresh_token.as_ref().map(exposed));
        Self { realm, username, password, refresh_token }
    }
}

fn exposed(secret: &Secret) -> String {
    secret.expose().to_owned()
}
