//! Rows of a shared store: its lock, what comes with it, and what is done where the store fails.

use waybill_core::{ErrorKind, Retry, StoreFailure};

use super::adopt::Adopted;
use super::data::{Model, Phase};
use super::record::digest;
use super::state::{AfterSave, End, InExchange, LockReason, State, WaitsFor};
use super::{Act, Failure, Grant, StoreAnswer};

/// A command of the store fails after this.
pub(super) const COMMAND: i64 = 1_000;

impl Model {
    /// Whether the store's answer is one that was not asked for.
    pub(super) fn is_misuse_of_store(&self, ticket: u64, answer: &StoreAnswer) -> bool {
        let tickets = self.shared.as_ref().map_or(0, |shared| shared.tickets);
        let is_save = || match answer {
            StoreAnswer::Saved { seq } => *seq == self.stored.seq.saturating_add(1),
            StoreAnswer::Conflict | StoreAnswer::Failed(_) => true,
            StoreAnswer::Locked { .. } => false,
        };
        let is_expected = match &self.state {
            State::Exchange(_, WaitsFor::Lock { ticket: asked, .. }) if *asked == ticket => {
                matches!(answer, StoreAnswer::Locked { .. } | StoreAnswer::Failed(_))
            }
            State::Exchange(x, WaitsFor::Save { .. } | WaitsFor::Commit { .. }) if x.lock == Some(ticket) => is_save(),
            _ => true,
        };
        !(1..=tickets).contains(&ticket) || !is_expected
    }

    pub(super) fn store_answer(&mut self, ticket: u64, answer: &StoreAnswer, now: i64, acts: &mut Vec<Act>) {
        match self.state.clone() {
            State::Exchange(x, WaitsFor::Lock { ticket: asked, reason, .. }) if asked == ticket => match answer {
                StoreAnswer::Locked { record, store_time } => {
                    self.locked(x, ticket, reason, record.as_deref(), *store_time, now, acts);
                }
                StoreAnswer::Failed(why) => self.lock_failed(x, ticket, reason, *why, now, acts),
                StoreAnswer::Saved { .. } | StoreAnswer::Conflict => {}
            },
            State::Exchange(mut x, WaitsFor::Save { next, .. }) if x.lock == Some(ticket) => match answer {
                StoreAnswer::Saved { seq } => {
                    self.accept(*seq);
                    self.go_on_after_save(x, next, now, acts);
                }
                // row 5w
                StoreAnswer::Conflict => {
                    let otherwise = self.not_sent(next);
                    x.conflicts += 1;
                    if x.conflicts == 10 {
                        return self.go_on_without_store(x, otherwise, StoreFailure::Down, now, acts);
                    }
                    Self::unlock(&mut x, acts);
                    self.ask_for_lock(x, LockReason::Renew { otherwise }, now, acts);
                }
                StoreAnswer::Failed(why) => self.save_failed(x, next, *why, now, acts),
                StoreAnswer::Locked { .. } => {}
            },
            State::Exchange(mut x, WaitsFor::Commit { end, based_on, is_second, .. }) if x.lock == Some(ticket) => {
                match answer {
                    StoreAnswer::Saved { seq } => {
                        self.accept(*seq);
                        self.finish(x, end, now, acts);
                    }
                    // row 5v, a conflict
                    StoreAnswer::Conflict => {
                        self.stored.is_dirty = true;
                        Self::unlock(&mut x, acts);
                        if is_second || self.phase != Phase::Open {
                            self.settle(end, now, acts);
                        } else {
                            self.ask_for_lock(x, LockReason::Commit { end, based_on }, now, acts);
                        }
                    }
                    StoreAnswer::Failed(why) => self.commit_failed(x, end, *why, now, acts),
                    StoreAnswer::Locked { .. } => {}
                }
            }
            state => {
                let is_held = matches!(&state, State::Exchange(x, _) if x.lock == Some(ticket));
                if matches!(answer, StoreAnswer::Locked { .. }) && !is_held {
                    acts.push(Act::Unlock { ticket });
                }
                Self::note("store.late", acts);
            }
        }
    }

    /// Row 5s. A client that closes asks for nothing.
    pub(super) fn ask_for_lock(&mut self, x: InExchange, reason: LockReason, now: i64, acts: &mut Vec<Act>) {
        let is_open = self.phase == Phase::Open;
        let Some(shared) = self.shared.as_mut().filter(|_| is_open) else { return self.settle(End::Rest, now, acts) };
        shared.tickets += 1;
        let ticket = shared.tickets;
        // *the lease*: both sends with their graces, two commands, and 10 s
        let send = self.timeout.saturating_add(2 * 5_000);
        let lease = send.saturating_mul(2).saturating_add(2 * COMMAND).saturating_add(10_000);
        acts.push(Act::Lock { ticket, lease, known_seq: self.stored.seq });
        let deadline = now.saturating_add(lease).saturating_add(5_000);
        self.state = State::Exchange(x, WaitsFor::Lock { ticket, deadline, reason });
    }

