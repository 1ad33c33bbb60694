//! The API exported to Kotlin and Swift through `UniFFI`. It contains conversions between its plain types and core's, and no
//! behaviour.
//!
//! Conversions destructure exhaustively, so that a new field in core does not compile until it is converted. Every export returns
//! a `Result`: a panic in an export without one would kill a Swift process instead of returning an error.
#![allow(
    clippy::missing_errors_doc,
    reason = "every export returns a `Result`; one without a section on errors fails only after a panic"
)]
#![allow(unsafe_code, reason = "the scaffolding's exported C functions are `unsafe(no_mangle)`")]

pub mod compare;
pub mod deployment;
pub mod engine;
pub mod error;
pub mod forwarder;
pub mod mock;
pub mod mock_client;
mod mock_conversions;
mod panics;
pub mod record_sealer;
pub mod releases;
/// The types of `waybill-wire`, compiled here so that UniFFI generates them into the package of this crate.
#[path = "../../wire/src/lib.rs"]
pub mod wire;

#[cfg(feature = "planted-panic")]
pub mod planted_panic;

uniffi::setup_scaffolding!();
