//! Releases: tags, versions, required version bumps, and hand-written parts of changelogs.
//!
//! Version order and the meaning of the three numbers follow Semantic Versioning 2.0.0. The mapping from levels to
//! bumps is Waybill's own, and also applies to versions below 1.0.0.

mod hand_written;
mod tag;
mod verdict;
mod version;

pub use hand_written::{KeepError, keep_hand_written};
pub use tag::{ParseTagError, Tag};
pub use verdict::{VersionStep, VersionVerdict};
pub use version::{Bump, ParseVersionError, Version, is_pre_release, next_version};
