//! What the examples are made of: a driver over a blocking HTTP client, and a store that processes share a login through.
#![forbid(unsafe_code)]

pub mod driver;
pub mod redis_store;
