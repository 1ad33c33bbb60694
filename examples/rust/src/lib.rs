//! Shared parts of the examples: a driver with a blocking HTTP client, and a store through which processes share a login.
#![forbid(unsafe_code)]

pub mod driver;
pub mod redis_store;
