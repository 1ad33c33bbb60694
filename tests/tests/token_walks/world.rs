//! The engine in the hands of an impolite host, and what must hold after each of its inputs.

mod answers;

use std::collections::{BTreeMap, BTreeSet};

use waybill_tests::token_model::{Act, Body, Exchange, Grant, Input};

use crate::config::config;
use crate::ending::{ApiAnswer, Ending, Shape};
use crate::pair::{Done, Pair};
use crate::provider::{Asked, Provider};

/// An exchange with the provider that is under way, and what the provider did.
struct Underway {
    name: Exchange,
    asked: Asked,
    sent_at: i64,
    /// What is still to come once its head came.
    rest: Option<Rest>,
}

/// The body of an answer, and what it does to what was sent.
struct Rest {
    body: String,
    complete: bool,
    /// A refresh token is as it was.
    restores: bool,
    /// A password is refused.
    refuses: bool,
}

pub(crate) struct World {
    pair: Pair,
    pub(crate) provider: Provider,
    /// The password that the engine holds, and whether the provider refused it.
    password: Option<String>,
    is_refused: bool,
    /// Whether the host said since that a refused one may be tried again.
    may_try_again: bool,
    now: i64,
    wake_at: Option<i64>,
    underway: Option<Underway>,
    over: Vec<Exchange>,
    calls_begun: u64,
    calls: BTreeMap<u64, Option<i64>>,
    /// Calls whose API does not answer at once.
    held: BTreeSet<u64>,
    /// Their requests in flight.
    sent: Vec<Exchange>,
    /// Until when each access token is good, by the safe side.
    expiries: BTreeMap<String, i64>,
    /// Refresh tokens that were sent and not given back by what became of it.
    spent: BTreeSet<String>,
    /// The refresh tokens that the host gave, and those that were sent, each once.
    given: Vec<String>,
    sent_tokens: Vec<String>,
    pub(crate) served: usize,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    Closing,
    Closed,
}

impl World {
    pub(crate) fn new(has_password: bool) -> Self {
        let mut provider = Provider::new();
        let refresh = (!has_password).then(|| provider.log_in_elsewhere());
        Self {
            pair: Pair::new(config("sandbox", has_password.then_some("pass-1"), refresh.as_deref())),
            provider,
            password: has_password.then(|| "pass-1".to_owned()),
            is_refused: false,
            may_try_again: false,
            now: 1_000_000,
            wake_at: None,
            underway: None,
            over: Vec::new(),
            calls_begun: 0,
            calls: BTreeMap::new(),
            held: BTreeSet::new(),
            sent: Vec::new(),
            expiries: BTreeMap::new(),
            spent: BTreeSet::new(),
            given: refresh.into_iter().collect(),
            sent_tokens: Vec::new(),
            served: 0,
            phase: Phase::Open,
        }
    }

    pub(crate) fn call(&mut self, within: Option<i64>, body: Body, is_held: bool) {
        let deadline = within.map(|within| self.now + within);
        self.calls_begun += 1;
        self.calls.insert(self.calls_begun, deadline);
        if is_held {
            self.held.insert(self.calls_begun);
        }
        self.step(&Input::Begin { idempotent: body != Body::Once, body, deadline });
    }

    /// Time passes as the engine asked: it is woken on the way.
    pub(crate) fn wait(&mut self, by: i64) {
        let end = self.now + by;
        while let Some(wake) = self.wake_at.filter(|wake| *wake <= end) {
            self.wake(wake);
        }
        self.now = end;
        self.step(&Input::Time);
    }

    /// The process stands still, or its clock jumps; nobody is woken on the way.
    pub(crate) fn jump(&mut self, by: i64) {
        self.now += by;
        if by < 0 {
            for deadline in self.calls.values_mut().flatten() {
                *deadline += by;
            }
        }
    }

    pub(crate) fn set_credentials(&mut self, password: Option<&str>, refresh: Option<&str>) {
        self.wait(0);
        if password.is_some_and(|password| self.password.as_deref() != Some(password)) {
            self.password = password.map(str::to_owned);
            self.is_refused = false;
        }
        let (password, refresh) = (password.map(str::to_owned), refresh.map(str::to_owned));
        if let Some(new) = refresh.as_ref().filter(|refresh| !self.is_known(refresh)) {
            self.spent.remove(new);
            self.given.push(new.clone());
        }
        self.step(&Input::SetCredentials { password, refresh });
    }

