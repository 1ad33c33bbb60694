//! One function that panics, so that host tests can show what becomes of a panic and of what it says. Absent from every
//! shipped library.

use crate::error::WaybillError;
use crate::panics;

/// Panics with a text that holds `secret`, as a panic may that quotes its input.
///
/// # Errors
/// Never: it panics first.
///
/// # Panics
/// Always.
#[uniffi::export]
#[allow(clippy::panic, reason = "that is what it is for")]
pub fn planted_panic(secret: &str) -> Result<(), WaybillError> {
    panics::withhold_texts();
    panic!("planted panic: {secret}")
}
