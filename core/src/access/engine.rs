//! The engine's inputs, each of which returns all it causes.

use std::collections::BTreeMap;

use super::exchanges::{Carried, Exchanges};
use super::failure::{Asked, api_error, transport_error};
use super::request::{Credential, Prepared};
use super::{Action, Begun, Call, CallId, Config, ExchangeId, Misuse, Outcome, Purpose, Step};
use crate::environment::{Credentials, Environment, Environments, ForeignKeys, check_credentials, choose_credentials};
use crate::error::{Error, ErrorKind, ErrorResponse, code};
use crate::event::Event;
use crate::http::{ResponseHead, TransportFailure};
use crate::secret::Secret;
use crate::time::Timestamp;

/// Bytes read of an API's error answer.
const ERROR_BODY_LIMIT: usize = 64 * 1024;

/// One environment, the credentials held for it, and the calls in flight.
pub struct Engine {
    environment: Environment,
    foreign_keys: ForeignKeys,
    api_key: Option<Secret>,
    calls: BTreeMap<CallId, LiveCall>,
    calls_begun: u64,
    exchanges: Exchanges,
    phase: Phase,
}

/// A call that was sent and has no answer yet.
struct LiveCall {
    request: Prepared,
    exchange: ExchangeId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    Closing,
    Closed,
}

impl Engine {
    /// Makes an engine for one environment.
    ///
    /// # Errors
    /// Codes `environment.*`, `credentials.*` and `config.*` where the configuration cannot be right.
    pub fn new(config: Config) -> Result<Self, Error> {
        let Config { environments, environment: served, credentials, seed: _, token_timeout_ms } = config;
        let environments = Environments::new(environments)?;
        let Some(environment) = environments.named(&served).cloned() else {
            let message = format!("environment `{served}` is not configured; configured: {}", environments.names());
            return Err(Error::new(code::ENVIRONMENT_UNKNOWN, ErrorKind::Configuration, message));
        };
        if token_timeout_ms.is_some_and(|timeout| timeout <= 0) {
            let message = "the time-out of token exchanges must be a positive number of milliseconds".to_owned();
            return Err(Error::new(code::CONFIG_TOKEN_TIMEOUT, ErrorKind::Configuration, message));
        }
        let (own, foreign_keys) = choose_credentials(credentials, &served, &environments)?;
        Ok(Self {
            environment,
            foreign_keys,
            api_key: own.and_then(|credentials| credentials.api_key),
            calls: BTreeMap::new(),
            calls_begun: 0,
            exchanges: Exchanges::default(),
            phase: Phase::Open,
        })
    }

    /// Adds or rotates credentials; what is not given stays as it is, and nothing in flight is lost.
    ///
    /// # Errors
    /// Codes `credentials.*` where they are not of this environment or cannot be right; `client.closed` after `close`.
    pub fn set_credentials(&mut self, credentials: Credentials, now: Timestamp) -> Result<Step, Error> {
        if self.phase != Phase::Open {
            return Err(closed());
        }
        check_credentials(&credentials, &self.environment.name, &self.foreign_keys)?;
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        if let Some(key) = credentials.api_key {
            self.api_key = Some(key);
        }
        Ok(self.step(actions))
    }

    /// Begins a call. A refused call is a `Done` in the step.
    pub fn begin(&mut self, call: Call, now: Timestamp) -> Begun {
        self.calls_begun += 1;
        let id = CallId::from_number(self.calls_begun);
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        match self.admit(call, now) {
            Ok(request) => self.send(id, request, &mut actions),
            Err(error) => actions.push(failed(id, error)),
        }
        Begun { call: id, step: self.step(actions) }
    }

    /// The head of an exchange's answer came.
    ///
    /// # Errors
    /// `Misuse` where the exchange was never issued, or its body was asked for.
    pub fn on_head(&mut self, exchange: ExchangeId, head: ResponseHead, now: Timestamp) -> Result<Step, Misuse> {
        self.exchanges.check_sent(exchange, "a head")?;
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        match self.exchanges.carried(exchange) {
            None => actions.push(late(exchange)),
            Some(Carried::Call(_)) if head.status.is_client_error() || head.status.is_server_error() => {
                self.exchanges.read(exchange, head, ERROR_BODY_LIMIT);
                actions.push(Action::Read { exchange, limit: ERROR_BODY_LIMIT });
            }
            Some(Carried::Call(call)) => {
                self.exchanges.end(exchange);
                self.calls.remove(&call);
                actions.push(Action::Done { call, outcome: Outcome::Response { exchange } });
            }
        }
        Ok(self.step(actions))
    }

    /// The body asked for by `Read` came: what there was of it, up to the limit. `complete` says whether that is all.
    ///
    /// # Errors
    /// `Misuse` where the exchange was never issued, no body was asked for, or it is longer than the limit.
    pub fn on_body(
        &mut self,
        exchange: ExchangeId,
        body: &[u8],
        complete: bool,
        now: Timestamp,
    ) -> Result<Step, Misuse> {
        self.exchanges.check_reading(exchange, body.len())?;
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        match self.exchanges.take_read(exchange) {
            None => actions.push(late(exchange)),
            Some((Carried::Call(call), head)) => {
                let response = ErrorResponse { head, body: body.to_vec(), complete };
                self.refused(call, response, now, &mut actions);
            }
        }
        Ok(self.step(actions))
    }

