//! Shared parts of the access targets: an engine with a login, and a host that performs its actions.

use std::time::Duration;

use waybill_core::{
    Action, Call, CallId, Config, Credentials, Engine, Environment, EnvironmentKind, Error, ExchangeId, Login, Outcome,
    Purpose, RequestBody, RequestHead, ResponseHead, Route, Secret, SharedStore, Step, StoreResult, TicketId,
    Timestamp,
};

/// The only password. It occurs only in token requests.
const PASSWORD: &str = "canary-password";
/// The provider's tokens. They occur only in requests.
const TOKENS: [&str; 2] = ["canary-access", "canary-refresh"];
/// Maximum number of wake-ups. A call with few responses never needs more.
const MOST_WAKE_UPS: usize = 100;

/// A server's response.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: &'a [(&'a str, &'a [u8])],
    /// The body.
    pub body: &'a [u8],
}

impl Answer<'static> {
    /// The provider's response to a valid token request.
    pub const TOKENS: Self = Self {
        status: 200,
        headers: &[],
        body: br#"{"access_token":"canary-access","refresh_token":"canary-refresh","expires_in":300}"#,
    };
    /// The API's response to a successful call.
    pub const DONE: Self = Self { status: 200, headers: &[], body: b"" };
}

/// The servers of a host.
pub trait Servers {
    /// Returns the provider's response to a token request.
    fn give_tokens(&self) -> Answer<'_> {
        Answer::TOKENS
    }
    /// Returns the API's response to a call.
    fn answer_call(&self) -> Answer<'_> {
        Answer::DONE
    }
    /// Returns the record in the shared store.
    fn lock(&self, now: Timestamp) -> StoreResult {
        StoreResult::Locked { snapshot: None, store_time: now }
    }
}

/// Creates an engine for one login, with a password and no tokens.
#[must_use]
pub fn engine(shared_store: Option<SharedStore>) -> Engine {
    let name = "sandbox".to_owned();
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: Some(Secret::new(PASSWORD.to_owned())),
        refresh_token: None,
    };
    let environment = Environment {
        name: name.clone(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://sandbox.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: Some("https://commerce.sandbox.example/api".to_owned()),
        auth_url: Some("https://id.sandbox.example".to_owned()),
        mock_url: None,
    };
    let credentials = vec![Credentials { environment: name.clone(), api_key: None, login: Some(login) }];
    let environments = vec![environment];
    let config = Config {
        environments,
        environment: name,
        credentials,
        seed: 1,
        token_timeout: None,
        token_retry_wait: None,
        shared_store,
    };
    Engine::new(config).expect("the configuration is right")
}

/// A host: its engine, its clock, and the results of its calls.
#[derive(Debug)]
pub struct Host<'a, S> {
    engine: &'a mut Engine,
    servers: &'a S,
    now: Timestamp,
    ended: Vec<CallId>,
    /// Errors of failed calls.
    pub failures: Vec<Error>,
    /// Requests of calls.
    pub sent: Vec<RequestHead>,
}

impl<'a, S: Servers> Host<'a, S> {
    /// Creates a host of this engine, at this time.
    pub fn new(engine: &'a mut Engine, servers: &'a S, now: i64) -> Self {
        let (ended, failures, sent) = (Vec::new(), Vec::new(), Vec::new());
        Self { engine, servers, now: Timestamp::from_millis(now), ended, failures, sent }
    }

    /// Makes a call, and checks that it ends once and before its deadline.
    pub fn make_call(&mut self) {
        let call = Call {
            route: Route::Commerce { tenant: "tenant-1".to_owned() },
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
        self.send(call);
    }

    /// Makes this call, and checks that it ends once and before its deadline, which is in a minute at the latest.
    pub fn send(&mut self, call: Call) {
        let latest = self.now.plus(Duration::from_mins(1));
        let deadline = call.deadline.map_or(latest, |deadline| deadline.min(latest));
        let begun = self.engine.begin(Call { deadline: Some(deadline), ..call }, self.now);
        let mut wake_at = self.carry_out(begun.step);
        for _ in 0..MOST_WAKE_UPS {
            let Some(due) = wake_at.filter(|_| !self.ended.contains(&begun.call)) else { break };
            self.now = self.now.max(due);
            let step = self.engine.on_time(self.now);
            wake_at = self.carry_out(step);
        }
        let ends = self.ended.iter().filter(|ended| **ended == begun.call).count();
        assert_eq!(ends, 1, "a call ended {ends} times by {:?}", self.now);
        assert!(self.now <= deadline, "a call ended at {:?}, its deadline was {deadline:?}", self.now);
    }

    /// Performs the actions of a step with the servers. Returns the last wake-up.
    fn carry_out(&mut self, step: Step) -> Option<Timestamp> {
        let shown = format!("{step:?}");
        assert!(!shown.contains(PASSWORD) && !TOKENS.iter().any(|token| shown.contains(token)), "{shown}");
        let mut wake_at = step.wake_at;
        for action in step.actions {
            let next = match action {
                Action::Send { exchange, purpose, head, .. } => {
                    if matches!(purpose, Purpose::Call(_)) {
                        self.sent.push(head);
                    }
                    Some(self.answer(exchange, purpose))
                }
                Action::Lock { ticket, .. } => Some(self.answer_store(ticket, self.servers.lock(self.now))),
                Action::Save { ticket, expected_seq, .. } => {
                    Some(self.answer_store(ticket, StoreResult::Saved { seq: expected_seq.saturating_add(1) }))
                }
                Action::Done { call, outcome } => {
                    self.ended.push(call);
                    if let Outcome::Failed(error) = outcome {
                        assert!(
                            !error.message.is_empty() && error.message.chars().all(|c| !c.is_control()),
                            "{error:?}"
                        );
                        self.failures.push(error);
                    }
                    None
                }
                Action::Note { note } => {
                    assert!(note.message.chars().all(|c| !c.is_control()), "{note:?}");
                    None
                }
                Action::Read { .. } | Action::Abort { .. } | Action::Unlock { .. } | Action::Closed => None,
            };
            // The wake-up of a later step replaces an earlier one.
            wake_at = next.map_or(wake_at, |next| self.carry_out(next));
        }
        wake_at
    }

    fn answer(&mut self, exchange: ExchangeId, purpose: Purpose) -> Step {
        let servers = self.servers;
        let Answer { status, headers, body } = match purpose {
            Purpose::Token => servers.give_tokens(),
            Purpose::Call(_) => servers.answer_call(),
        };
        let head = ResponseHead::new(status, headers.iter().copied()).expect("a status of three digits");
        let step = self.engine.on_head(exchange, head, self.now).expect("the head was asked for");
        let [Action::Read { limit, .. }] = *step.actions else { return step };
        let read = &body[..body.len().min(limit)];
        let complete = read.len() == body.len();
        self.engine.on_body(exchange, read, complete, self.now).expect("the body was asked for")
    }

    fn answer_store(&mut self, ticket: TicketId, result: StoreResult) -> Step {
        self.engine.on_store(ticket, result, self.now).expect("the store was asked")
    }
}

/// Splits an input at its first zero byte.
#[must_use]
pub fn split(data: &[u8]) -> (&[u8], &[u8]) {
    let end = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    (&data[..end], data.get(end + 1..).unwrap_or_default())
}

/// Returns a status that the input's first byte selects, and the rest of the input.
#[must_use]
pub fn status<'a>(data: &'a [u8], known: &[u16]) -> (u16, &'a [u8]) {
    let (first, rest) = data.split_first().map_or((0, data), |(first, rest)| (*first, rest));
    (known[usize::from(first) % known.len()], rest)
}
