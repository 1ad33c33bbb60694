//! The waiters for a token, indexed by deadline and patience because thousands may wait for one exchange.

use std::collections::{BTreeMap, BTreeSet};

use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

/// A caller that needs a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiter {
    /// The caller's id.
    pub(crate) id: u64,
    /// Time at which the caller stops waiting.
    pub(crate) deadline: Option<Timestamp>,
}

/// A caller that waits for a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub(super) waiter: Waiter,
    /// Start of the wait.
    pub(super) began: Timestamp,
    /// Time at which the caller takes the stored token instead of waiting for a new one.
    pub(super) patience: Option<Timestamp>,
}

impl Waiting {
    /// True if the caller can wait until `end`: it comes before its deadline, and within `longest` milliseconds of waiting.
    pub(super) fn has_time_until(self, end: Timestamp, longest: i64) -> bool {
        end <= self.began.plus_millis(longest) && self.waiter.deadline.is_none_or(|deadline| end < deadline)
    }
}

/// The waiters for one event, in the order of their ids.
#[derive(Default)]
pub(super) struct Waiters {
    all: BTreeMap<u64, Waiting>,
    deadlines: BTreeSet<(Timestamp, u64)>,
    patience: BTreeSet<(Timestamp, u64)>,
}

impl Waiters {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn add(&mut self, waiting: Waiting) {
        let id = waiting.waiter.id;
        self.remove(id);
        self.deadlines.extend(waiting.waiter.deadline.map(|deadline| (deadline, id)));
        self.patience.extend(waiting.patience.map(|patience| (patience, id)));
        self.all.insert(id, waiting);
    }

    pub(super) fn remove(&mut self, id: u64) -> Option<Waiting> {
        let waiting = self.all.remove(&id)?;
        if let Some(deadline) = waiting.waiter.deadline {
            self.deadlines.remove(&(deadline, id));
        }
        if let Some(patience) = waiting.patience {
            self.patience.remove(&(patience, id));
        }
        Some(waiting)
    }

    /// Removes and returns the waiters whose deadline has passed.
    pub(super) fn take_overdue(&mut self, now: Timestamp) -> Vec<Waiting> {
        let due = due(&self.deadlines, now);
        due.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Removes and returns the waiters whose patience is over.
    pub(super) fn take_impatient(&mut self, now: Timestamp) -> Vec<Waiting> {
        let due = due(&self.patience, now);
        due.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Returns the next time at which a waiter gives up. Ignores patience that is over: no stored token could serve it.
    pub(super) fn next(&self, now: Timestamp) -> Option<Timestamp> {
        let patience = self.patience.range((now.plus_millis(1), 0)..).next();
        self.deadlines.first().into_iter().chain(patience).map(|(time, _)| *time).min()
    }

    /// Returns all waiters.
    pub(super) fn into_all(self) -> impl Iterator<Item = Waiting> {
        self.all.into_values()
    }

    /// Applies a change to each waiter.
    pub(super) fn changed(self, change: impl Fn(Waiting) -> Waiting) -> Waiters {
        let mut waiters = Waiters::default();
        for waiting in self.into_all() {
            waiters.add(change(waiting));
        }
        waiters
    }
}

/// Returns the ids up to a time.
fn due(times: &BTreeSet<(Timestamp, u64)>, now: Timestamp) -> Vec<u64> {
    times.range(..=(now, u64::MAX)).map(|(_, id)| *id).collect()
}
