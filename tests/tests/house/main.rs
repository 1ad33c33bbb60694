//! House rules that no compiler holds: what a crate may bring with it, what the first lines of a file say.
//!
//! Each rule names every place that breaks it, so that one run shows all of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a rule that cannot be checked has failed"
)]

mod checks;
mod crates;
mod documents;
mod error_codes;
mod files;
mod names;
mod platform_rules;
mod rows;
mod sources;
mod switches;
