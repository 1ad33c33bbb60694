//! The mock service as a host uses it: requests in, replies out, without a socket.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]
#![allow(clippy::panic, clippy::float_cmp, reason = "the same, and counts are whole numbers")]
#![allow(clippy::format_collect, reason = "large inputs are made of many small texts, and nobody waits for them")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "carriers are read from files")]

mod archives;
mod carriers;
mod cross_origin;
mod endpoints;
mod envelopes;
mod examples;
mod header_text;
mod hostile_requests;
mod hostile_uploads;
mod rest;
mod rest_answers;
mod rest_forms;
mod rest_headers;
mod rest_paths;
mod rest_queries;
mod rest_samples;
mod rules;
mod seeds;
mod support;
mod uploads;
