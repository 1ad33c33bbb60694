//! The surface exported to Kotlin and Swift through `UniFFI`: conversions between its plain types and the core's, no behaviour.
//!
//! Every conversion destructures exhaustively, so that a new field in the core does not compile until it is carried over. Every
//! export returns `Result`: a panic in one that does not would kill a Swift process instead of arriving as an error.
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
