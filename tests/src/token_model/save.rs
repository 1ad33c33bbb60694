//! Rows of a shared store: the save before something is sent, the save of what came of an exchange, and how X ends.

use waybill_core::StoreFailure;

use super::adopt::Adopted;
use super::data::{Model, Phase, Refresh, remember};
use super::lock::COMMAND;
use super::record::{Record, digest};
use super::state::{AfterSave, End, InExchange, State, WaitsFor};
use super::{Act, Grant};

impl Model {
    /// Saves, and marks a refresh token that is to be sent.
    pub(super) fn save(&mut self, x: InExchange, next: AfterSave, now: i64, acts: &mut Vec<Act>) {
        if let (AfterSave::Send { grant: Grant::Refresh(_), .. }, Some(refresh)) = (&next, &mut self.refresh) {
            refresh.spent = true;
            remember(&mut self.sent, digest(&refresh.secret));
        }
        let wait = match &next {
            AfterSave::Send { .. } => None,
            AfterSave::Settle(end) => end.wait(),
        };
        self.ask_to_save(&x, wait, acts);
        self.state = State::Exchange(x, WaitsFor::Save { deadline: now.saturating_add(COMMAND), next });
    }

    fn ask_to_save(&mut self, x: &InExchange, wait: Option<(i64, u32)>, acts: &mut Vec<Act>) {
        let Some(ticket) = x.lock else { return };
        let expected_seq = self.stored.seq;
        let ahead = self.shared.as_ref().map_or(0, |shared| shared.ahead);
        let record = self.write_record(expected_seq.saturating_add(1), wait, ahead);
        let refresh = self.refresh.as_ref().map(|refresh| digest(&refresh.secret));
        self.stored.attempted = Some((record.clone(), refresh));
        self.stored.is_dirty = false;
        acts.push(Act::Save { ticket, record, expected_seq });
    }

    pub(super) fn accept(&mut self, seq: u64) {
        self.stored.seq = seq;
        if let Some((record, refresh)) = self.stored.attempted.take() {
            self.stored.record = Some(record);
            self.stored.refresh = refresh;
        }
        if !self.stored.is_dirty {
            self.stored.dropped.clear();
        }
    }

    /// Row 5u.
    pub(super) fn go_on_after_save(&mut self, x: InExchange, next: AfterSave, now: i64, acts: &mut Vec<Act>) {
        match next {
            AfterSave::Settle(end) => self.finish(x, end, now, acts),
            AfterSave::Send { grant, was_spent } if self.phase != Phase::Open => {
                self.stored.is_dirty |= matches!(grant, Grant::Refresh(_));
                self.restore_spent(&grant, was_spent);
                self.finish(x, End::Rest, now, acts);
            }
            AfterSave::Send { grant, was_spent } if self.given_meanwhile.is_some() => {
                self.restore_spent(&grant, was_spent);
                self.decide(x, Adopted::Nothing, End::Rest, now, acts);
            }
            AfterSave::Send { grant: Grant::Refresh(refresh), was_spent } => {
                self.send(x, Grant::Refresh(refresh), was_spent, now, acts);
            }
            AfterSave::Send { grant: Grant::Password(_), .. } => match self.held_password() {
                Some(password) => self.send(x, Grant::Password(password), false, now, acts),
                None => self.decide(x, Adopted::Nothing, End::Rest, now, acts),
            },
        }
    }

    /// What was to be sent after a save is not sent: how X ends.
    pub(super) fn not_sent(&mut self, next: AfterSave) -> End {
        self.stored.is_dirty = true;
        match next {
            AfterSave::Settle(end) => end,
            AfterSave::Send { grant, was_spent } => {
                self.restore_spent(&grant, was_spent);
                End::Rest
            }
        }
    }

    pub(super) fn save_failed(
        &mut self,
        x: InExchange,
        next: AfterSave,
        why: StoreFailure,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        let otherwise = self.not_sent(next);
        self.go_on_without_store(x, otherwise, why, now, acts);
    }

    /// Row 5v, the store fails.
    pub(super) fn commit_failed(
        &mut self,
        mut x: InExchange,
        end: End,
        why: StoreFailure,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        Self::note_failure(why, acts);
        self.stored.is_dirty = true;
        Self::unlock(&mut x, acts);
        self.settle(end, now, acts);
    }

    /// Row 5v, another renewed the login meanwhile.
    pub(super) fn take_over(&mut self, x: InExchange, record: &Record, end: End, now: i64, acts: &mut Vec<Act>) {
        Self::note("store.superseded", acts);
        self.refresh = None;
        let own = self.access.take();
        let wait = self.adopt(record, now);
        let adopted_end = self.access.as_ref().map_or(i64::MIN, |access| access.expires_at);
        if let Some(own) = own.filter(|own| own.expires_at > adopted_end) {
            self.generation = own.generation;
            self.access = Some(own);
        }
        self.stored.is_dirty = false;
        let end = match (end, wait) {
            (End::Misconfigure { error, at }, _) => End::Misconfigure { error, at },
            (_, wait) => wait.unwrap_or(End::Rest),
        };
        self.finish(x, end, now, acts);
    }

    /// The exchange is over: N becomes R, and what came of it is saved where the lock is held.
    pub(super) fn end_exchange(&mut self, x: InExchange, end: End, now: i64, acts: &mut Vec<Act>) {
        self.adopt_given();
        match (x.lock, end) {
            (Some(_), end) => {
                let based_on = self.stored.refresh.clone();
                self.commit(x, end, based_on, false, now, acts);
            }
            (None, End::BackOff { until, attempt, error }) => {
                self.attempt = attempt;
                self.state = State::BackOff { until, error };
            }
            (None, end) => self.settle(end, now, acts),
        }
    }

    pub(super) fn commit(
        &mut self,
        x: InExchange,
        end: End,
        based_on: Option<String>,
        is_second: bool,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        self.ask_to_save(&x, end.wait(), acts);
        let deadline = now.saturating_add(COMMAND);
        self.state = State::Exchange(x, WaitsFor::Commit { deadline, end, based_on, is_second });
    }

    /// What is not stored is saved, then the lock is released.
    pub(super) fn finish(&mut self, mut x: InExchange, end: End, now: i64, acts: &mut Vec<Act>) {
        self.stored.is_dirty |= self.adopt_given();
        if self.stored.is_dirty && x.lock.is_some() {
            return self.save(x, AfterSave::Settle(end), now, acts);
        }
        Self::unlock(&mut x, acts);
        self.settle(end, now, acts);
    }

    pub(super) fn unlock(x: &mut InExchange, acts: &mut Vec<Act>) {
        acts.extend(x.lock.take().map(|ticket| Act::Unlock { ticket }));
    }

    /// X is over. Who waits still is served as who comes then.
    pub(super) fn settle(&mut self, end: End, now: i64, acts: &mut Vec<Act>) {
        self.stored.is_dirty |= self.adopt_given();
        self.attempt = end.wait().map_or(0, |(_, attempt)| attempt);
        self.state = match end {
            End::Rest => State::Idle,
            End::BackOff { until, error, .. } => State::BackOff { until, error },
            End::Reject { error, at } => State::Rejected { error, at },
            End::Misconfigure { error, at } => State::Misconfigured { error, at },
        };
        for waiter in std::mem::take(&mut self.waiters) {
            self.need_of(waiter, now, acts);
        }
    }

    /// N becomes R; whether there was one.
    pub(super) fn adopt_given(&mut self) -> bool {
        let given = self.given_meanwhile.take().map(Refresh::new);
        let is_given = given.is_some();
        self.refresh = given.or_else(|| self.refresh.take());
        is_given
    }
}
