//! A function that panics, so that host tests can check the handling of panics and their messages. Not in any shipped library.

use crate::error::WaybillError;
use crate::panics;

/// Panics with a message that contains `secret`, like a panic that quotes its input.
///
/// # Errors
/// Never: it panics.
///
/// # Panics
/// Always.
#[uniffi::export]
#[allow(clippy::panic, reason = "that is what it is for")]
pub fn planted_panic(secret: &str) -> Result<(), WaybillError> {
    panics::withhold_texts();
    panic!("planted panic: {secret}")
}
