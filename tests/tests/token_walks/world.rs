//! The engine in the hands of an impolite host, and what must hold after each of its inputs.

use std::collections::{BTreeMap, BTreeSet};

use waybill_core::{
    Action, Call, CallId, Config, Credentials, Engine, Environment, EnvironmentKind, ExchangeId, FailureKind,
    Invalidate, Login, Outcome, Purpose, RequestBody, ResponseHead, Route, Secret, Step, Timestamp, TransportFailure,
};

use crate::provider::{Asked, Provider};

/// How an exchange with the provider ends.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ending {
    Answered,
    /// The provider acted, and its answer was lost.
    Lost,
    /// The provider never saw the request.
    NotSent,
    Unavailable,
    RateLimited,
    Redirected,
    Truncated,
    Html,
}

/// An exchange with the provider that is under way, and what the provider did.
struct Exchange {
    asked: Asked,
    sent_at: i64,
}

pub(crate) struct World {
    engine: Engine,
    pub(crate) provider: Provider,
    /// The password that the engine holds, and whether the provider refused it.
    password: Option<String>,
    is_refused: bool,
    now: i64,
    wake_at: Option<i64>,
    exchanges: BTreeMap<ExchangeId, Exchange>,
    over: Vec<ExchangeId>,
    calls: BTreeMap<CallId, Option<i64>>,
    /// Until when each access token is good, by the safe side.
    expiries: BTreeMap<String, i64>,
    /// Refresh tokens that were sent and not given back by what became of it.
    spent: BTreeSet<String>,
    pub(crate) served: usize,
}

impl World {
    pub(crate) fn new(has_password: bool) -> Self {
        let mut provider = Provider::new();
        let refresh = (!has_password).then(|| provider.log_in_elsewhere());
        let engine = Engine::new(config(has_password.then_some("pass-1"), refresh.as_deref())).unwrap();
        Self {
            engine,
            provider,
            password: has_password.then(|| "pass-1".to_owned()),
            is_refused: false,
            now: 1_000_000,
            wake_at: None,
            exchanges: BTreeMap::new(),
            over: Vec::new(),
            calls: BTreeMap::new(),
            expiries: BTreeMap::new(),
            spent: BTreeSet::new(),
            served: 0,
        }
    }

    pub(crate) fn call(&mut self, within: Option<i64>) {
        let deadline = within.map(|within| self.now + within);
        let call = Call {
            route: Route::Commerce { tenant: "tenant-1".to_owned() },
            method: "GET".to_owned(),
            template: "/orders".to_owned(),
            parameters: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            deadline: deadline.map(Timestamp::from_millis),
        };
        let begun = self.engine.begin(call, self.at());
        self.calls.insert(begun.call, deadline);
        self.perform(begun.step);
    }

