//! What happens: each input, after the rows that run before every other.

use waybill_core::{ErrorKind, Retry, StoreFailure};

use super::calls::{Call, ErrorHead, Stage};
use super::data::{Model, Phase};
use super::state::{End, State, WaitsFor};
use super::{Act, Answer, Body, Exchange, Failure, Grant, Input, Outcome};

impl Model {
    /// What an input causes.
    pub fn step(&mut self, input: &Input, now: i64) -> Outcome {
        if self.is_misuse(input) {
            return Outcome::Misuse;
        }
        if matches!(input, Input::SetCredentials { .. }) && self.phase != Phase::Open {
            return Outcome::Refused("client.closed".to_owned());
        }
        let restored = match input {
            Input::Export => return Outcome::Exported(self.export()),
            Input::Restore(_) if self.phase != Phase::Open => return Outcome::Refused("client.closed".to_owned()),
            Input::Restore(text) => match self.check_restore(text, now) {
                Ok(record) => Some(record),
                Err(code) => return Outcome::Refused(code.to_owned()),
            },
            _ => None,
        };
        let mut acts = Vec::new();
        self.pass_time(input, now, &mut acts);
        match input {
            Input::Begin { idempotent, body, deadline } => self.begin(*idempotent, *body, *deadline, now, &mut acts),
            Input::Head { exchange, status, headers } => self.head(*exchange, *status, headers, now, &mut acts),
            Input::Body { exchange, body, complete } => self.body(*exchange, body, *complete, now, &mut acts),
            Input::Failure { exchange, not_sent } => self.failure(*exchange, *not_sent, now, &mut acts),
            Input::Store { ticket, answer } => self.store_answer(*ticket, answer, now, &mut acts),
            Input::Restore(_) => restored.iter().for_each(|record| self.restore(record, now, &mut acts)),
            Input::Time | Input::Export => {}
            Input::Cancel(call) => self.cancel(*call, &mut acts),
            Input::Close => self.close(now, &mut acts),
            Input::SetCredentials { password, refresh } => {
                self.set_credentials(password.as_deref(), refresh.as_deref(), now, &mut acts);
                self.row_4b(now, &mut acts);
            }
            Input::Invalidate { tokens: false } => self.invalidate_access(now, &mut acts),
            Input::Invalidate { tokens: true } => self.invalidate_tokens(now, &mut acts),
        }
        self.row_2p(now, &mut acts);
        if self.phase == Phase::Closing && !matches!(self.state, State::Exchange(..)) {
            self.phase = Phase::Closed;
            acts.push(Act::Closed);
        }
        Outcome::Step { acts, wake_at: self.wake_at(now) }
    }

    /// Whether the input is one that the exchange does not expect.
    fn is_misuse(&self, input: &Input) -> bool {
        let reads = |exchange: Exchange| match &self.state {
            State::Exchange(_, WaitsFor::Provider(flight)) if exchange == Exchange::Token(flight.number) => {
                Some(flight.head.is_some())
            }
            _ => self.call_of(exchange).map(|call| matches!(call.stage, Stage::Sent { head: Some(_), .. })),
        };
        match input {
            Input::Head { exchange, .. } | Input::Failure { exchange, .. } => reads(*exchange) == Some(true),
            Input::Body { exchange, .. } => reads(*exchange) == Some(false),
            Input::Store { ticket, answer } => self.is_misuse_of_store(*ticket, answer),
            _ => false,
        }
    }

    /// Rows 29, 0, 2p and 4b, in this order.
    fn pass_time(&mut self, input: &Input, now: i64, acts: &mut Vec<Act>) {
        self.note_time(now);
        self.row_29(now, acts);
        self.row_0(input, now, acts);
        self.row_2p(now, acts);
        if !matches!(input, Input::SetCredentials { .. }) {
            self.row_4b(now, acts);
        }
        self.end_unread_errors(now, acts);
    }

    /// Row 29, and the deadlines of calls that were sent, but for those whose error is being read.
    fn row_29(&mut self, now: i64, acts: &mut Vec<Act>) {
        let is_over = |call: &&Call| {
            let is_read = matches!(call.stage, Stage::Sent { head: Some(_), .. });
            !is_read && call.deadline.is_some_and(|deadline| deadline <= now)
        };
        let over: Vec<u64> = self.calls.iter().filter(is_over).map(|call| call.id).collect();
        for call in over {
            self.give_up(call, past_deadline(), acts);
        }
    }

