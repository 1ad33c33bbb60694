//! Types that all crates of the core share: errors, HTTP heads and bodies, timestamps, dates, secrets and notes. `waybill-core`
//! re-exports them as `error`, `http`, `time` and others.
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
