//! The shared store's side of the engine: what it answers, and the snapshots it keeps.
//!
//! A snapshot's text is redacted wherever it may be printed, in Kotlin's `toString` and Swift's descriptions too.

use std::fmt;

use waybill_access::store as core;
use waybill_base::time::Timestamp;

use crate::error::WaybillError;
use crate::ids::read_id;

/// That the tokens of the login are shared with other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct SharedStore {
    /// Whether a process logs in for itself, with its password, while the store cannot be had.
    pub login_while_down: bool,
}

/// The state of a login's tokens.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Snapshot {
    /// Its text, which holds tokens.
    pub text: String,
}

/// What the store answered.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
#[uniffi::export(Debug, Display)]
pub enum StoreResult {
    /// The lock is held, and this is the record.
    Locked {
        /// The record, where there is one.
        snapshot: Option<Snapshot>,
        /// The store's own time, in milliseconds since the Unix epoch.
        store_time: i64,
    },
    /// The snapshot is stored.
    Saved {
        /// Its number.
        seq: i64,
    },
    /// Nothing was stored: the lock is no longer held, or the record has another number.
    Conflict,
    /// The store did not do it.
    Failed {
        /// Why.
        why: StoreFailure,
    },
}

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum StoreFailure {
    /// It cannot be reached, refused, or took longer than a second.
    Down,
    /// Its record cannot be read.
    Unreadable,
    /// Its record was written by a newer version.
    NewerVersion,
}

impl From<SharedStore> for core::SharedStore {
    fn from(store: SharedStore) -> Self {
        let SharedStore { login_while_down } = store;
        Self { login_while_down }
    }
}

impl From<Snapshot> for core::Snapshot {
    fn from(snapshot: Snapshot) -> Self {
        let Snapshot { text } = snapshot;
        Self::new(text)
    }
}

impl From<core::Snapshot> for Snapshot {
    fn from(snapshot: core::Snapshot) -> Self {
        Self { text: snapshot.expose().to_owned() }
    }
}

impl TryFrom<StoreResult> for core::StoreResult {
    type Error = WaybillError;

    fn try_from(result: StoreResult) -> Result<Self, WaybillError> {
        Ok(match result {
            StoreResult::Locked { snapshot, store_time } => {
                Self::Locked { snapshot: snapshot.map(Into::into), store_time: Timestamp::from_millis(store_time) }
            }
            StoreResult::Saved { seq } => Self::Saved { seq: read_id("record", seq)? },
            StoreResult::Conflict => Self::Conflict,
            StoreResult::Failed { why } => Self::Failed(why.into()),
        })
    }
}

impl From<StoreFailure> for core::StoreFailure {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Down => Self::Down,
            StoreFailure::Unreadable => Self::Unreadable,
            StoreFailure::NewerVersion => Self::NewerVersion,
        }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Snapshot { text: [redacted] }")
    }
}

crate::display_as_debug!(Snapshot, StoreResult);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_snapshot_holds_what_is_in_it() {
        let snapshot = Snapshot { text: "canary-text".to_owned() };
        let locked = StoreResult::Locked { snapshot: Some(snapshot.clone()), store_time: 7 };
        let text = format!("{snapshot} {snapshot:?} {locked} {locked:?}");

        assert!(!text.contains("canary") && text.contains("[redacted]"), "{text}");
        let Ok(core::StoreResult::Locked { snapshot, .. }) = locked.try_into() else { panic!("it is locked") };
        assert_eq!(snapshot.unwrap().expose(), "canary-text");
    }

    #[test]
    fn a_number_that_no_record_has_is_a_misuse() {
        assert!(core::StoreResult::try_from(StoreResult::Saved { seq: -1 }).is_err());
    }
}
