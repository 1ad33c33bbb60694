//! A host that carries out every step, and checks it against its own account of the world.

use std::collections::{BTreeMap, BTreeSet};

use waybill_access::environment::{Credentials, Environment, EnvironmentKind, Login};
use waybill_access::{Action, Call, CallId, Config, Engine, ExchangeId, Misuse, Outcome, Purpose, Route, Step};
use waybill_base::http::{FailureKind, RequestBody, RequestHead, ResponseHead, TransportFailure};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use crate::provider::Provider;

/// One thing that happens to the engine.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    Begin {
        route: u8,
        body: u8,
        deadline: Option<i64>,
    },
    Head {
        pick: usize,
        status: u16,
    },
    Body {
        pick: usize,
        answer: usize,
        complete: bool,
    },
    Failure {
        pick: usize,
        sent: bool,
    },
    Pass(i64),
    SetBack(i64),
    Cancel(u64),
    SetCredentials(u8),
    /// An input for any exchange at all, expected or not.
    Stray {
        exchange: u64,
        kind: u8,
    },
}

/// One exchange on its way.
#[derive(Debug, Clone)]
pub(crate) struct Flight {
    purpose: Purpose,
    reading: bool,
    pub(crate) status: u16,
    /// What a token request sent.
    pub(crate) form: String,
    pub(crate) sent_at: i64,
}

pub(crate) struct Host {
    engine: Engine,
    now: i64,
    flights: BTreeMap<u64, Flight>,
    open: BTreeSet<u64>,
    done: BTreeSet<u64>,
    provider: Provider,
    closed: bool,
    /// Whether the step at hand says that it sends a refresh token for the last time.
    is_last_try: bool,
    transcript: Vec<Step>,
}

impl Host {
    pub(crate) fn new(has_password: bool, has_refresh: bool, seed: u64) -> Self {
        let environment = Environment {
            name: "sandbox".to_owned(),
            kind: EnvironmentKind::Sandbox,
            base_url: Some("https://a.example/api/v1".to_owned()),
            proxy_url: Some("https://a.example/api/commerce".to_owned()),
            commerce_url: Some("https://c.example/api".to_owned()),
            auth_url: Some("https://id.example".to_owned()),
            mock_url: None,
        };
        let credentials = credentials(Some(1), has_password.then_some(1), has_refresh.then_some(0));
        let config = Config {
            environments: vec![environment],
            environment: "sandbox".to_owned(),
            credentials: vec![credentials],
            seed,
            token_timeout: None,
            token_retry_wait: None,
            shared_store: None,
        };
        Self {
            engine: Engine::new(config).unwrap(),
            now: 1_000_000,
            flights: BTreeMap::new(),
            open: BTreeSet::new(),
            done: BTreeSet::new(),
            provider: Provider::new(has_password, has_refresh),
            closed: false,
            is_last_try: false,
            transcript: Vec::new(),
        }
    }

    pub(crate) fn transcript(self) -> Vec<Step> {
        self.transcript
    }

    pub(crate) fn perform(&mut self, input: &Input) {
        let now = Timestamp::from_millis(self.now);
        match *input {
            Input::Begin { route, body, deadline } => self.begin(route, body, deadline),
            Input::Head { pick, status } => {
                let Some(id) = self.pick(pick, false) else { return };
                self.head(id, status);
            }
            Input::Body { pick, answer, complete } => {
                let Some(id) = self.pick(pick, true) else { return };
                self.body(id, answer, complete);
            }
            Input::Failure { pick, sent } => {
                let Some(id) = self.pick(pick, false) else { return };
                self.failure(id, sent);
            }
            Input::Pass(millis) => {
                self.now += millis;
                let step = self.engine.on_time(Timestamp::from_millis(self.now));
                self.carry_out(step);
            }
            Input::SetBack(millis) => {
                self.now -= millis;
                // Tokens expire by the provider's clock; what the engine measured itself moves with its own.
                for flight in self.flights.values_mut() {
                    flight.sent_at -= millis;
                }
                let step = self.engine.on_time(Timestamp::from_millis(self.now));
                self.carry_out(step);
            }
            Input::Cancel(call) => {
                let step = self.engine.cancel(CallId::from_number(call), now);
                self.carry_out(step);
                assert!(!self.open.contains(&call), "a cancelled call has ended");
            }
            Input::SetCredentials(which) => self.set_credentials(which),
            Input::Stray { exchange, kind } => self.stray(exchange, kind),
        }
    }

    /// Closes, lets the last exchange run out, and checks that everything ended.
    pub(crate) fn finish(&mut self) {
        let step = self.engine.close(Timestamp::from_millis(self.now));
        self.carry_out(step);
        assert!(self.open.is_empty(), "closing ends every call");
        while !self.closed {
            let wake_at = self.transcript.last().and_then(|step| step.wake_at).expect("an open engine has a wake-up");
            self.now = self.now.max(wake_at.as_millis());
            let step = self.engine.on_time(Timestamp::from_millis(self.now));
            self.carry_out(step);
        }
        assert!(self.flights.is_empty() && self.transcript.last().unwrap().wake_at.is_none());
    }

