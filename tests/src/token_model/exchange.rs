//! Rows of an exchange's end: its answer, or that none came.

use std::time::Duration;

use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry};

use super::data::{Access, ExchangeInFlight, Model, Phase, Refresh, State};
use super::{Act, Answer, Failure, Grant, Tokens};

impl Model {
    /// The answer of X.flight. In this order: 13h, 12, 10, 9, 8, then 13a to 13i.
    pub(super) fn answer(&mut self, answer: &Answer, now: i64, acts: &mut Vec<Act>) {
        let State::Exchange(x) = &self.state else { return };
        let x = x.clone();
        let is_ok = (200..300).contains(&answer.status) && answer.is_json && answer.error.is_none();
        if !is_ok {
            return self.refusal(&x, answer, now, acts);
        }
        match &answer.tokens {
            // row 12
            Err(code) => {
                if let Some(refresh) = &answer.refresh {
                    self.refresh =
                        Some(Refresh { secret: refresh.clone(), expires_at: None, spent: false, exhausted: false });
                }
                self.misconfigure(code, now, acts);
            }
            Ok(tokens) => self.success(&x, tokens, answer.refresh.as_deref(), now, acts),
        }
    }

    /// Rows 8 to 11.
    fn success(&mut self, x: &ExchangeInFlight, tokens: &Tokens, refresh: Option<&str>, now: i64, acts: &mut Vec<Act>) {
        let is_refresh = matches!(x.grant, Grant::Refresh(_));
        let given = tokens.expires_in.saturating_mul(1_000);
        let expires_at = x.sent_at.saturating_add(given);
        let life = expires_at.saturating_sub(now).min(given);
        self.adopt_refresh(x, tokens, refresh);
        if life <= 0 {
            // row 10
            return match self.held_password() {
                Some(password) if is_refresh => self.go_on(x, Some(Grant::Password(password)), now, acts),
                _ => self.back_off(None, "token.expired-on-arrival", now, now, acts),
            };
        }
        self.generation += 1;
        self.access = Some(Access {
            secret: tokens.access.clone(),
            obtained_at: now,
            expires_at,
            life,
            generation: self.generation,
            bad: false,
        });
        let is_clipped =
            is_refresh && given < 30_000 && self.base_life.is_some_and(|base_life| given.saturating_mul(2) < base_life);
        self.last_ok = Some(now);
        if let (true, Some(password)) = (is_clipped, self.held_password()) {
            // row 9
            if let Some(refresh) = &mut self.refresh {
                refresh.exhausted = true;
            }
            let x = ExchangeInFlight { has_fallback: true, ..x.clone() };
            return self.go_on(&x, Some(Grant::Password(password)), now, acts);
        }
        // row 8
        if !is_refresh {
            self.base_life = Some(given);
        }
        self.attempt = 0;
        self.leave(State::Idle);
        for waiter in std::mem::take(&mut self.waiters) {
            self.deliver(waiter.call, acts);
        }
    }

    /// What rows 8 to 10 do with R.
    fn adopt_refresh(&mut self, x: &ExchangeInFlight, tokens: &Tokens, refresh: Option<&str>) {
        if let Some(refresh) = refresh {
            let expires_at =
                tokens.refresh_expires_in.map(|seconds| x.sent_at.saturating_add(seconds.saturating_mul(1_000)));
            self.refresh = Some(Refresh { secret: refresh.to_owned(), expires_at, spent: false, exhausted: false });
            return;
        }
        // row 11
        match (&x.grant, &mut self.refresh) {
            (Grant::Refresh(_), Some(held)) => held.spent = tokens.has_refresh,
            (Grant::Refresh(_), None) => {}
            (Grant::Password(_), held) => *held = None,
        }
    }

    /// Rows 13a to 13i.
    fn refusal(&mut self, x: &ExchangeInFlight, answer: &Answer, now: i64, acts: &mut Vec<Act>) {
        let is_refresh = matches!(x.grant, Grant::Refresh(_));
        let password = self.held_password();
        let error = answer.error.as_deref().unwrap_or_default();
        let long_wait = answer.retry_after.map(|wait| wait.min(60_000));
        match (error, answer.status) {
            // rows 13a and 13b
            ("invalid_grant", _) if is_refresh => {
                self.refresh = None;
                if password.is_some() || x.given.is_some() {
                    self.go_on(x, password.map(Grant::Password), now, acts);
                } else {
                    self.reject(answer.account_state.unwrap_or("token.sign-in-again"), now, acts);
                }
            }
            // row 13c
            ("invalid_grant", _) => {
                let is_replaced = self.password.as_ref().is_some_and(|held| x.grant != Grant::Password(held.clone()));
                if !is_replaced {
                    self.is_refused = true;
                }
                if is_replaced || x.given.is_some() {
                    let picked = self.pick(now).map(|(grant, _)| grant);
                    self.go_on(x, picked, now, acts);
                } else {
                    self.reject(answer.account_state.unwrap_or("token.credentials-rejected"), now, acts);
                }
            }
            // row 13d
            ("invalid_client", _) => self.misconfigure_unspent("token.client-rejected", now, acts),
            ("invalid_scope", _) => self.misconfigure_unspent("token.scope-rejected", now, acts),
            (_, 300..400) => self.misconfigure_unspent("token.redirected", now, acts),
            // row 13e
            (error, _) if is_of_grant(error) && is_refresh && password.is_some() => {
                self.refresh = None;
                self.go_on(x, password.map(Grant::Password), now, acts);
            }
            // row 13d, an unknown realm
            (_, 404) if answer.error.is_some() => self.misconfigure_unspent("token.unknown-realm", now, acts),
            // row 13f
            (_, 429) => {
                self.restore_spent();
                let wait = answer.retry_after.map(|wait| wait.min(3_600_000));
                self.back_off(wait, "token.rate-limited", now, now, acts);
            }
            // row 13g; `Retry-After` counts whatever the status
            (_, 408 | 500..) => self.back_off(long_wait, "token.unavailable", now, now, acts),
            _ if !answer.is_json => self.back_off(long_wait, "token.unavailable", now, now, acts),
            // row 13i
            (error, _) if is_of_grant(error) => self.misconfigure("token.grant-not-allowed", now, acts),
            _ => self.misconfigure("token.rejected", now, acts),
        }
    }

