//! Rows of who needs a token, of an API that refuses one, and of the host that gives credentials or takes tokens away.

use std::time::Duration;

use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry};

use super::calls::Refusal;
use super::data::{ExchangeInFlight, Model, State, Waiter, remember};
use super::{Act, Body, Exchange, Failure, Grant};

impl Model {
    /// `need_token(w)`.
    pub(super) fn need(&mut self, call: u64, now: i64, acts: &mut Vec<Act>) {
        // row 1
        if self.is_usable(now) {
            return self.deliver(call, acts);
        }
        match &self.state {
            // row 2
            State::Exchange(flight) => {
                let patience = self.patience(call, now, flight.began, now);
                self.waiters.push(Waiter { call, began: now, patience });
            }
            // row 3, J
            State::Rejected { error } => {
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
                let waiter = Waiter { call, began: now, patience: None };
                let error = Failure { retry: Retry::After(span_of_millis(until.saturating_sub(now))), ..error.clone() };
                if !self.is_good_enough(now) && self.is_short_wait(&waiter, *until) {
                    self.waiters.push(waiter);
                } else {
                    self.keep_or_fail(vec![call], &error, now, acts);
                }
            }
            // rows 5 and 6
            State::Idle | State::BackOff { .. } | State::Misconfigured { .. } => {
                self.waiters.push(Waiter { call, began: now, patience: None });
                self.need_again(now, acts);
            }
        }
    }

    /// Rows 5 and 6, once for all who wait.
    pub(super) fn need_again(&mut self, now: i64, acts: &mut Vec<Act>) {
        if self.waiters.is_empty() {
            return;
        }
        if let Some((grant, is_last_try)) = self.pick(now) {
            // row 5
            self.send(grant, is_last_try, None, now, acts);
            self.fix_patience(now, now);
        } else {
            // row 6
            let no_grant = if self.is_refused {
                Failure::new("token.credentials-rejected", ErrorKind::Provider, Retry::AfterSignIn)
            } else {
                Failure::new("token.no-grant", ErrorKind::Configuration, Retry::AfterSignIn)
            };
            let waiting = std::mem::take(&mut self.waiters).into_iter().map(|waiter| waiter.call).collect();
            self.keep_or_fail(waiting, &no_grant, now, acts);
        }
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
    fn keep_or_fail(&mut self, calls: Vec<u64>, failure: &Failure, now: i64, acts: &mut Vec<Act>) {
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

    /// Sends an exchange: X is entered, or goes on as `x`.
    pub(super) fn send(
        &mut self,
        grant: Grant,
        is_last_try: bool,
        x: Option<&ExchangeInFlight>,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        self.flights += 1;
        if is_last_try {
            Self::note("token.last-try", acts);
        }
        let mut spent_before = false;
        if let (Grant::Refresh(sent), Some(refresh)) = (&grant, &mut self.refresh) {
            spent_before = refresh.spent;
            refresh.spent = true;
            remember(&mut self.sent, sent);
        }
        let deadline = now.saturating_add(self.timeout);
        acts.push(Act::SendToken { exchange: Exchange::Token(self.flights), grant: grant.clone(), deadline });
        self.state = State::Exchange(ExchangeInFlight {
            number: self.flights,
            grant,
            began: x.map_or(now, |x| x.began),
            sent_at: now,
            deadline,
            head: None,
            had_grace: false,
            spent_before,
            has_fallback: x.is_some_and(|x| x.has_fallback),
            given: x.and_then(|x| x.given.clone()),
        });
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
        } else if let State::Exchange(_) = self.state {
            // row 18
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
            let flights = self.flights;
            self.need(call, now, acts);
            if self.flights > flights {
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

    /// Row 22.
    pub(super) fn invalidate_tokens(&mut self, now: i64, acts: &mut Vec<Act>) {
        self.access = None;
        self.refresh = None;
        let is_refusal = self.is_refused || matches!(self.state, State::Rejected { .. } | State::Misconfigured { .. });
        let is_due = self.refusal_ended.is_none_or(|ended| now.saturating_sub(ended) >= 60_000);
        if is_refusal && is_due {
            self.refusal_ended = Some(now);
            self.is_refused = false;
            if let State::Rejected { .. } | State::Misconfigured { .. } = self.state {
                self.state = State::Idle;
            }
        }
        if let State::Exchange(flight) = &self.state {
            acts.push(Act::Abort(Exchange::Token(flight.number)));
            self.leave(State::Idle);
            self.attempt = 0;
            self.need_again(now, acts);
        }
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
            let is_sent = self.sent.iter().any(|known| known == refresh);
            if is_held {
                // row 23e: the one held
            } else if is_sent || self.given.iter().any(|known| known == refresh) {
                // row 23e: one seen
                Self::note("token.used", acts);
            } else {
                // row 23r
                is_new = true;
                if let State::Exchange(flight) = &mut self.state {
                    remember(&mut self.given, refresh);
                    flight.given = Some(refresh.to_owned());
                } else {
                    self.take_refresh(refresh.to_owned());
                }
            }
        }
        if is_new && !matches!(self.state, State::Exchange(_)) {
            // B, C and J end.
            self.state = State::Idle;
            self.attempt = 0;
            if self.is_usable(now) {
                // row 1
                for waiter in std::mem::take(&mut self.waiters) {
                    self.deliver(waiter.call, acts);
                }
            }
            self.need_again(now, acts);
        }
    }
}
