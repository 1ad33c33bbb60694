//! Rows of who needs a token, and of an API that refuses one.

use std::time::Duration;

use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry};

use super::calls::Refusal;
use super::data::{Model, Phase, Waiter, remember};
use super::record::digest;
use super::state::{End, Flight, InExchange, LockReason, State, WaitsFor};
use super::{Act, Body, Exchange, Failure, Grant};

impl Model {
    /// `need_token(w)`.
    pub(super) fn need(&mut self, call: u64, now: i64, acts: &mut Vec<Act>) {
        self.need_of(Waiter { call, began: now, patience: None }, now, acts);
    }

    /// The same for one who may have begun to wait before.
    pub(super) fn need_of(&mut self, waiter: Waiter, now: i64, acts: &mut Vec<Act>) {
        let call = waiter.call;
        // row 1
        if self.is_usable(now) {
            return self.deliver(call, acts);
        }
        match &self.state {
            // row 2
            State::Exchange(x, _) => {
                let patience = self.patience(call, waiter.began, x.began, now);
                self.waiters.push(Waiter { patience, ..waiter });
            }
            // row 3, J with a store
            State::Rejected { error, at } if self.shared.is_some() && now.saturating_sub(*at) >= 3_000 => {
                let otherwise = End::Reject { error: error.clone(), at: *at };
                self.waiters.push(Waiter { patience: None, ..waiter });
                self.ask_for_lock(InExchange::new(now), LockReason::Renew { otherwise }, now, acts);
            }
            // row 3, J
            State::Rejected { error, .. } => {
                let error = error.clone();
                self.keep_or_fail(vec![call], &error, now, acts);
            }
            // row 3, C
            State::Misconfigured { error, at } if now < at.saturating_add(60_000) => {
                let retry = Retry::After(span_of_millis(at.saturating_add(60_000).saturating_sub(now)));
                let error = Failure { retry, ..error.clone() };
                self.keep_or_fail(vec![call], &error, now, acts);
            }
            // row 4
            State::BackOff { until, error } if now < *until => {
                let error = Failure { retry: Retry::After(span_of_millis(until.saturating_sub(now))), ..error.clone() };
                if !self.is_good_enough(now) && self.is_short_wait(&waiter, *until) {
                    self.waiters.push(waiter);
                } else {
                    self.keep_or_fail(vec![call], &error, now, acts);
                }
            }
            // rows 5 and 6
            State::Idle | State::BackOff { .. } | State::Misconfigured { .. } => {
                self.waiters.push(waiter);
                self.need_again(now, acts);
            }
        }
    }

    /// Rows 5, 5s and 6, once for all who wait.
    pub(super) fn need_again(&mut self, now: i64, acts: &mut Vec<Act>) {
        if self.waiters.is_empty() {
            return;
        }
        if self.shared.is_some() {
            // row 5s
            self.fix_patience(now, now);
            self.ask_for_lock(InExchange::new(now), LockReason::Renew { otherwise: End::Rest }, now, acts);
        } else if let Some((grant, was_spent)) = self.pick(now) {
            // row 5
            self.fix_patience(now, now);
            self.send(InExchange::new(now), grant, was_spent, now, acts);
        } else {
            // row 6
            self.fail_without_grant(now, acts);
        }
    }

    /// Row 6, for all who wait.
    pub(super) fn fail_without_grant(&mut self, now: i64, acts: &mut Vec<Act>) {
        let mut failure = if self.is_refused {
            Failure::new("token.credentials-rejected", ErrorKind::Provider, Retry::AfterSignIn)
        } else {
            Failure::new("token.no-grant", ErrorKind::Configuration, Retry::AfterSignIn)
        };
        if let Some(from) = self.refresh.as_ref().and_then(|refresh| refresh.last_try_from) {
            let wait = from.saturating_sub(now);
            failure.retry = Retry::After(if wait > 0 { span_of_millis(wait) } else { Duration::ZERO });
        }
        let waiting = std::mem::take(&mut self.waiters).into_iter().map(|waiter| waiter.call).collect();
        self.keep_or_fail(waiting, &failure, now, acts);
    }

