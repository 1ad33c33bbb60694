//! House rules that no compiler holds: who may use whom, how long a file may be, what its first lines say.
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
mod circles;
mod crates;
mod documents;
mod error_codes;
mod files;
mod modules;
mod names;
mod platform_rules;
mod rows;
mod sources;
mod switches;