    fn begin(&mut self, route: u8, body: u8, deadline: Option<i64>) {
        let route = match route {
            0 => Route::Platform,
            1 => Route::CommerceProxy { seller: "s".to_owned() },
            _ => Route::Commerce { tenant: "t".to_owned() },
        };
        let body = match body {
            0 => RequestBody::Empty,
            1 => RequestBody::Bytes(b"canary-body".to_vec()),
            replayable => RequestBody::Caller { replayable: replayable == 2 },
        };
        let call = Call {
            route,
            method: "POST".to_owned(),
            template: "/x".to_owned(),
            parameters: Vec::new(),
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: vec![("x-note".to_owned(), "canary-header".to_owned())],
            body,
            deadline: deadline.map(|after| Timestamp::from_millis(self.now + after)),
        };
        assert!(!format!("{call:?}").contains("canary"), "{call:?}");
        let begun = self.engine.begin(call, Timestamp::from_millis(self.now));
        self.open.insert(begun.call.as_number());
        self.carry_out(begun.step);
    }

    fn head(&mut self, id: u64, status: u16) {
        let head = ResponseHead::new(status, [("retry-after", "3"), ("x-echo", "canary-answer")]).unwrap();
        if self.flights[&id].purpose == Purpose::Token && (300..400).contains(&status) {
            self.provider.unused();
        }
        let step = self.engine.on_head(ExchangeId::from_number(id), head, Timestamp::from_millis(self.now)).unwrap();
        if let Some(flight) = self.flights.get_mut(&id) {
            flight.status = status;
        }
        self.carry_out(step);
    }

    fn body(&mut self, id: u64, answer: usize, complete: bool) {
        let flight = self.flights.remove(&id).unwrap();
        let text = if flight.purpose == Purpose::Token {
            self.provider.answer(&flight, answer, complete, self.now)
        } else {
            "canary-answer-body".to_owned()
        };
        let id = ExchangeId::from_number(id);
        let step = self.engine.on_body(id, text.as_bytes(), complete, Timestamp::from_millis(self.now)).unwrap();
        self.carry_out(step);
    }

    fn failure(&mut self, id: u64, sent: bool) {
        let flight = self.flights.remove(&id).unwrap();
        if flight.purpose == Purpose::Token && !sent {
            self.provider.unused();
        }
        let kind = if sent { FailureKind::Unknown } else { FailureKind::NotSent };
        let failure = TransportFailure { kind, detail: "reset".to_owned() };
        let step =
            self.engine.on_failure(ExchangeId::from_number(id), failure, Timestamp::from_millis(self.now)).unwrap();
        self.carry_out(step);
    }

    fn set_credentials(&mut self, which: u8) {
        let number = self.provider.next_number();
        let given = match which {
            0 => credentials(Some(number), None, None),
            1 => credentials(None, Some(number), None),
            _ => credentials(None, None, Some(number)),
        };
        let is_exchanging = self.flights.values().any(|flight| flight.purpose == Purpose::Token);
        let step = self.engine.set_credentials(given, Timestamp::from_millis(self.now)).unwrap();
        match which {
            0 => {}
            1 => self.provider.password_set(number),
            _ => self.provider.refresh_token_set(number, is_exchanging),
        }
        self.carry_out(step);
    }

    fn stray(&mut self, exchange: u64, kind: u8) {
        let now = Timestamp::from_millis(self.now);
        // A wait of no time at all is over already: what follows from that is not the stray input's doing.
        let step = self.engine.on_time(now);
        self.carry_out(step);
        let id = ExchangeId::from_number(exchange);
        let known = self.flights.get(&exchange).map(|flight| flight.reading);
        let result: Result<Step, Misuse> = match (kind, known) {
            (0, None | Some(true)) => self.engine.on_head(id, ResponseHead::new(200, [("a", "b")]).unwrap(), now),
            (1, None | Some(false)) => self.engine.on_body(id, b"canary", true, now),
            (2, None | Some(true)) => {
                let failure = TransportFailure { kind: FailureKind::NotSent, detail: "refused".to_owned() };
                self.engine.on_failure(id, failure, now)
            }
            _ => return,
        };
        match result {
            Err(misuse) => assert!(!format!("{misuse:?} {misuse}").contains("canary")),
            // 6: a stale exchange changes nothing.
            Ok(step) => {
                assert!(known.is_none() && step.actions.iter().all(|action| matches!(action, Action::Note { .. })));
                self.transcript.push(step);
            }
        }
    }