    /// An exchange ended without a head.
    ///
    /// # Errors
    /// `Misuse` where the exchange was never issued, or its head came.
    pub fn on_failure(
        &mut self,
        exchange: ExchangeId,
        failure: TransportFailure,
        now: Timestamp,
    ) -> Result<Step, Misuse> {
        self.exchanges.check_sent(exchange, "a failure")?;
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        match self.exchanges.carried(exchange) {
            None => actions.push(late(exchange)),
            Some(Carried::Call(id)) => {
                self.exchanges.end(exchange);
                if let Some(call) = self.calls.remove(&id) {
                    actions.push(failed(id, transport_error(failure, &call.asked())));
                }
            }
        }
        Ok(self.step(actions))
    }

    /// Time passed; due at the latest step's `wake_at`, harmless at any other time.
    pub fn on_time(&mut self, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        self.step(actions)
    }

    /// The caller no longer wants the call. A call that is over already stays as it ended.
    pub fn cancel(&mut self, call: CallId, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        if self.calls.contains_key(&call) {
            let message = "the call was cancelled".to_owned();
            self.give_up(call, Error::new(code::CALL_CANCELLED, ErrorKind::Cancelled, message), &mut actions);
        } else {
            let message = format!("call {} is not in flight; there is nothing to cancel", call.as_number());
            actions.push(Action::Note { event: Event::new("call.late", message) });
        }
        self.step(actions)
    }

    /// Ends all calls. The last step after this carries `Closed`.
    pub fn close(&mut self, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(now, &mut actions);
        let open: Vec<CallId> = self.calls.keys().copied().collect();
        for call in open {
            self.give_up(call, closed(), &mut actions);
        }
        if self.phase == Phase::Open {
            self.phase = Phase::Closing;
        }
        self.step(actions)
    }

    fn admit(&self, call: Call, now: Timestamp) -> Result<Prepared, Error> {
        if self.phase != Phase::Open {
            return Err(closed());
        }
        let request = Prepared::new(call, &self.environment)?;
        if request.deadline.is_some_and(|deadline| deadline <= now) {
            return Err(past_deadline());
        }
        Ok(request)
    }

    fn send(&mut self, id: CallId, request: Prepared, actions: &mut Vec<Action>) {
        let token = match (request.credential, &self.api_key) {
            (Credential::ApiKey, Some(key)) => key,
            (Credential::ApiKey, None) => return actions.push(failed(id, no_api_key(&self.environment.name))),
            (Credential::AccessToken, _) => return actions.push(failed(id, no_login(&self.environment.name))),
        };
        let exchange = self.exchanges.open(Carried::Call(id));
        actions.push(Action::Send {
            exchange,
            purpose: Purpose::Call(id),
            head: request.authorised(token),
            body: request.body.clone(),
            deadline: request.deadline,
        });
        self.calls.insert(id, LiveCall { request, exchange });
    }

    fn refused(&mut self, id: CallId, response: ErrorResponse, now: Timestamp, actions: &mut Vec<Action>) {
        let Some(call) = self.calls.remove(&id) else { return };
        // An upload may still run, and what was cut off is still to come: neither has a reader any more.
        if call.request.has_body() || !response.complete {
            actions.push(Action::Abort { exchange: call.exchange });
        }
        actions.push(failed(id, api_error(response, &call.asked(), now)));
    }

    fn give_up(&mut self, id: CallId, error: Error, actions: &mut Vec<Action>) {
        let Some(call) = self.calls.remove(&id) else { return };
        self.exchanges.end(call.exchange);
        actions.push(Action::Abort { exchange: call.exchange });
        actions.push(failed(id, error));
    }

    fn pass_time(&mut self, now: Timestamp, actions: &mut Vec<Action>) {
        let due = |call: &LiveCall| call.request.deadline.is_some_and(|deadline| deadline <= now);
        let overdue: Vec<CallId> = self.calls.iter().filter(|(_, call)| due(call)).map(|(id, _)| *id).collect();
        for id in overdue {
            self.give_up(id, past_deadline(), actions);
        }
    }

    fn step(&mut self, mut actions: Vec<Action>) -> Step {
        if self.phase == Phase::Closing {
            self.phase = Phase::Closed;
            actions.push(Action::Closed);
        }
        let wake_at = self.calls.values().filter_map(|call| call.request.deadline).min();
        Step { actions, wake_at }
    }
}

impl LiveCall {
    fn asked(&self) -> Asked<'_> {
        Asked { method: &self.request.head.method, credential: self.request.credential }
    }
}

fn failed(call: CallId, error: Error) -> Action {
    Action::Done { call, outcome: Outcome::Failed(error) }
}

fn late(exchange: ExchangeId) -> Action {
    let message = format!("exchange {} was over already; what came was not used", exchange.as_number());
    Action::Note { event: Event::new("exchange.late", message) }
}

fn closed() -> Error {
    Error::new(code::CLIENT_CLOSED, ErrorKind::Closed, "the client was closed".to_owned())
}

fn past_deadline() -> Error {
    Error::new(code::CALL_DEADLINE, ErrorKind::Deadline, "the call's deadline passed".to_owned())
}

fn no_api_key(environment: &str) -> Error {
    let message = format!("this call needs an API key of environment `{environment}`, and none was given");
    Error::new(code::CREDENTIALS_NO_API_KEY, ErrorKind::Configuration, message)
        .remedy("create an API key in the instance settings, section API Keys")
}

fn no_login(environment: &str) -> Error {
    let message = format!("this call needs a commerce login of environment `{environment}`, and none was given");
    Error::new(code::CREDENTIALS_NO_LOGIN, ErrorKind::Configuration, message)
}
