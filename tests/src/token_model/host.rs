//! Rows of the host: it gives credentials, takes tokens away, and restores a snapshot.

use super::data::{Model, remember};
use super::record::{Record, digest};
use super::state::{End, LockReason, State, WaitsFor};
use super::{Act, Exchange};

impl Model {
    /// Row 21.
    pub(super) fn invalidate_access(&mut self, now: i64, acts: &mut Vec<Act>) {
        self.drop_access();
        self.store_change(now, acts);
    }

    fn drop_access(&mut self) {
        if let Some(access) = self.access.take() {
            self.note_dropped(&access.secret);
        }
    }

    /// What was dropped is not taken from the store again.
    fn note_dropped(&mut self, secret: &str) {
        self.stored.is_dirty = true;
        if self.shared.is_some() {
            self.stored.dropped.push(digest(secret));
            if self.stored.dropped.len() > 32 {
                self.stored.dropped.remove(0);
            }
        }
    }

    /// Row 22.
    pub(super) fn invalidate_tokens(&mut self, now: i64, acts: &mut Vec<Act>) {
        self.drop_access();
        if let Some(refresh) = self.refresh.take() {
            self.note_dropped(&refresh.secret);
        }
        self.adopt_given();
        let is_due = self.refusal_ended.is_none_or(|ended| now.saturating_sub(ended) >= 60_000);
        let is_refusal = self.is_refused || matches!(self.state, State::Rejected { .. } | State::Misconfigured { .. });
        if is_refusal && is_due {
            self.refusal_ended = Some(now);
            self.is_refused = false;
        }
        match self.state.clone() {
            State::Rejected { .. } | State::Misconfigured { .. } if is_due => self.state = State::Idle,
            // Nothing was decided by what is dropped: the lock is still waited for.
            State::Exchange(x, WaitsFor::Lock { ticket, deadline, .. }) => {
                let reason = LockReason::Renew { otherwise: End::Rest };
                self.state = State::Exchange(x, WaitsFor::Lock { ticket, deadline, reason });
            }
            // The answer has come.
            State::Exchange(x, mut waits_for @ WaitsFor::Commit { .. }) => {
                if is_due {
                    waits_for.end_in_rest();
                }
                self.state = State::Exchange(x, waits_for);
            }
            State::Exchange(mut x, waits_for) => {
                if let WaitsFor::Provider(flight) = waits_for {
                    acts.push(Act::Abort(Exchange::Token(flight.number)));
                }
                Self::unlock(&mut x, acts);
                self.settle(End::Rest, now, acts);
            }
            State::Idle | State::BackOff { .. } | State::Rejected { .. } | State::Misconfigured { .. } => {}
        }
        self.store_change(now, acts);
    }

    /// Rows 23, 23e and 23r.
    pub(super) fn set_credentials(
        &mut self,
        password: Option<&str>,
        refresh: Option<&str>,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        let mut is_new = false;
        // row 23, else 23e
        if let Some(password) = password.filter(|password| self.password.as_deref() != Some(password)) {
            self.password = Some(password.to_owned());
            self.is_refused = false;
            is_new = true;
        }
        if let Some(refresh) = refresh {
            let is_held = self.refresh.as_ref().is_some_and(|held| held.secret == refresh);
            let token = digest(refresh);
            if is_held {
                // row 23e: the one held
            } else if self.sent.contains(&token) || self.given.contains(&token) {
                // row 23e: one seen
                Self::note("token.used", acts);
            } else {
                // row 23r
                is_new = true;
                if let State::Exchange(..) = self.state {
                    remember(&mut self.given, token);
                    self.stored.is_dirty = true;
                    self.given_meanwhile = Some(refresh.to_owned());
                } else {
                    self.take_refresh(refresh.to_owned());
                }
            }
        }
        if !is_new {
            return;
        }
        // B, C and J end.
        if let State::Exchange(_, waits_for) = &mut self.state {
            waits_for.end_in_rest();
        } else {
            self.settle(End::Rest, now, acts);
        }
        self.store_change(now, acts);
    }

    /// Rows 24 to 26 on a snapshot, before anything changes: the record, or the code of the refusal.
    pub(super) fn check_restore(&self, text: &str, now: i64) -> Result<Record, &'static str> {
        let is_busy = match &self.state {
            State::Exchange(..) => true,
            State::BackOff { until, .. } => now >= *until && !self.waiters.is_empty(),
            State::Idle | State::Rejected { .. } | State::Misconfigured { .. } => false,
        };
        if is_busy {
            // row 24
            return Err("snapshot.busy");
        }
        let record = self.read_record(text, 0).map_err(|why| match why {
            waybill_core::StoreFailure::NewerVersion => "snapshot.newer-version",
            _ => "snapshot.unreadable",
        })?;
        if !self.knows(&record) && self.is_older(&record) {
            // row 25
            return Err("snapshot.older");
        }
        Ok(record)
    }

    /// Row 26 on a snapshot.
    pub(super) fn restore(&mut self, record: &Record, now: i64, acts: &mut Vec<Act>) {
        if self.knows(record) {
            return;
        }
        let wait = self.adopt(record, now);
        self.settle(wait.unwrap_or(End::Rest), now, acts);
        self.store_change(now, acts);
    }

    /// Row 27.
    pub(super) fn export(&self) -> String {
        let wait = match self.state.clone() {
            State::BackOff { until, .. } => Some((until, self.attempt)),
            State::Exchange(_, mut waits_for) => waits_for.end_mut().and_then(|end| end.wait()),
            State::Idle | State::Rejected { .. } | State::Misconfigured { .. } => None,
        };
        self.write_record(self.stored.seq, wait, 0)
    }
}