    /// Whether a refresh token is among the last 32 that were given or sent: one that was before is as good as new.
    fn is_known(&self, refresh: &str) -> bool {
        let mut last = self.given.iter().rev().take(32).chain(self.sent_tokens.iter().rev().take(32));
        last.any(|known| known == refresh)
    }

    /// The login the host knows, once more: nothing new.
    pub(crate) fn set_equal_credentials(&mut self) {
        let is_used = |token: &&String| self.spent.contains(*token) && self.is_known(token);
        let used = self.given.iter().chain(self.sent_tokens.last()).find(is_used).cloned();
        let password = self.password.clone();
        self.set_credentials(password.as_deref(), used.as_deref());
    }

    pub(crate) fn invalidate(&mut self, tokens: bool) {
        self.wait(0);
        self.may_try_again |= tokens;
        self.step(&Input::Invalidate { tokens });
    }

    pub(crate) fn cancel(&mut self) {
        let Some((&call, _)) = self.calls.iter().next() else { return };
        self.step(&Input::Cancel(call));
        assert!(!self.calls.contains_key(&call), "a cancelled call ends");
    }

    /// The refresh token that was sent so many times ago.
    pub(crate) fn set_sent(&mut self, ago: usize) {
        let token = self.sent_tokens.iter().rev().nth(ago).cloned();
        self.set_credentials(None, token.as_deref());
    }

    /// So many new refresh tokens, and then the first of them again.
    pub(crate) fn give(&mut self, times: usize) {
        let tokens: Vec<String> = (0..times).map(|_| self.provider.log_in_elsewhere()).collect();
        for token in tokens.iter().chain(tokens.first()) {
            self.set_credentials(None, Some(token));
        }
    }

    /// Three calls in a row whose token the API refuses when it is that old.
    pub(crate) fn refuse_in_a_row(&mut self, age: i64, jump: i64) {
        for _ in 0..3 {
            self.call(None, Body::Empty, true);
            self.end(Ending::Answered(Shape::Whole));
            self.wait(age);
            self.answer_call(ApiAnswer::Unauthorized);
            self.end(Ending::Answered(Shape::Whole));
            self.jump(jump);
        }
    }

    /// A wrong password, and the host that has it tried again, once more after a while.
    pub(crate) fn insist(&mut self, wait: i64, jump: i64) {
        self.set_credentials(Some("pass-2"), None);
        for (wait, jump) in [(0, 0), (wait, jump)] {
            self.wait(wait);
            self.jump(jump);
            self.invalidate(true);
            self.call(None, Body::Empty, false);
            self.end(Ending::Answered(Shape::Whole));
        }
        self.invalidate(true);
        self.call(None, Body::Empty, false);
    }

    /// So many calls, each after the token of the one before.
    pub(crate) fn renew(&mut self, times: usize) {
        for _ in 0..times {
            self.call(None, Body::Empty, false);
            self.end(Ending::Answered(Shape::Whole));
            self.wait(31_000);
        }
    }

    /// Closes; who comes later is refused.
    pub(crate) fn close(&mut self) {
        // A back-off that ended by then has its exchange first.
        self.step(&Input::Close);
        if self.phase == Phase::Open {
            self.phase = Phase::Closing;
        }
        assert!(self.calls.is_empty(), "close ends every call");
        self.step(&Input::SetCredentials { password: None, refresh: None });
        self.call(None, Body::Empty, false);
        assert!(self.calls.is_empty(), "a closed client begins no call");
    }

    pub(crate) fn is_open(&self) -> bool {
        self.phase == Phase::Open
    }

    /// Some time after it was closed nothing is under way.
    pub(crate) fn end_closed(mut self) {
        while let Some(wake) = self.wake_at {
            self.wake(wake);
        }
        assert!(self.phase == Phase::Closed, "a closed client ends");
        assert!(!self.pair.export(self.now).is_empty(), "what is held can be exported after that");
    }

