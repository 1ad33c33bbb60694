//! The surface exported to Kotlin and Swift through `UniFFI`: conversions between its plain types and the core's, no behaviour.
//!
//! Every conversion destructures exhaustively, so that a new field in the core does not compile until it is carried over. Every
//! export returns `Result`: a panic in one that does not would kill a Swift process instead of arriving as an error.
#![allow(unsafe_code, reason = "the scaffolding's exported C functions are `unsafe(no_mangle)`")]

pub mod compare;
pub mod config;
pub mod deployment;
pub mod engine;
pub mod error;
pub mod forward;
pub mod forwarder;
pub mod http;
mod ids;
pub mod mock;
pub mod mock_client;
mod mock_conversions;
mod panics;
pub mod record_sealer;
pub mod releases;
pub mod step;
pub mod store;

#[cfg(feature = "planted-panic")]
pub mod planted_panic;

uniffi::setup_scaffolding!();

/// Gives a record the redacted text it has for `Debug` as its `Display` too: Kotlin's `toString` and Swift's `description`.
macro_rules! display_as_debug {
    ($($name:ty),+) => {
        $(impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        })+
    };
}
pub(crate) use display_as_debug;
