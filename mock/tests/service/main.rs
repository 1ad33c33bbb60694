//! The mock service as a host uses it: requests in, replies out, without a socket.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "carriers are read from files")]

mod carriers;
mod endpoints;
mod rest;
mod rules;
mod support;
mod uploads;