    /// Row 0: any but an answer of X.flight.
    fn row_0(&mut self, input: &Input, now: i64, acts: &mut Vec<Act>) {
        let State::Exchange(x, waits_for) = self.state.clone() else { return };
        if now < waits_for.deadline() {
            return;
        }
        match waits_for {
            WaitsFor::Provider(flight) => {
                let exchange = Exchange::Token(flight.number);
                let is_answer = match input {
                    Input::Head { exchange: answered, .. } | Input::Body { exchange: answered, .. } => {
                        *answered == exchange
                    }
                    _ => false,
                };
                if !is_answer {
                    self.row_0_of_provider(now, acts);
                }
            }
            WaitsFor::Lock { ticket, reason, .. } => {
                self.lock_failed(x, ticket, reason, StoreFailure::Down, now, acts);
            }
            WaitsFor::Save { next, .. } => self.save_failed(x, next, StoreFailure::Down, now, acts),
            WaitsFor::Spread { .. } => self.log_in_alone(x, now, acts),
            WaitsFor::Commit { end, .. } => self.commit_failed(x, end, StoreFailure::Down, now, acts),
        }
    }

    fn row_0_of_provider(&mut self, now: i64, acts: &mut Vec<Act>) {
        let State::Exchange(x, WaitsFor::Provider(flight)) = &mut self.state else { return };
        let deadline = flight.deadline;
        // One grace for each flight: the host slept. None while the client closes.
        if !flight.had_grace && self.phase == Phase::Open && now.saturating_sub(deadline) > 50 {
            flight.had_grace = true;
            flight.deadline = now.saturating_add(5_000);
            Self::note("token.grace", acts);
            return;
        }
        acts.push(Act::Abort(Exchange::Token(flight.number)));
        Self::note("token.exchange-lost", acts);
        // As row 14 Unknown, back-off counted from the deadline.
        let x = x.clone();
        self.back_off(x, None, "token.unavailable", deadline, now, acts);
    }

    /// Row 2p: w's patience is over, T is neither bad nor over.
    fn row_2p(&mut self, now: i64, acts: &mut Vec<Act>) {
        if !matches!(self.state, State::Exchange(..)) || !self.is_unexpired(now) {
            return;
        }
        let (over, waiting): (Vec<_>, Vec<_>) =
            self.waiters.drain(..).partition(|waiter| waiter.patience.is_some_and(|patience| patience <= now));
        self.waiters = waiting;
        if !over.is_empty() {
            Self::note("token.kept", acts);
        }
        for waiter in over {
            self.deliver(waiter.call, acts);
        }
    }

    /// Row 4b: the end of B, and somebody waits.
    fn row_4b(&mut self, now: i64, acts: &mut Vec<Act>) {
        if matches!(self.state, State::BackOff { until, .. } if until <= now) && !self.waiters.is_empty() {
            self.need_again(now, acts);
        }
    }

    fn begin(&mut self, idempotent: bool, body: Body, deadline: Option<i64>, now: i64, acts: &mut Vec<Act>) {
        self.calls_begun += 1;
        let id = self.calls_begun;
        if self.phase != Phase::Open {
            acts.push(Act::Failed { call: id, failure: closed() });
        } else if deadline.is_some_and(|deadline| deadline <= now) {
            acts.push(Act::Failed { call: id, failure: past_deadline() });
        } else {
            self.calls.push(Call {
                id,
                idempotent,
                body,
                deadline,
                attempts: 0,
                retried: false,
                stage: Stage::Waiting,
            });
            self.need(id, now, acts);
        }
    }

    fn head(&mut self, exchange: Exchange, status: u16, headers: &[(String, String)], now: i64, acts: &mut Vec<Act>) {
        if self.call_of(exchange).is_some() {
            let head = ErrorHead { status, headers: headers.to_vec(), body_until: now.saturating_add(5_000) };
            return self.call_head(exchange, &head, acts);
        }
        let is_closing = self.phase != Phase::Open;
        let State::Exchange(_, WaitsFor::Provider(flight)) = &mut self.state else {
            return Self::note("exchange.late", acts);
        };
        if exchange != Exchange::Token(flight.number) {
            return Self::note("exchange.late", acts);
        }
        if (300..400).contains(&status) {
            acts.push(Act::Abort(exchange));
            return self.answer(&Answer::read(status, None, "", true, &[]), now, acts);
        }
        // A head moves the deadline once, unless the client is closing.
        if !is_closing {
            flight.deadline = flight.deadline.max(now.saturating_add(5_000));
        }
        let retry_after = headers.iter().find(|(name, _)| name == "retry-after").map(|(_, text)| text.clone());
        flight.head = Some((status, retry_after));
        acts.push(Act::Read(exchange));
    }

