//! What a vector says of the shared store, and its conversion to what the engine takes.

use serde::Deserialize;
use waybill_core::{SharedStore, Snapshot, StoreFailure, StoreResult, Timestamp};

use super::inputs::Nothing;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SharedStoreFile {
    #[serde(default)]
    login_while_down: bool,
}

impl From<SharedStoreFile> for SharedStore {
    fn from(file: SharedStoreFile) -> Self {
        Self { login_while_down: file.login_while_down }
    }
}

/// What the shared store answered.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct StoreFile {
    pub(super) ticket: u64,
    #[serde(flatten)]
    pub(super) result: StoreResultFile,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoreResultFile {
    Locked(LockedFile),
    Saved(SavedFile),
    Conflict(Nothing),
    Failed(StoreFailureFile),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockedFile {
    snapshot: Option<String>,
    store_time: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedFile {
    seq: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum StoreFailureFile {
    Down,
    Unreadable,
    NewerVersion,
}

impl From<StoreResultFile> for StoreResult {
    fn from(file: StoreResultFile) -> Self {
        match file {
            StoreResultFile::Locked(LockedFile { snapshot, store_time }) => {
                Self::Locked { snapshot: snapshot.map(Snapshot::new), store_time: Timestamp::from_millis(store_time) }
            }
            StoreResultFile::Saved(SavedFile { seq }) => Self::Saved { seq },
            StoreResultFile::Conflict(Nothing {}) => Self::Conflict,
            StoreResultFile::Failed(failure) => Self::Failed(match failure {
                StoreFailureFile::Down => StoreFailure::Down,
                StoreFailureFile::Unreadable => StoreFailure::Unreadable,
                StoreFailureFile::NewerVersion => StoreFailure::NewerVersion,
            }),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreFile {
    pub(super) snapshot: String,
}