    /// The patience of all who wait, in an X that began then.
    pub(super) fn fix_patience(&mut self, x_began: i64, now: i64) {
        for position in 0..self.waiters.len() {
            let Some((call, began)) = self.waiters.get(position).map(|waiter| (waiter.call, waiter.began)) else {
                return;
            };
            let patience = self.patience(call, began, x_began, now);
            if let Some(waiter) = self.waiters.get_mut(position) {
                waiter.patience = patience;
            }
        }
    }

    /// T where it is good enough, with a note; else the failure.
    pub(super) fn keep_or_fail(&mut self, calls: Vec<u64>, failure: &Failure, now: i64, acts: &mut Vec<Act>) {
        let is_kept = self.is_good_enough(now);
        if is_kept {
            Self::note("token.kept", acts);
        }
        for call in calls {
            if is_kept {
                self.deliver(call, acts);
            } else {
                self.fail(call, failure.clone(), acts);
            }
        }
    }

    /// Sends an exchange. A client that closes sends no more.
    pub(super) fn send(&mut self, x: InExchange, grant: Grant, was_spent: bool, now: i64, acts: &mut Vec<Act>) {
        if self.phase != Phase::Open {
            return self.finish(x, End::Rest, now, acts);
        }
        self.flights += 1;
        if was_spent {
            // a *last try*
            Self::note("token.last-try", acts);
        }
        if let (Grant::Refresh(sent), Some(refresh)) = (&grant, &mut self.refresh) {
            refresh.spent = true;
            remember(&mut self.sent, digest(sent));
        }
        let number = self.flights;
        let deadline = now.saturating_add(self.timeout);
        acts.push(Act::SendToken { exchange: Exchange::Token(number), grant: grant.clone(), deadline });
        let flight = Flight { number, grant, was_spent, sent_at: now, deadline, head: None, had_grace: false };
        self.state = State::Exchange(x, WaitsFor::Provider(flight));
    }

    /// unauthorized(g, diagnosis, w).
    pub(super) fn unauthorized(&mut self, call: u64, refusal: &Refusal, now: i64, acts: &mut Vec<Act>) {
        let Refusal { generation, diagnosis, code } = *refusal;
        let Some(held) = self.calls.iter_mut().find(|held| held.id == call) else { return };
        let (is_retried, body) = (held.retried, held.body);
        held.retried = true;
        let answer = refusal.failure();
        let body_gone = Failure { retry: Retry::After(Duration::ZERO), ..answer.clone() };
        let ending = if is_retried { Some(answer.clone()) } else { (body == Body::Once).then_some(body_gone) };
        // One from more than 5 s ahead, by a clock that was set back, is none that was obtained just now.
        let is_young = self
            .access
            .as_ref()
            .is_some_and(|access| (-5_000..5_000).contains(&now.saturating_sub(access.obtained_at)));
        let recent = self.rejected_times.iter().filter(|time| now.saturating_sub(**time) < 30_000).count();
        if diagnosis.is_some() {
            // row 16
            self.fail(call, answer, acts);
        } else if generation < self.generation {
            // row 17: the request's one retry
            match ending {
                Some(failure) => self.fail(call, failure, acts),
                None => self.need(call, now, acts),
            }
        } else if matches!(&self.state, State::Exchange(_, waits_for) if !matches!(waits_for, WaitsFor::Commit { .. }))
        {
            // row 18; once the answer came, the token is the new one
            self.mark_bad();
            match ending {
                Some(failure) => self.fail(call, failure, acts),
                None => self.need(call, now, acts),
            }
        } else if is_young || recent >= 2 {
            // row 19
            let fresh = Failure::new("api.fresh-token-rejected", ErrorKind::Api, Retry::Never);
            let failure = match code {
                "api.unauthorized" => fresh,
                "api.token-expired" => Failure { retry: Retry::Never, ..answer },
                _ => answer,
            };
            self.fail(call, failure, acts);
        } else if let Some(failure) = ending {
            // row 20a
            self.mark_bad();
            self.fail(call, failure, acts);
        } else {
            // row 20
            self.mark_bad();
            self.need(call, now, acts);
            if let State::Exchange(..) = self.state {
                // such a refresh
                self.rejected_times.push(now);
            }
        }
    }

    fn mark_bad(&mut self) {
        if let Some(access) = &mut self.access {
            access.bad = true;
        }
    }
}
