//! Deployments described by environment variables or a credentials file, from which hosts create a configuration.

use std::collections::BTreeMap;

use waybill_access::key_check as core;

use crate::error::WaybillError;
use crate::panics;
use crate::wire::config::Deployment;
use crate::wire::http::{NameValue, pairs};

/// Returns the names of the variables that describe a deployment and contain no secrets.
#[uniffi::export]
pub fn open_variables() -> Result<Vec<String>, WaybillError> {
    let is_open = |name: &&str| !core::SECRET_VARIABLES.contains(name);
    Ok(core::Deployment::variables().filter(is_open).map(str::to_owned).collect())
}

/// Returns the names of the variables that contain secrets.
#[uniffi::export]
pub fn secret_variables() -> Result<Vec<String>, WaybillError> {
    Ok(core::SECRET_VARIABLES.map(str::to_owned).to_vec())
}

/// Reads a deployment from variables. An empty value is treated as unset.
///
/// # Errors
/// A failure with the code `credentials.variable` that names the variable.
#[uniffi::export]
pub fn read_variables(variables: Vec<NameValue>) -> Result<Deployment, WaybillError> {
    panics::withhold_texts();
    let variables: BTreeMap<String, String> = pairs(variables).into_iter().collect();
    Ok(core::Deployment::from_variables(|name| variables.get(name).cloned())?.into())
}

/// Returns true if other users can read a credentials file. Call it before you read the file. `mode` has the POSIX permissions;
/// leave it out on other systems.
///
/// # Errors
/// A failure with the code `credentials.file` if it is not a regular file, is too long, or is writable by other users.
#[uniffi::export]
pub fn check_credentials_file(is_file: bool, length: i64, mode: Option<u32>) -> Result<bool, WaybillError> {
    panics::withhold_texts();
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    Ok(core::FileAttributes { is_file, length, mode }.check()? == core::FileReaders::Others)
}

/// Parses the JSON of a credentials file.
///
/// # Errors
/// A failure with the code `credentials.file` that gives the line and column, and contains no value of the file.
#[uniffi::export]
pub fn read_credentials_file(json: &[u8]) -> Result<Deployment, WaybillError> {
    panics::withhold_texts();
    Ok(core::Deployment::read(json)?.into())
}