    fn pick(&self, pick: usize, reading: bool) -> Option<u64> {
        let fitting: Vec<u64> = self.flights.iter().filter(|(_, f)| f.reading == reading).map(|(id, _)| *id).collect();
        fitting.get(pick % fitting.len().max(1)).copied()
    }

    fn carry_out(&mut self, step: Step) {
        // 11: nothing that could be logged holds a secret.
        assert!(!format!("{step:?} {:?}", self.engine).contains("canary"), "{step:?}");
        assert!(
            !self.closed || step.actions.iter().all(|action| matches!(action, Action::Note { .. })),
            "Closed is last"
        );
        let notes_it = |action: &Action| matches!(action, Action::Note { note } if note.code == "token.last-try");
        self.is_last_try = step.actions.iter().any(notes_it);
        for action in &step.actions {
            assert!(!self.closed, "nothing follows Closed: {step:?}");
            self.carry_out_one(action);
        }
        // 1: at most one token exchange is in flight.
        let tokens = self.flights.values().filter(|flight| flight.purpose == Purpose::Token).count();
        assert!(tokens <= 1, "{tokens} token exchanges are in flight");
        // 8: whoever waits, waits for something that ends.
        let carried: BTreeSet<u64> = self.flights.values().filter_map(|flight| call_of(flight.purpose)).collect();
        let ends = self.now.saturating_add(2_000);
        let is_short = step.wake_at.is_some_and(|wake| wake.as_millis() <= ends);
        assert!(tokens == 1 || is_short || self.open.is_subset(&carried), "a call waits for nothing: {step:?}");
        self.transcript.push(step);
    }

    fn carry_out_one(&mut self, action: &Action) {
        match action {
            Action::Send { exchange, purpose, head, body, .. } => self.sent(*exchange, *purpose, head, body),
            Action::Read { exchange, .. } => self.flights.get_mut(&exchange.as_number()).unwrap().reading = true,
            Action::Abort { exchange } => {
                self.flights.remove(&exchange.as_number());
            }
            Action::Note { note } => assert!(!note.message.contains("canary")),
            Action::Done { call, outcome } => {
                // Every begun call ends in exactly one Done.
                assert!(self.open.remove(&call.as_number()), "{call:?} ended twice or never began");
                assert!(self.done.insert(call.as_number()));
                match outcome {
                    Outcome::Response { exchange } => assert!(self.flights.remove(&exchange.as_number()).is_some()),
                    Outcome::Failed(error) => assert!(!format!("{error:?} {error}").contains("canary"), "{error:?}"),
                }
            }
            Action::Lock { .. } | Action::Save { .. } | Action::Unlock { .. } => panic!("no store is shared"),
            Action::Closed => self.closed = true,
        }
    }

    fn sent(&mut self, exchange: ExchangeId, purpose: Purpose, head: &RequestHead, body: &RequestBody) {
        let mut form = String::new();
        let bearer = head.headers.get("authorization").map(|value| value.to_str().unwrap().to_owned());
        match purpose {
            Purpose::Token => {
                assert_eq!(head.url, "https://id.example/realms/acme/protocol/openid-connect/token");
                assert_eq!(bearer, None);
                let RequestBody::Bytes(bytes) = body else { panic!("a token request has a form") };
                form = String::from_utf8(bytes.clone()).unwrap();
                self.provider.check_grant(&form, self.is_last_try);
            }
            Purpose::Call(call) => {
                assert!(self.open.contains(&call.as_number()));
                let bearer = bearer.expect("nothing is sent without authority");
                self.check_bearer(&head.url, bearer.strip_prefix("Bearer ").unwrap());
            }
        }
        let flight = Flight { purpose, reading: false, status: 0, form, sent_at: self.now };
        assert!(self.flights.insert(exchange.as_number(), flight).is_none());
    }

    fn check_bearer(&self, url: &str, token: &str) {
        // 5: each credential goes to its own origin.
        if url.starts_with("https://c.example/api/") {
            // 2: a delivered token has time left.
            assert!(self.provider.expiry(token) > self.now, "an expired token was delivered");
        } else {
            assert!(url.starts_with("https://a.example/api/") && token.starts_with("canary-key-"), "{url}");
        }
    }
}

fn call_of(purpose: Purpose) -> Option<u64> {
    match purpose {
        Purpose::Call(call) => Some(call.as_number()),
        Purpose::Token => None,
    }
}

fn credentials(key: Option<u64>, password: Option<u64>, refresh: Option<u64>) -> Credentials {
    let secret = |kind: &str, number: u64| Secret::new(format!("canary-{kind}-{number}"));
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: password.map(|number| secret("password", number)),
        refresh_token: refresh.map(|number| secret("refresh", number)),
    };
    Credentials {
        environment: "sandbox".to_owned(),
        api_key: key.map(|number| secret("key", number)),
        login: Some(login),
    }
}
