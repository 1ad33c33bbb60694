//! The surface exported to Kotlin and Swift through `UniFFI`: conversions between its plain types and the core's, no behaviour.
//!
//! Every conversion destructures exhaustively, so that a new field in the core does not compile until it is carried over. Every
//! export returns `Result`: a panic in one that does not would kill a Swift process instead of arriving as an error.
#![allow(unsafe_code, reason = "the scaffolding's exported C functions are `unsafe(no_mangle)`")]

pub mod compare;
pub mod error;
pub mod http;

uniffi::setup_scaffolding!();
