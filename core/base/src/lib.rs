//! What every part of Waybill shares: errors, HTTP heads and bodies, points in time, secrets and notes.
//!
//! Depend on `waybill-core`, which exports this crate.
#![forbid(unsafe_code)]

pub mod date;
pub mod error;
pub mod http;
#[doc(hidden)]
#[allow(clippy::must_use_candidate, reason = "for the crates of the core alone")]
pub mod internal;
pub mod note;
pub mod secret;
pub mod text;
pub mod time;