    fn body(&mut self, exchange: Exchange, body: &str, complete: bool, now: i64, acts: &mut Vec<Act>) {
        if self.call_of(exchange).is_some() {
            return self.call_body(exchange, complete, now, acts);
        }
        // Row 7: an answer of an exchange that is over.
        let State::Exchange(_, WaitsFor::Provider(flight)) = &self.state else {
            return Self::note("exchange.late", acts);
        };
        let Some((status, retry_after)) = flight.head.clone().filter(|_| exchange == Exchange::Token(flight.number))
        else {
            return Self::note("exchange.late", acts);
        };
        if !complete {
            acts.push(Act::Abort(exchange));
        }
        let answer = Answer::read(status, retry_after.as_deref(), body, complete, &self.foreign_providers);
        self.answer(&answer, now, acts);
    }

    fn failure(&mut self, exchange: Exchange, not_sent: bool, now: i64, acts: &mut Vec<Act>) {
        if self.call_of(exchange).is_some() {
            self.call_lost(exchange, not_sent, acts);
            return;
        }
        match self.state.clone() {
            State::Exchange(x, WaitsFor::Provider(flight)) if exchange == Exchange::Token(flight.number) => {
                // Row 14.
                if not_sent {
                    self.restore_spent(&flight.grant, flight.was_spent);
                }
                self.back_off(x, None, "token.unavailable", now, now, acts);
            }
            // Row 15.
            _ => Self::note("exchange.late", acts),
        }
    }

    /// Row 28.
    fn cancel(&mut self, call: u64, acts: &mut Vec<Act>) {
        if self.calls.iter().any(|held| held.id == call) {
            self.give_up(call, Failure::new("call.cancelled", ErrorKind::Cancelled, Retry::Never), acts);
        } else {
            Self::note("call.late", acts);
        }
    }

    /// Waiters fail, no grant follows. A login is aborted; a refresh gets 2 s, and with a store 5 s and its save.
    fn close(&mut self, now: i64, acts: &mut Vec<Act>) {
        let open: Vec<u64> = self.calls.iter().map(|call| call.id).collect();
        for call in open {
            self.give_up(call, closed(), acts);
        }
        if self.phase != Phase::Open {
            return;
        }
        self.phase = Phase::Closing;
        let latest = now.saturating_add(if self.shared.is_some() { 5_000 } else { 2_000 });
        match self.state.clone() {
            State::Exchange(x, WaitsFor::Provider(mut flight)) => {
                if let Grant::Refresh(_) = flight.grant {
                    flight.deadline = flight.deadline.min(latest);
                    self.state = State::Exchange(x, WaitsFor::Provider(flight));
                } else {
                    acts.push(Act::Abort(Exchange::Token(flight.number)));
                    self.adopt_given();
                    self.finish(x, End::Rest, now, acts);
                }
            }
            State::Exchange(x, WaitsFor::Spread { .. }) => self.end_exchange(x, End::Rest, now, acts),
            State::Exchange(x, WaitsFor::Lock { ticket, deadline, reason }) => {
                if self.stored.is_dirty {
                    let deadline = deadline.min(latest);
                    self.state = State::Exchange(x, WaitsFor::Lock { ticket, deadline, reason });
                } else {
                    acts.push(Act::Unlock { ticket });
                    self.settle(End::Rest, now, acts);
                }
            }
            State::Exchange(_, WaitsFor::Save { .. } | WaitsFor::Commit { .. })
            | State::Idle
            | State::BackOff { .. }
            | State::Rejected { .. }
            | State::Misconfigured { .. } => {}
        }
    }
}

fn past_deadline() -> Failure {
    Failure::new("call.deadline", ErrorKind::Deadline, Retry::Never)
}

fn closed() -> Failure {
    Failure::new("client.closed", ErrorKind::Closed, Retry::Never)
}
