//! The types of releases that are passed to and from JavaScript, Kotlin and Swift, with their conversions.
//!
//! As in `waybill-wire`, `ffi` compiles these files as a module. They are a separate crate so that the WebAssembly module of the
//! client does not depend on the comparison.

pub mod given;
#[cfg(not(feature = "uniffi"))]
pub mod javascript;
mod json;
pub mod results;

#[cfg(all(test, not(feature = "uniffi")))]
mod tests;
