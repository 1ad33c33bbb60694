//! Examples of breaking changes through JavaScript values, in Node.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "surface/mod.rs"]
mod surface;
