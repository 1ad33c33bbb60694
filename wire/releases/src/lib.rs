//! The types of releases that cross to JavaScript, Kotlin and Swift, each declared once, with its conversions.
//!
//! As in `waybill-wire`, `ffi` compiles these files as a module. This is a crate of its own so that the WebAssembly module of the
//! client does not depend on the comparison.

pub mod given;
#[cfg(not(feature = "uniffi"))]
pub mod javascript;
mod json;
pub mod results;

#[cfg(all(test, not(feature = "uniffi")))]
mod tests;