    /// Time passes as the engine asked: it is woken on the way.
    pub(crate) fn wait(&mut self, by: i64) {
        let end = self.now + by;
        while let Some(wake) = self.wake_at.filter(|wake| *wake <= end) {
            self.wake(wake);
        }
        self.now = end;
        let step = self.engine.on_time(self.at());
        self.perform(step);
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

    /// The exchange with the provider that is under way ends.
    pub(crate) fn end(&mut self, ending: Ending) {
        let Some((&id, _)) = self.exchanges.iter().next() else { return };
        let Some(exchange) = self.exchanges.remove(&id) else { return };
        self.over.push(id);
        let reached = matches!(ending, Ending::Answered | Ending::Lost | Ending::Truncated);
        let answer = reached.then(|| self.provider.answer(&exchange.asked));
        if let (Some(given), Ending::Answered) = (answer.as_ref().and_then(|answer| answer.given.clone()), ending) {
            self.expiries.insert(given.access, exchange.sent_at + given.lifetime * 1_000);
        }
        if let (Asked::Refresh(token), Ending::NotSent | Ending::RateLimited | Ending::Redirected) =
            (&exchange.asked, ending)
        {
            self.spent.remove(token);
        }
        if let (Asked::Password(sent), Some(401), Ending::Answered) =
            (&exchange.asked, answer.as_ref().map(|answer| answer.status), ending)
        {
            // One that was replaced meanwhile is not the one refused.
            self.is_refused |= self.password.as_ref() == Some(sent);
        }
        let kind = match ending {
            Ending::Lost => Some(FailureKind::Unknown),
            Ending::NotSent => Some(FailureKind::NotSent),
            _ => None,
        };
        if let Some(kind) = kind {
            let failure = TransportFailure { kind, detail: "reset".to_owned() };
            let step = self.engine.on_failure(id, failure, self.at()).unwrap();
            return self.perform(step);
        }
        let (status, body, complete) = match (ending, answer) {
            (Ending::Answered, Some(answer)) => (answer.status, answer.body, true),
            (Ending::Truncated, Some(answer)) => (answer.status, answer.body.get(..9).unwrap().to_owned(), false),
            (Ending::RateLimited, _) => (429, "{}".to_owned(), true),
            (Ending::Redirected, _) => (302, String::new(), true),
            (Ending::Html, _) => (200, "<html>".to_owned(), true),
            _ => (503, "{}".to_owned(), true),
        };
        let head = ResponseHead::new(status, [("content-type", "application/json")]).unwrap();
        let step = self.engine.on_head(id, head, self.at()).unwrap();
        let is_read = step.actions.iter().any(|action| matches!(action, Action::Read { .. }));
        self.perform(step);
        if is_read {
            let step = self.engine.on_body(id, body.as_bytes(), complete, self.at()).unwrap();
            self.perform(step);
        }
    }

    /// An answer to an exchange that is over comes once more.
    pub(crate) fn answer_late(&mut self) {
        self.wait(0);
        let Some(&id) = self.over.last() else { return };
        let head = ResponseHead::new(200, [("content-type", "application/json")]).unwrap();
        let step = self.engine.on_head(id, head, self.at()).unwrap();
        assert!(!step.actions.iter().any(|action| matches!(action, Action::Send { .. } | Action::Read { .. })));
        self.perform(step);
    }

    pub(crate) fn set_credentials(&mut self, password: Option<&str>, refresh: Option<&str>) {
        self.wait(0);
        if password.is_some_and(|password| self.password.as_deref() != Some(password)) {
            self.password = password.map(str::to_owned);
            self.is_refused = false;
        }
        let credentials = credentials(password, refresh);
        let step = self.engine.set_credentials(credentials, self.at()).unwrap();
        self.perform(step);
    }

    /// The login the host knows, once more: nothing new.
    pub(crate) fn set_equal_credentials(&mut self) {
        let used = self.spent.iter().next().cloned();
        let password = self.password.clone();
        self.set_credentials(password.as_deref(), used.as_deref());
    }

    pub(crate) fn invalidate(&mut self, what: Invalidate) {
        self.wait(0);
        if what == Invalidate::Tokens {
            self.is_refused = false;
        }
        let step = self.engine.invalidate(what, self.at());
        self.perform(step);
    }

    pub(crate) fn cancel(&mut self) {
        let Some((&call, _)) = self.calls.iter().next() else { return };
        let step = self.engine.cancel(call, self.at());
        self.perform(step);
        assert!(!self.calls.contains_key(&call), "a cancelled call ends");
    }

    /// Closes; a minute later nothing is under way.
    pub(crate) fn close(mut self) {
        let step = self.engine.close(self.at());
        let mut is_closed = step.actions.contains(&Action::Closed);
        self.perform(step);
        assert!(self.calls.is_empty(), "close ends every call");
        while let Some(wake) = self.wake_at {
            is_closed |= self.wake(wake);
        }
        assert!(is_closed, "a closed client ends");
    }

    /// Everything is well from here on: whoever needs a token gets one, unless a person has to act.
    pub(crate) fn recover(&mut self) {
        for _ in 0..4 {
            self.end(Ending::Answered);
        }
        // The engine learns of a clock that was set back from its next input.
        self.wait(0);
        self.wait(120_000);
        for _ in 0..4 {
            self.end(Ending::Answered);
        }
        let (open, served) = (self.calls.len(), self.served);
        assert_eq!(open, 0, "a call waits for nothing");
        let needs_person = self.password.is_none() || self.is_refused || self.password.as_deref() != Some("pass-1");
        self.call(None);
        for _ in 0..2 {
            self.end(Ending::Answered);
        }
        assert_eq!(self.calls.len(), 0, "a call waits though the provider answers");
        let is_served = self.served > served;
        assert!(is_served || needs_person, "a need is served within two exchanges");
    }

    /// Wakes the engine when it asked for it; whether that was its last step. It asks for no time that is over again.
    fn wake(&mut self, wake: i64) -> bool {
        self.now = self.now.max(wake);
        let step = self.engine.on_time(self.at());
        assert!(step.wake_at.is_none_or(|next| next > self.at()), "the engine asks to be woken when it was just woken");
        let is_closed = step.actions.contains(&Action::Closed);
        self.perform(step);
        is_closed
    }

    fn at(&self) -> Timestamp {
        Timestamp::from_millis(self.now)
    }

    fn perform(&mut self, step: Step) {
        self.wake_at = step.wake_at.map(Timestamp::as_millis);
        for action in step.actions {
            match action {
                Action::Send { exchange, purpose: Purpose::Token, body, .. } => self.ask(exchange, &body),
                Action::Send { exchange, purpose: Purpose::Call(call), head, .. } => {
                    let token = head.headers["authorization"].to_str().unwrap().trim_start_matches("Bearer ");
                    let left = self.expiries[token] - self.now;
                    assert!(left > 0, "a token is handed out that ended {left} ms ago");
                    self.served += 1;
                    let head = ResponseHead::new(200, [("content-type", "text/plain")]).unwrap();
                    let step = self.engine.on_head(exchange, head, self.at()).unwrap();
                    assert!(self.calls.contains_key(&call));
                    self.perform(step);
                }
                Action::Abort { exchange } => {
                    if let Some(exchange) = self.exchanges.remove(&exchange) {
                        // The provider may have acted.
                        self.provider.answer(&exchange.asked);
                    }
                    self.over.push(exchange);
                }
                Action::Done { call, outcome } => {
                    assert!(self.calls.remove(&call).is_some(), "a call ends once");
                    if let Outcome::Failed(error) = outcome {
                        assert!(!format!("{error:?} {error}").contains("canary"));
                    }
                }
                Action::Note { event } => assert!(!format!("{event:?}").contains("canary")),
                Action::Read { .. } | Action::Closed => {}
                Action::Lock { .. } | Action::Save { .. } | Action::Unlock { .. } => panic!("no store is shared"),
            }
        }
    }

    fn ask(&mut self, exchange: ExchangeId, body: &RequestBody) {
        let RequestBody::Bytes(bytes) = body else { panic!("a token request has a body") };
        let form: BTreeMap<String, String> =
            std::str::from_utf8(bytes).unwrap().split('&').filter_map(|field| field.split_once('=')).map(own).collect();
        assert!(self.exchanges.is_empty(), "two exchanges at once");
        assert!(!self.is_refused || form.contains_key("refresh_token"), "a refused password is sent again");
        let asked = match form.get("refresh_token") {
            Some(token) => {
                let is_new = self.spent.insert(token.clone());
                assert!(
                    is_new || self.password.is_none() || self.is_refused,
                    "{token} is sent twice while a password is held"
                );
                Asked::Refresh(token.clone())
            }
            None => Asked::Password(form["password"].clone()),
        };
        self.exchanges.insert(exchange, Exchange { asked, sent_at: self.now });
    }
}

fn own((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn credentials(password: Option<&str>, refresh: Option<&str>) -> Credentials {
    let secret = |text: &str| Secret::new(text.to_owned());
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: password.map(secret),
        refresh_token: refresh.map(secret),
    };
    Credentials { environment: "sandbox".to_owned(), api_key: None, login: Some(login) }
}

fn config(password: Option<&str>, refresh: Option<&str>) -> Config {
    let environment = Environment {
        name: "sandbox".to_owned(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://a.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: Some("https://c.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        mock_url: None,
    };
    Config {
        environment: environment.name.clone(),
        environments: vec![environment],
        credentials: vec![credentials(password, refresh)],
        seed: 7,
        token_timeout_ms: None,
        shared_store: None,
    }
}
