//! A world of two values and a clock: the engine's actions are carried to the development platform in virtual time.
//! It is a host without sockets: what `Send`, `Read`, `Abort` and `wake_at` ask for happens here, in order of time.

use std::collections::{BTreeMap, BTreeSet};

use http::Request;
use waybill_core::time::millis_of_span;
use waybill_core::{
    Action, Call, CallId, Config, Credentials, Engine, Environment, EnvironmentKind, Error, ExchangeId, FailureKind,
    Login, Outcome, Purpose, RequestBody, RequestHead, ResponseHead, Route, Secret, Step, Timestamp, TransportFailure,
};
use waybill_mock::platform::{Platform, PlatformConfig};

const ORIGIN: &str = "http://127.0.0.1:4010";
const START_MS: i64 = 1_800_000_000_000;

/// How a call ended, as its caller sees it.
#[derive(Debug)]
pub(crate) enum Ended {
    Answered(u16),
    Failed(Error),
}

impl Ended {
    /// The status of an answer, or the code of a failure.
    pub(crate) fn word(&self) -> String {
        match self {
            Ended::Answered(status) => status.to_string(),
            Ended::Failed(error) => error.code.as_str().to_owned(),
        }
    }
}

/// Engine, platform, and what is under way between them.
pub(crate) struct World {
    engine: Engine,
    platform: Platform,
    now_ms: i64,
    wake_at: Option<Timestamp>,
    arriving: BTreeMap<(i64, u64), (ExchangeId, Arrival)>,
    arrivals: u64,
    bodies: BTreeMap<ExchangeId, Vec<u8>>,
    aborted: BTreeSet<ExchangeId>,
    ended: BTreeMap<CallId, Ended>,
    /// How many calls were begun and have not ended.
    open: usize,
    /// Every refresh token that was put on the wire, in order.
    pub(crate) refresh_tokens_sent: Vec<String>,
    /// The most token exchanges that were under way at once.
    pub(crate) most_exchanges: usize,
    exchanges: BTreeSet<ExchangeId>,
}

enum Arrival {
    Head(ResponseHead),
    Lost,
}

impl World {
    pub(crate) fn new() -> World {
        World::with_password("correct horse")
    }

    pub(crate) fn with_password(password: &str) -> World {
        let sample = PlatformConfig::sample(ORIGIN);
        World {
            engine: Engine::new(config(&sample, password)).unwrap(),
            platform: Platform::new(sample),
            now_ms: START_MS,
            wake_at: None,
            arriving: BTreeMap::new(),
            arrivals: 0,
            bodies: BTreeMap::new(),
            aborted: BTreeSet::new(),
            ended: BTreeMap::new(),
            open: 0,
            refresh_tokens_sent: Vec::new(),
            most_exchanges: 0,
            exchanges: BTreeSet::new(),
        }
    }

    /// Begins a call; it goes on in [`World::settle`].
    pub(crate) fn begin(&mut self, route: Route) -> CallId {
        let call = Call {
            route,
            method: "GET".to_owned(),
            template: "/orders".to_owned(),
            parameters: Vec::new(),
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            deadline: None,
        };
        self.open += 1;
        let begun = self.engine.begin(call, self.now());
        self.perform(begun.step);
        begun.call
    }

    /// A call to commerce direct, carried to its end.
    pub(crate) fn commerce(&mut self) -> Ended {
        let call = self.begin(commerce());
        self.settle();
        self.end_of(call)
    }

    /// How the call ended; it must have.
    pub(crate) fn end_of(&mut self, call: CallId) -> Ended {
        self.ended.remove(&call).unwrap()
    }

    /// Lets everything under way arrive, and every call end that was begun.
    pub(crate) fn settle(&mut self) {
        self.arrive();
        while let Some(wake) = self.wake_at.filter(|_| self.open > 0) {
            self.pass_to(wake.as_millis());
            self.arrive();
        }
    }

    fn arrive(&mut self) {
        while let Some(((at, _), (exchange, arrival))) = self.arriving.pop_first() {
            self.pass_to(at);
            self.exchanges.remove(&exchange);
            // What an aborted exchange would have brought never reaches the engine: its connection is gone.
            if self.aborted.contains(&exchange) {
                continue;
            }
            let now = self.now();
            let step = match arrival {
                Arrival::Head(head) => self.engine.on_head(exchange, head, now),
                Arrival::Lost => {
                    let failure = TransportFailure { kind: FailureKind::Unknown, detail: "reset".to_owned() };
                    self.engine.on_failure(exchange, failure, now)
                }
            };
            self.perform(step.unwrap());
        }
    }

    /// Lets time pass; the engine is woken when it asked for it.
    pub(crate) fn wait(&mut self, ms: i64) {
        self.pass_to(self.now_ms + ms);
        self.settle();
    }

