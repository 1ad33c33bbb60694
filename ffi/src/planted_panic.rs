//! One function that panics, so that host tests can show what becomes of a panic. Absent from every shipped library.

use crate::error::WaybillError;

/// Panics.
///
/// # Errors
/// Never: it panics first.
///
/// # Panics
/// Always.
#[uniffi::export]
#[allow(clippy::panic, reason = "that is what it is for")]
pub fn planted_panic() -> Result<(), WaybillError> {
    panic!("planted panic")
}
