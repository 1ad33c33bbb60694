//! Deployments described by environment variables or a credentials file, from which JavaScript creates a client's
//! configuration.

use std::collections::BTreeMap;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::key_check::{self, FileAttributes, FileReaders};
use waybill_base::error::Error;
use waybill_wire::config::Deployment;
use waybill_wire::http::NameValue;

use crate::crossing::{read, thrown, write};
use crate::number;

/// Returns the names of the variables that describe a deployment: the secret ones, or the others.
#[wasm_bindgen(js_name = deploymentVariables)]
#[must_use]
pub fn deployment_variables(secret: bool) -> JsValue {
    let is_secret = |name: &&str| key_check::SECRET_VARIABLES.contains(name);
    let names: Vec<&str> = key_check::Deployment::variables().filter(|name| is_secret(name) == secret).collect();
    write(&names)
}

/// Reads a deployment from variables, given as the JSON of an array of pairs. Returns the JSON of a [`Deployment`].
///
/// # Errors
/// Throws a failure with the code `credentials.variable` that names the variable.
#[wasm_bindgen(js_name = readVariables)]
pub fn read_variables(variables: &str) -> Result<JsValue, JsValue> {
    let variables: Vec<NameValue> = read("the variables", variables)?;
    let variables: BTreeMap<String, String> = variables.into_iter().map(|pair| (pair.name, pair.value)).collect();
    outward(key_check::Deployment::from_variables(|name| variables.get(name).cloned()))
}

/// Returns true if other users can read a credentials file. Call it before you read the file. `mode` has the POSIX permissions.
///
/// # Errors
/// Throws a failure with the code `credentials.file` if it is not a regular file, is too long, or is writable by other users.
#[wasm_bindgen(js_name = checkCredentialsFile)]
pub fn check_credentials_file(is_file: bool, length: f64, mode: Option<u32>) -> Result<bool, JsValue> {
    let readers = FileAttributes { is_file, length: number(length), mode }.check();
    Ok(readers.map_err(|error| thrown(&error.into()))? == FileReaders::Others)
}

/// Parses the JSON of a credentials file. Returns the JSON of a [`Deployment`].
///
/// # Errors
/// Throws a failure with the code `credentials.file` that gives the line and column, and contains no value of the file.
#[wasm_bindgen(js_name = readCredentialsFile)]
pub fn read_credentials_file(json: &[u8]) -> Result<JsValue, JsValue> {
    outward(key_check::Deployment::read(json))
}

fn outward(deployment: Result<key_check::Deployment, Error>) -> Result<JsValue, JsValue> {
    Ok(write(&Deployment::from(deployment.map_err(|error| thrown(&error.into()))?)))
}