    #[allow(clippy::too_many_arguments, reason = "what the lock was asked for, and what came with it")]
    fn locked(
        &mut self,
        mut x: InExchange,
        ticket: u64,
        reason: LockReason,
        record: Option<&str>,
        store_time: i64,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        let ahead = store_time.saturating_sub(now);
        if let Some(shared) = &mut self.shared {
            shared.ahead = ahead;
        }
        let record = match record.map(|text| self.read_record(text, ahead)).transpose() {
            Ok(record) => record,
            Err(why) => return self.lock_failed(x, ticket, reason, why, now, acts),
        };
        x.lock = Some(ticket);
        if let Some(record) = &record {
            self.given_meanwhile.take_if(|given| record.has_seen(&digest(given)));
        }
        match reason {
            // row 5t
            LockReason::Renew { otherwise } => {
                let adopted = self.adopt_if_newer(record, now, acts);
                self.decide(x, adopted, otherwise, now, acts);
            }
            // row 13s
            LockReason::Refused { code, digest: sent } => {
                let adopted = self.adopt_if_newer(record, now, acts);
                if self.refresh.as_ref().is_some_and(|refresh| digest(&refresh.secret) != sent) {
                    self.decide(x, adopted, End::Rest, now, acts);
                } else {
                    self.refresh_refused(&x, &code, now, acts);
                }
            }
            // row 5v
            LockReason::Commit { end, based_on } => match record {
                Some(record) if record.refresh_digest() != based_on => self.take_over(x, &record, end, now, acts),
                same => {
                    self.know(same.as_ref());
                    self.adopt_given();
                    self.commit(x, end, based_on, true, now, acts);
                }
            },
        }
    }

    /// Row 5t, once the record is known.
    pub(super) fn decide(
        &mut self,
        mut x: InExchange,
        adopted: Adopted,
        otherwise: End,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        self.stored.is_dirty |= self.adopt_given();
        let is_newer = matches!(adopted, Adopted::Newer(_));
        let end = match (adopted, otherwise) {
            (Adopted::Newer(wait), _) => wait.unwrap_or(End::Rest),
            (Adopted::Nothing, End::Rest) => End::Rest,
            // row 3
            (Adopted::Nothing, End::Reject { error, .. }) => {
                return self.finish(x, End::Reject { error, at: now }, now, acts);
            }
            (Adopted::Nothing, otherwise) => return self.finish(x, otherwise, now, acts),
        };
        if self.is_usable(now) {
            for waiter in std::mem::take(&mut self.waiters) {
                self.deliver(waiter.call, acts);
            }
        }
        let is_waiting_on = matches!(end, End::BackOff { until, .. } if until > now);
        if self.waiters.is_empty() || is_waiting_on {
            return self.finish(x, end, now, acts);
        }
        if let Some((grant, was_spent)) = self.pick(now) {
            return self.save(x, AfterSave::Send { grant, was_spent }, now, acts);
        }
        let is_sent_by_another =
            self.refresh.as_ref().is_some_and(|refresh| refresh.last_try_from.is_some_and(|from| from > now));
        if is_newer && !self.stored.is_dirty && is_sent_by_another {
            // row 5x
            Self::unlock(&mut x, acts);
            return self.ask_for_lock(x, LockReason::Renew { otherwise: End::Rest }, now, acts);
        }
        // row 6
        self.fail_without_grant(now, acts);
        let end = if self.is_refused && self.refresh.is_none() {
            let error = Failure::new("token.credentials-rejected", ErrorKind::Provider, Retry::AfterSignIn);
            End::Reject { error, at: now }
        } else {
            End::Rest
        };
        self.finish(x, end, now, acts);
    }

    pub(super) fn lock_failed(
        &mut self,
        mut x: InExchange,
        ticket: u64,
        reason: LockReason,
        why: StoreFailure,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        x.lock = Some(ticket);
        let otherwise = match reason {
            LockReason::Renew { otherwise } => otherwise,
            LockReason::Refused { .. } => End::Rest,
            LockReason::Commit { end, .. } => {
                self.stored.is_dirty = true;
                end
            }
        };
        self.go_on_without_store(x, otherwise, why, now, acts);
    }

    /// Row 5b.
    pub(super) fn go_on_without_store(
        &mut self,
        mut x: InExchange,
        otherwise: End,
        why: StoreFailure,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        Self::note_failure(why, acts);
        Self::unlock(&mut x, acts);
        if !matches!(otherwise, End::Rest) || self.waiters.is_empty() {
            return self.settle(otherwise, now, acts);
        }
        let may_log_in = self.shared.as_ref().is_some_and(|shared| shared.login_while_down);
        if may_log_in && self.held_password().is_some() && self.phase == Phase::Open {
            let until = now.saturating_add(self.draw(5_000));
            self.state = State::Exchange(x, WaitsFor::Spread { until });
        } else {
            // Two seconds at most.
            self.attempt = self.attempt.min(2);
            self.back_off(x, None, "store.failed", now, now, acts);
        }
    }

    pub(super) fn note_failure(why: StoreFailure, acts: &mut Vec<Act>) {
        let code = match why {
            StoreFailure::Down => "store.down",
            StoreFailure::Unreadable => "store.unreadable",
            StoreFailure::NewerVersion => "store.newer-version",
        };
        Self::note(code, acts);
    }

    /// Row 5b, where the wait that spreads logins is over.
    pub(super) fn log_in_alone(&mut self, x: InExchange, now: i64, acts: &mut Vec<Act>) {
        match self.held_password().filter(|_| !self.waiters.is_empty()) {
            Some(password) => self.send(x, Grant::Password(password), false, now, acts),
            None => self.end_exchange(x, End::Rest, now, acts),
        }
    }

    /// Row 5s, for a change that is to be stored.
    pub(super) fn store_change(&mut self, now: i64, acts: &mut Vec<Act>) {
        if self.shared.is_none() || !self.stored.is_dirty || self.phase != Phase::Open {
            return;
        }
        let otherwise = match self.state.clone() {
            State::Exchange(..) => return,
            State::Idle => End::Rest,
            State::BackOff { until, error } => End::BackOff { until, attempt: self.attempt, error },
            State::Rejected { error, at } => End::Reject { error, at },
            State::Misconfigured { error, at } => End::Misconfigure { error, at },
        };
        self.ask_for_lock(InExchange::new(now), LockReason::Renew { otherwise }, now, acts);
    }
}
