//! The calls in progress. Sent calls are indexed by deadline, because thousands may be open at once.

use std::collections::{BTreeMap, BTreeSet};

use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::CallId;
use super::live::{LiveCall, Stage};

#[derive(Default)]
pub(super) struct Calls {
    all: BTreeMap<CallId, LiveCall>,
    /// Deadlines of the sent calls only. The token machine watches those of calls that wait for a token.
    deadlines: BTreeSet<(Timestamp, CallId)>,
}

impl Calls {
    pub(super) fn insert(&mut self, id: CallId, call: LiveCall) {
        self.remove(id);
        self.deadlines.extend(call.sent_deadline().map(|deadline| (deadline, id)));
        self.all.insert(id, call);
    }

    pub(super) fn remove(&mut self, id: CallId) -> Option<LiveCall> {
        let call = self.all.remove(&id)?;
        if let Some(deadline) = call.sent_deadline() {
            self.deadlines.remove(&(deadline, id));
        }
        Some(call)
    }

    pub(super) fn get(&self, id: CallId) -> Option<&LiveCall> {
        self.all.get(&id)
    }

    /// Marks a call as sent, for the first or the second time.
    pub(super) fn mark_sent(&mut self, id: CallId, stage: Stage) -> Option<&mut LiveCall> {
        let mut call = self.remove(id)?;
        call.stage = stage;
        call.body_deadline = None;
        self.insert(id, call);
        self.all.get_mut(&id)
    }

    /// Sets the deadline for the body of an error response.
    pub(super) fn await_body(&mut self, id: CallId, until: Timestamp) {
        if let Some(mut call) = self.remove(id) {
            call.body_deadline = Some(until);
            self.insert(id, call);
        }
    }

    pub(super) fn ids(&self) -> Vec<CallId> {
        self.all.keys().copied().collect()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the sent calls whose deadline has passed, or whose error body is overdue.
    pub(super) fn overdue(&self, now: Timestamp) -> Vec<CallId> {
        self.deadlines.iter().take_while(|(deadline, _)| *deadline <= now).map(|(_, id)| *id).collect()
    }

    /// Returns the earliest of these deadlines.
    pub(super) fn next_deadline(&self) -> Option<Timestamp> {
        self.deadlines.first().map(|(deadline, _)| *deadline)
    }

    /// Moves all deadlines back by `by` milliseconds, after the clock was set back.
    pub(super) fn move_back(&mut self, by: i64) {
        let all = std::mem::take(self).all;
        for (id, mut call) in all {
            let moved = |deadline: Timestamp| deadline.plus_millis(by.saturating_neg());
            call.request.deadline = call.request.deadline.map(moved);
            call.body_deadline = call.body_deadline.map(moved);
            self.insert(id, call);
        }
    }
}
