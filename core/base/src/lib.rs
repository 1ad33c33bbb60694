//! Errors, HTTP heads and bodies, points in time, secrets and notes, which all crates of the core share. `waybill-core`
//! documents it as `error`, `http`, `time` and others.
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