    /// Asks something of the platform's control interface.
    pub(crate) fn control(&mut self, path: &str, body: &str) -> serde_json::Value {
        let method = if body.is_empty() { "GET" } else { "POST" };
        let request = Request::builder().method(method).uri(format!("/_waybill/{path}"));
        let request = request.header("host", "127.0.0.1");
        let reply = self.platform.handle(&request.body(body.as_bytes().to_vec()).unwrap(), self.now());
        assert!(reply.response.status().is_success(), "{path} {body}");
        serde_json::from_slice(reply.response.body()).unwrap()
    }

    /// One of the platform's counts.
    pub(crate) fn count(&mut self, name: &str) -> u64 {
        self.control("stats", "").get(name).unwrap().as_u64().unwrap()
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.now_ms)
    }

    fn pass_to(&mut self, at_ms: i64) {
        while let Some(wake) = self.wake_at.map(Timestamp::as_millis).filter(|wake| *wake <= at_ms) {
            self.now_ms = self.now_ms.max(wake);
            let step = self.engine.on_time(self.now());
            self.perform(step);
        }
        self.now_ms = self.now_ms.max(at_ms);
    }

    fn perform(&mut self, step: Step) {
        self.wake_at = step.wake_at;
        for action in step.actions {
            match action {
                Action::Send { exchange, purpose, head, body, deadline: _ } => {
                    self.send(exchange, purpose, &head, body);
                }
                Action::Read { exchange, limit } => self.read(exchange, limit),
                Action::Abort { exchange } => {
                    self.aborted.insert(exchange);
                    self.exchanges.remove(&exchange);
                }
                Action::Done { call, outcome } => {
                    let ended = match outcome {
                        Outcome::Response { .. } => Ended::Answered(200),
                        Outcome::Failed(error) => Ended::Failed(error),
                    };
                    assert!(self.ended.insert(call, ended).is_none(), "a call ended twice");
                    self.open -= 1;
                }
                Action::Note { .. } | Action::Closed => {}
                Action::Lock { .. } | Action::Save { .. } | Action::Unlock { .. } => panic!("no store is shared"),
            }
        }
    }

    fn send(&mut self, exchange: ExchangeId, purpose: Purpose, head: &RequestHead, body: RequestBody) {
        let RequestBody::Bytes(body) = (match body {
            RequestBody::Empty => RequestBody::Bytes(Vec::new()),
            other => other,
        }) else {
            panic!("no call here streams a body");
        };
        if purpose == Purpose::Token {
            self.exchanges.insert(exchange);
            self.most_exchanges = self.most_exchanges.max(self.exchanges.len());
            let form = String::from_utf8(body.clone()).unwrap();
            let sent = form.split('&').find_map(|field| field.strip_prefix("refresh_token="));
            self.refresh_tokens_sent.extend(sent.map(str::to_owned));
        }
        let mut request = Request::builder().method(head.method.clone()).uri(head.url.strip_prefix(ORIGIN).unwrap());
        request.headers_mut().unwrap().extend(head.headers.clone());
        let reply = self.platform.handle(&request.body(body).unwrap(), self.now());
        let arrival = if reply.fault.is_some() {
            Arrival::Lost
        } else {
            let (head, body) = reply.response.into_parts();
            self.bodies.insert(exchange, body);
            Arrival::Head(ResponseHead { status: head.status, headers: head.headers })
        };
        self.arrivals += 1;
        let at = self.now_ms + millis_of_span(reply.delay);
        self.arriving.insert((at, self.arrivals), (exchange, arrival));
    }

    fn read(&mut self, exchange: ExchangeId, limit: usize) {
        let body = self.bodies.remove(&exchange).unwrap();
        let read = body.get(..limit).unwrap_or(&body);
        let step = self.engine.on_body(exchange, read, read.len() == body.len(), self.now()).unwrap();
        self.perform(step);
    }
}

/// The route of a call to commerce direct.
pub(crate) fn commerce() -> Route {
    Route::Commerce { tenant: "acme".to_owned() }
}

fn config(sample: &PlatformConfig, password: &str) -> Config {
    let environment = Environment {
        name: "development".to_owned(),
        kind: EnvironmentKind::Development,
        base_url: Some(sample.base_url()),
        proxy_url: Some(sample.proxy_url()),
        commerce_url: Some(sample.commerce_url()),
        auth_url: Some(sample.auth_url()),
        mock_url: None,
    };
    let login = Login {
        realm: sample.realm.clone(),
        username: sample.username.clone(),
        password: Some(Secret::new(password.to_owned())),
        refresh_token: None,
    };
    let credentials = Credentials {
        environment: environment.name.clone(),
        api_key: Some(sample.api_key.clone()),
        login: Some(login),
    };
    Config {
        environment: environment.name.clone(),
        environments: vec![environment],
        credentials: vec![credentials],
        seed: 7,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: None,
    }
}
