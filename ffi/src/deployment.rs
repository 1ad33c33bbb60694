//! What a deployment's variables or its file hold, as a configuration is made of it.

use std::collections::BTreeMap;

use waybill_access::key_check as core;

use crate::error::WaybillError;
use crate::panics;
use crate::wire::config::Deployment;
use crate::wire::http::{NameValue, pairs};

/// The variables that describe a deployment and hold no secret.
#[uniffi::export]
pub fn open_variables() -> Result<Vec<String>, WaybillError> {
    let is_open = |name: &&str| !core::SECRET_VARIABLES.contains(name);
    Ok(core::Deployment::variables().filter(is_open).map(str::to_owned).collect())
}

/// The variables that hold a secret.
#[uniffi::export]
pub fn secret_variables() -> Result<Vec<String>, WaybillError> {
    Ok(core::SECRET_VARIABLES.map(str::to_owned).to_vec())
}

/// The deployment that variables describe.
///
/// # Errors
/// A failure with the code `credentials.variable` that names the variable.
#[uniffi::export]
pub fn read_variables(variables: Vec<NameValue>) -> Result<Deployment, WaybillError> {
    panics::withhold_texts();
    let variables: BTreeMap<String, String> = pairs(variables).into_iter().collect();
    Ok(core::Deployment::from_variables(|name| variables.get(name).cloned())?.into())
}

/// Whether others may read a file of credentials, before it is read. `mode` is what POSIX has for its permissions.
///
/// # Errors
/// A failure with the code `credentials.file` where it may not be taken for credentials.
#[uniffi::export]
pub fn check_credentials_file(is_file: bool, length: i64, mode: Option<u32>) -> Result<bool, WaybillError> {
    panics::withhold_texts();
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    Ok(core::FileAttributes { is_file, length, mode }.check()? == core::FileReaders::Others)
}

/// The deployment that a file of credentials, the bytes of its JSON, describes.
///
/// # Errors
/// A failure with the code `credentials.file`, line and column, without a value of the file.
#[uniffi::export]
pub fn read_credentials_file(json: &[u8]) -> Result<Deployment, WaybillError> {
    panics::withhold_texts();
    Ok(core::Deployment::read(json)?.into())
}
