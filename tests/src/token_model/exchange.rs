//! Rows of an exchange's end: its answer, or that none came.

use std::time::Duration;

use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry};

use super::data::{Access, Model, Refresh, Waiter};
use super::record::digest;
use super::state::{AfterSave, End, Flight, InExchange, LockReason, State, WaitsFor};
use super::{Act, Answer, Failure, Grant, Tokens};

impl Model {
    /// The answer of X.flight. In this order: 13h, 12, 10, 9, 8, then 13a to 13i.
    pub(super) fn answer(&mut self, answer: &Answer, now: i64, acts: &mut Vec<Act>) {
        let State::Exchange(x, WaitsFor::Provider(flight)) = self.state.clone() else { return };
        let is_ok = (200..300).contains(&answer.status) && answer.is_json && answer.error.is_none();
        if !is_ok {
            return self.refusal(x, &flight, answer, now, acts);
        }
        self.stored.is_dirty = true;
        match &answer.tokens {
            // row 12
            Err(code) => {
                if let Some(refresh) = &answer.refresh {
                    self.refresh = Some(flight.refresh(refresh, answer));
                }
                self.misconfigure(x, code, now, acts);
            }
            Ok(tokens) => self.success(x, &flight, answer, tokens, now, acts),
        }
    }

    /// Rows 8 to 11.
    fn success(
        &mut self,
        x: InExchange,
        flight: &Flight,
        answer: &Answer,
        tokens: &Tokens,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        let is_refresh = matches!(flight.grant, Grant::Refresh(_));
        let given = tokens.expires_in.saturating_mul(1_000);
        let expires_at = flight.sent_at.saturating_add(given);
        let life = expires_at.saturating_sub(now).min(given);
        self.adopt_refresh(flight, answer, tokens);
        if life <= 0 {
            // row 10
            return match self.held_password() {
                Some(password) if is_refresh => self.go_on(x, Grant::Password(password), now, acts),
                _ => self.back_off(x, None, "token.expired-on-arrival", now, now, acts),
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
            return self.go_on(InExchange { has_fallback: true, ..x }, Grant::Password(password), now, acts);
        }
        // row 8
        if !is_refresh {
            self.base_life = Some(given);
        }
        for waiter in std::mem::take(&mut self.waiters) {
            self.deliver(waiter.call, acts);
        }
        self.end_exchange(x, End::Rest, now, acts);
    }

    /// What rows 8 to 10 do with R.
    fn adopt_refresh(&mut self, flight: &Flight, answer: &Answer, tokens: &Tokens) {
        if let Some(refresh) = &answer.refresh {
            self.refresh = Some(flight.refresh(refresh, answer));
            return;
        }
        // row 11
        match (&flight.grant, &mut self.refresh) {
            (Grant::Refresh(_), Some(held)) => held.spent = tokens.has_refresh,
            (Grant::Refresh(_), None) => {}
            (Grant::Password(_), held) => *held = None,
        }
    }

    /// Rows 13a to 13i.
    fn refusal(&mut self, mut x: InExchange, flight: &Flight, answer: &Answer, now: i64, acts: &mut Vec<Act>) {
        let is_refresh = matches!(flight.grant, Grant::Refresh(_));
        let password = self.held_password().filter(|_| is_refresh);
        let error = answer.error.as_deref().unwrap_or_default();
        let long_wait = answer.retry_after.map(|wait| wait.min(60_000));
        match (error, answer.status, password) {
            ("invalid_grant", ..) if is_refresh => {
                let code = answer.account_state.unwrap_or("token.sign-in-again");
                match &self.refresh {
                    // row 13s
                    Some(refresh) if x.lock.is_some() && !x.has_asked_again => {
                        let reason = LockReason::Refused { code: code.to_owned(), digest: digest(&refresh.secret) };
                        Self::unlock(&mut x, acts);
                        x.has_asked_again = true;
                        self.ask_for_lock(x, reason, now, acts);
                    }
                    _ => self.refresh_refused(&x, code, now, acts),
                }
            }
            // row 13c
            ("invalid_grant", ..) => self.password_refused(x, flight, answer, now, acts),
            // row 13d
            ("invalid_client", ..) => self.misconfigure_unspent(x, flight, "token.client-rejected", now, acts),
            ("invalid_scope", ..) => self.misconfigure_unspent(x, flight, "token.scope-rejected", now, acts),
            (_, 300..400, _) => self.misconfigure_unspent(x, flight, "token.redirected", now, acts),
            // row 13e
            (error, _, Some(password)) if is_of_grant(error) => {
                self.refresh = None;
                self.go_on(x, Grant::Password(password), now, acts);
            }
            // row 13d, an unknown realm
            (_, 404, _) if answer.error.is_some() => {
                self.misconfigure_unspent(x, flight, "token.unknown-realm", now, acts);
            }
            // row 13f
            (_, 429, _) => {
                self.restore_spent(&flight.grant, flight.was_spent);
                let wait = answer.retry_after.map(|wait| wait.min(3_600_000));
                self.back_off(x, wait, "token.rate-limited", now, now, acts);
            }
            // row 13g; `Retry-After` counts whatever the status
            (_, 408 | 500.., _) => self.back_off(x, long_wait, "token.unavailable", now, now, acts),
            _ if !answer.is_json => self.back_off(x, long_wait, "token.unavailable", now, now, acts),
            // row 13i
            (error, ..) if is_of_grant(error) => self.misconfigure(x, "token.grant-not-allowed", now, acts),
            _ => self.misconfigure(x, "token.rejected", now, acts),
        }
    }

    /// Rows 13a and 13b.
    pub(super) fn refresh_refused(&mut self, x: &InExchange, code: &str, now: i64, acts: &mut Vec<Act>) {
        self.refresh = None;
        let next = self.given_meanwhile.clone().map(Grant::Refresh);
        match next.or_else(|| self.held_password().map(Grant::Password)) {
            Some(grant) => self.go_on(x.clone(), grant, now, acts),
            None => self.reject(x.clone(), code, now, acts),
        }
    }

    /// Row 13c.
    fn password_refused(&mut self, x: InExchange, flight: &Flight, answer: &Answer, now: i64, acts: &mut Vec<Act>) {
        let is_replaced = self.password.as_ref().is_some_and(|held| flight.grant != Grant::Password(held.clone()));
        if !is_replaced {
            self.is_refused = true;
        }
        let replacing = self.pick(now).map(|(grant, _)| grant).filter(|_| is_replaced);
        match self.given_meanwhile.clone().map(Grant::Refresh).or(replacing) {
            Some(grant) => self.go_on(x, grant, now, acts),
            None => self.reject(x, answer.account_state.unwrap_or("token.credentials-rejected"), now, acts),
        }
    }

    /// X goes on with N where there is one, else with that.
    fn go_on(&mut self, x: InExchange, grant: Grant, now: i64, acts: &mut Vec<Act>) {
        let grant = match self.given_meanwhile.clone() {
            Some(given) => {
                self.adopt_given();
                Grant::Refresh(given)
            }
            None => grant,
        };
        self.fix_patience(x.began, now);
        // The store knows that a refresh token is spent before it is sent; and whether the lock is held once more.
        if x.lock.is_some() && (matches!(grant, Grant::Refresh(_)) || x.has_asked_again) {
            self.save(x, AfterSave::Send { grant, was_spent: false }, now, acts);
        } else {
            self.send(x, grant, false, now, acts);
        }
    }

    /// R.spent as it was before it was to be sent.
    pub(super) fn restore_spent(&mut self, grant: &Grant, was_spent: bool) {
        if let Some(refresh) = &mut self.refresh
            && *grant == Grant::Refresh(refresh.secret.clone())
        {
            refresh.spent = was_spent;
        }
    }

    /// To B: wait so long, or as drawn, from then on.
    pub(super) fn back_off(
        &mut self,
        x: InExchange,
        wait: Option<i64>,
        code: &str,
        from: i64,
        now: i64,
        acts: &mut Vec<Act>,
    ) {
        let wait = match wait {
            Some(wait) => wait,
            None => self.draw_wait(),
        };
        let until = from.saturating_add(wait);
        let retry = Retry::After(span_of_millis(until.saturating_sub(now).max(0)));
        let error = Failure::new(code, ErrorKind::Provider, retry);
        let end = End::BackOff { until, attempt: self.attempt.saturating_add(1), error: error.clone() };
        self.fail_all(x, &error, end, now, acts);
    }

    /// To C, with R.spent as it was before the exchange.
    fn misconfigure_unspent(&mut self, x: InExchange, flight: &Flight, code: &str, now: i64, acts: &mut Vec<Act>) {
        self.restore_spent(&flight.grant, flight.was_spent);
        self.misconfigure(x, code, now, acts);
    }

    /// To C.
    fn misconfigure(&mut self, x: InExchange, code: &str, now: i64, acts: &mut Vec<Act>) {
        let error = Failure::new(code, ErrorKind::Provider, Retry::After(Duration::from_mins(1)));
        self.fail_all(x, &error, End::Misconfigure { error: error.clone(), at: now }, now, acts);
    }

    /// To J, which is noted at once.
    fn reject(&mut self, x: InExchange, code: &str, now: i64, acts: &mut Vec<Act>) {
        Self::note(code, acts);
        let error = Failure::new(code, ErrorKind::Provider, Retry::AfterSignIn);
        self.fail_all(x, &error, End::Reject { error: error.clone(), at: now }, now, acts);
    }

    /// A row that fails X's waiters: each first gets T where it is good enough, or X's fallback; where the row ends in B, a
    /// short wait; else the failure.
    fn fail_all(&mut self, x: InExchange, failure: &Failure, end: End, now: i64, acts: &mut Vec<Act>) {
        let is_kept = self.is_good_enough(now) || (x.has_fallback && self.is_unexpired(now));
        if is_kept && !self.waiters.is_empty() {
            Self::note("token.kept", acts);
        }
        for waiter in std::mem::take(&mut self.waiters) {
            match end.wait() {
                _ if is_kept => self.deliver(waiter.call, acts),
                Some((until, _)) if self.is_short_wait(&waiter, until) => {
                    self.waiters.push(Waiter { patience: None, ..waiter });
                }
                _ => self.fail(waiter.call, failure.clone(), acts),
            }
        }
        self.end_exchange(x, end, now, acts);
    }
}

impl Flight {
    /// The refresh token that its answer gave.
    fn refresh(&self, secret: &str, answer: &Answer) -> Refresh {
        let life = answer.refresh_expires_in.map(|seconds| seconds.saturating_mul(1_000));
        Refresh { expires_at: life.map(|life| self.sent_at.saturating_add(life)), ..Refresh::new(secret.to_owned()) }
    }
}

fn is_of_grant(error: &str) -> bool {
    ["unauthorized_client", "unsupported_grant_type", "not_allowed"].contains(&error)
}
