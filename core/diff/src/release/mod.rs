//! Releases: which tags name one, what a version is, how far a change moves it, and what stays of its changelog.
//!
//! The order of versions and the meaning of their three numbers are Semantic Versioning 2.0.0; the table of what moves
//! which number is the platform's own. Versions below 1.0.0 follow the same table.

mod hand_written;
mod tag;
mod verdict;
mod version;

pub use hand_written::{KeepError, keep_hand_written};
pub use tag::{ParseTagError, Tag};
pub use verdict::{VersionStep, VersionVerdict};
pub use version::{Bump, ParseVersionError, Version, is_pre_release, next_version};