    /// Everything is well from here on: whoever needs a token gets one, unless a person has to act.
    pub(crate) fn recover(&mut self) {
        self.held.clear();
        while !self.sent.is_empty() {
            self.answer_call(ApiAnswer::Found);
        }
        self.finish_answer();
        for _ in 0..4 {
            self.end(Ending::Answered(Shape::Whole));
        }
        // The engine learns of a clock that was set back from its next input.
        self.wait(0);
        // As long as a provider's wait may be.
        self.wait(3_700_000);
        for _ in 0..4 {
            self.end(Ending::Answered(Shape::Whole));
        }
        let (open, served) = (self.calls.len(), self.served);
        assert_eq!(open, 0, "a call waits for nothing");
        let needs_person = self.password.is_none() || self.is_refused || self.password.as_deref() != Some("pass-1");
        self.call(None, Body::Empty, false);
        for _ in 0..2 {
            self.end(Ending::Answered(Shape::Whole));
        }
        assert_eq!(self.calls.len(), 0, "a call waits though the provider answers");
        let is_served = self.served > served;
        assert!(is_served || needs_person, "a need is served within two exchanges");
    }

    /// Wakes the engine when it asked for it. It asks for no time that is over again.
    fn wake(&mut self, wake: i64) {
        self.now = self.now.max(wake);
        self.step(&Input::Time);
        assert!(self.wake_at.is_none_or(|next| next > self.now), "the engine asks to be woken when it was just woken");
    }

    /// What the input causes, of both; none where it is refused.
    fn step(&mut self, input: &Input) -> Vec<Act> {
        let Some(Done { acts, wake_at }) = self.pair.step(input, self.now) else { return Vec::new() };
        self.wake_at = wake_at;
        for act in &acts {
            self.perform(act);
        }
        acts
    }

    fn perform(&mut self, act: &Act) {
        match act {
            Act::SendToken { exchange, grant, .. } => self.ask(*exchange, grant),
            Act::SendCall { exchange, access, .. } => {
                let left = self.expiries[access] - self.now;
                assert!(left > 0, "a token is handed out that ended {left} ms ago");
                let Exchange::Call { call, .. } = exchange else { panic!("{exchange:?} is a call's") };
                assert!(self.calls.contains_key(call));
                self.served += 1;
                self.sent.push(*exchange);
                if !self.held.contains(call) {
                    self.sent.retain(|sent| sent != exchange);
                    self.step(&Input::Head { exchange: *exchange, status: 200, headers: Vec::new() });
                }
            }
            Act::Abort(exchange) => {
                self.sent.retain(|sent| sent != exchange);
                if let Some(underway) = self.underway.take_if(|underway| underway.name == *exchange) {
                    // The provider may have acted.
                    self.provider.answer(&underway.asked);
                }
                self.over.push(*exchange);
            }
            Act::Response { call, .. } | Act::Failed { call, .. } => {
                assert!(self.calls.remove(call).is_some(), "a call ends once");
            }
            Act::Closed => {
                assert!(self.phase != Phase::Closed, "it is closed once");
                self.phase = Phase::Closed;
            }
            Act::Note(_) | Act::Read(_) => {}
            Act::Lock { .. } | Act::Save { .. } | Act::Unlock { .. } => panic!("no store is shared"),
        }
    }

    fn ask(&mut self, name: Exchange, grant: &Grant) {
        assert!(self.phase == Phase::Open, "no exchange follows close");
        assert!(self.underway.is_none(), "two exchanges at once");
        let asked = match grant {
            Grant::Refresh(token) => {
                let is_new = self.spent.insert(token.clone());
                self.sent_tokens.retain(|sent| sent != token);
                self.sent_tokens.push(token.clone());
                let is_last_try = self.password.is_none() || self.is_refused;
                assert!(is_new || is_last_try, "{token} is sent twice while a password is held");
                Asked::Refresh(token.clone())
            }
            Grant::Password(password) => {
                assert!(!self.is_refused || self.may_try_again, "a refused password is sent again");
                self.may_try_again = false;
                self.is_refused = false;
                Asked::Password(password.clone())
            }
        };
        self.underway = Some(Underway { name, asked, sent_at: self.now, rest: None });
    }
}
