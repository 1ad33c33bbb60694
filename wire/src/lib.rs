//! The types that are passed to and from JavaScript, Kotlin and Swift, with their conversions to or from core.
//!
//! `wasm/client` depends on this crate, and passes the types as JSON. `ffi` compiles these files as its module `wire`, with the
//! feature `uniffi`. UniFFI generates a type into the Kotlin package of the crate that derives it, and the types have to stay in
//! `dev.waybill.ffi`. Therefore paths between these files begin with `super`.
//!
//! Conversions destructure exhaustively (no `..`, no `_`): a new field or variant of core does not compile until it is converted.
//! Numbers are `i64`, as in Kotlin and Swift. In JSON they are below 2^53, because JavaScript represents those exactly.

pub mod config;
pub mod failure;
pub mod forward;
pub mod http;
#[cfg(not(feature = "uniffi"))]
pub mod javascript;
mod json;
pub mod mock;
pub mod step;
pub mod store;

/// Implements `Display` with the redacted text of `Debug`, for Kotlin's `toString` and Swift's `description`.
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

#[cfg(all(test, not(feature = "uniffi")))]
mod tests;
