//! Runs the shared vectors in Rust: every host runs the same files and must give the same answers.
//!
//! `WAYBILL_VECTOR=access/NAME` limits a run to one vector; `WAYBILL_EVIDENCE` names the folder for what was run.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod access;
mod accounted;
mod compare;
mod forward;
mod mock;
mod releases;
mod rewrite;
mod store;