    /// X goes on with N where there is one, else with that; a client that closes sends no more.
    fn go_on(&mut self, x: &ExchangeInFlight, grant: Option<Grant>, now: i64, acts: &mut Vec<Act>) {
        if self.phase != Phase::Open {
            return self.leave(State::Idle);
        }
        let mut x = x.clone();
        let grant = match x.given.take() {
            Some(given) => {
                self.refresh =
                    Some(Refresh { secret: given.clone(), expires_at: None, spent: false, exhausted: false });
                Some(Grant::Refresh(given))
            }
            None => grant,
        };
        if let Some(grant) = grant {
            self.send(grant, false, Some(&x), now, acts);
            self.fix_patience(x.began, now);
        } else {
            self.leave(State::Idle);
            self.need_again(now, acts);
        }
    }

    /// X ends: N becomes R.
    pub(super) fn leave(&mut self, state: State) {
        if let State::Exchange(ExchangeInFlight { given: Some(given), .. }) = std::mem::replace(&mut self.state, state)
        {
            self.refresh = Some(Refresh { secret: given, expires_at: None, spent: false, exhausted: false });
        }
    }

    /// R.spent as it was before the exchange.
    pub(super) fn restore_spent(&mut self) {
        if let (State::Exchange(x), Some(refresh)) = (&self.state, &mut self.refresh)
            && x.grant == Grant::Refresh(refresh.secret.clone())
        {
            refresh.spent = x.spent_before;
        }
    }

    /// To B: wait so long, or as drawn, from then on.
    pub(super) fn back_off(&mut self, wait: Option<i64>, code: &str, from: i64, now: i64, acts: &mut Vec<Act>) {
        let wait = match wait {
            Some(wait) => wait,
            None => self.draw_wait(),
        };
        self.attempt += 1;
        let until = from.saturating_add(wait);
        let retry = Retry::After(span_of_millis(until.saturating_sub(now).max(0)));
        let error = Failure::new(code, ErrorKind::Provider, retry);
        self.fail_all(&error, State::BackOff { until, error: error.clone() }, now, acts);
    }

    /// To C, with R.spent as it was before the exchange.
    fn misconfigure_unspent(&mut self, code: &str, now: i64, acts: &mut Vec<Act>) {
        self.restore_spent();
        self.misconfigure(code, now, acts);
    }

    /// To C.
    fn misconfigure(&mut self, code: &str, now: i64, acts: &mut Vec<Act>) {
        let error = Failure::new(code, ErrorKind::Provider, Retry::After(Duration::from_mins(1)));
        self.fail_all(&error, State::Misconfigured { error: error.clone(), at: now }, now, acts);
    }

    /// To J, which is noted at once.
    fn reject(&mut self, code: &str, now: i64, acts: &mut Vec<Act>) {
        Self::note(code, acts);
        let error = Failure::new(code, ErrorKind::Provider, Retry::AfterSignIn);
        self.fail_all(&error, State::Rejected { error: error.clone() }, now, acts);
    }

    /// A row that fails X's waiters: each first gets T where it is good enough, or X's fallback; where the row ends in B, a
    /// short wait; else the failure.
    fn fail_all(&mut self, failure: &Failure, next: State, now: i64, acts: &mut Vec<Act>) {
        let has_fallback = matches!(&self.state, State::Exchange(x) if x.has_fallback) && self.is_unexpired(now);
        let is_kept = has_fallback || self.is_good_enough(now);
        if !matches!(next, State::BackOff { .. }) {
            self.attempt = 0;
        }
        self.leave(next);
        if is_kept && !self.waiters.is_empty() {
            Self::note("token.kept", acts);
        }
        for waiter in std::mem::take(&mut self.waiters) {
            match &self.state {
                _ if is_kept => self.deliver(waiter.call, acts),
                State::BackOff { until, .. } if self.is_short_wait(&waiter, *until) => self.waiters.push(waiter),
                _ => self.fail(waiter.call, failure.clone(), acts),
            }
        }
    }
}

fn is_of_grant(error: &str) -> bool {
    ["unauthorized_client", "unsupported_grant_type", "not_allowed"].contains(&error)
}
