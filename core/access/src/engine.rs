//! The engine's inputs, each of which returns all it causes.

use std::fmt;

use waybill_base::error::{Error, ErrorResponse, code};
use waybill_base::http::{ResponseHead, TransportFailure};
use waybill_base::internal::{ErrorExt as _, TimestampExt as _, retry_after};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::calls::Calls;
use super::exchanges::{ExchangePurpose, Exchanges};
use super::held_credentials::HeldCredentials;
use super::live::LiveCall;
use super::request::{Credential, PreparedRequest};
use super::times::check_times;
use super::{Action, Begun, Call, CallId, Config, ExchangeId, Invalidate, Misuse, Outcome, Step, TicketId, errors};
use crate::environment::{Credentials, Environment, Environments, choose_credentials};
use crate::store::{LoginDigest, Snapshot, StoreResult};
use crate::token::{Answer, Machine};

/// Bytes read of an API's error answer.
const ERROR_BODY_LIMIT: usize = 64 * 1024;
/// How long the body of an API's error may take, in milliseconds: what it says beside its head is worth no longer wait.
const ERROR_BODY_WAIT: i64 = 5_000;
/// Bytes read of a token endpoint's answer.
const TOKEN_BODY_LIMIT: usize = 1024 * 1024;

/// One environment, the credentials held for it, and the calls in flight.
///
/// Every begun call ends in exactly one [`Action::Done`]; the last step after [`close`](Self::close) carries
/// [`Action::Closed`].
pub struct Engine {
    pub(super) environment: Environment,
    pub(super) held: HeldCredentials,
    pub(super) calls: Calls,
    pub(super) exchanges: Exchanges,
    pub(super) last_seen: Timestamp,
    calls_begun: u64,
    phase: EngineState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineState {
    Open,
    /// Closed for calls; a refresh in flight gets a while.
    Closing,
    Closed,
}

impl Engine {
    /// Makes an engine for one environment.
    ///
    /// # Errors
    /// Codes `environment.*`, `credentials.*` and `config.*` where the configuration cannot be right.
    pub fn new(config: Config) -> Result<Self, Error> {
        let Config {
            environments,
            environment: served,
            credentials,
            seed,
            token_timeout,
            token_retry_wait,
            shared_store,
        } = config;
        let times = check_times(token_timeout, token_retry_wait)?;
        let environments = Environments::new(environments)?;
        let Some(environment) = environments.named(&served).cloned() else {
            let message = format!("environment `{served}` is not configured; configured: {}", environments.names());
            return Err(Error::new(code::ENVIRONMENT_UNKNOWN, message));
        };
        let (own, foreign_keys) = choose_credentials(credentials, &served, &environments)?;
        let issuers = environments.issuers_of_others(&environment);
        let mut keys = HeldCredentials::new(foreign_keys, issuers, seed, times, shared_store);
        if let Some(credentials) = own {
            keys.set(credentials, &environment)?;
        }
        Ok(Self {
            environment,
            held: keys,
            calls: Calls::default(),
            exchanges: Exchanges::default(),
            last_seen: Timestamp::from_millis(i64::MIN),
            calls_begun: 0,
            phase: EngineState::Open,
        })
    }

    /// Adds or rotates credentials; what is not given stays as it is, and nothing in flight is lost.
    ///
    /// # Errors
    /// Codes `credentials.*` where they are not of this environment or user, or cannot be right; `environment.no-url`
    /// where a login has no identity provider; `client.closed` after `close`.
    pub fn set_credentials(&mut self, credentials: Credentials, now: Timestamp) -> Result<Step, Error> {
        if self.phase != EngineState::Open {
            return Err(errors::closed());
        }
        self.held.check(&credentials, &self.environment)?;
        let mut actions = Vec::new();
        self.pass_time_before_credentials(now, &mut actions);
        let effects = self.held.set(credentials, &self.environment)?;
        self.apply(effects, &mut actions);
        self.end_back_off(&mut actions);
        Ok(self.finish_step(actions))
    }

    /// Begins a call. A refused call is a `Done` in the step.
    pub fn begin(&mut self, call: Call, now: Timestamp) -> Begun {
        self.calls_begun += 1;
        let id = CallId::from_number(self.calls_begun);
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        let path_family = call.route.path_family();
        match self.prepare_call(call, now) {
            Ok(request) => {
                self.calls.insert(id, LiveCall::new(request));
                self.authorise(id, &mut actions);
            }
            Err(error) => {
                let error = error.with_details(|details| {
                    details.path_family = Some(path_family);
                    details.environment = Some(self.environment.name.clone());
                });
                actions.push(errors::failed_call(id, error));
            }
        }
        Begun { call: id, step: self.finish_step(actions) }
    }

    /// The head of an exchange's answer came.
    ///
    /// # Errors
    /// `Misuse` where the exchange was never issued, or its body was asked for.
    pub fn on_head(&mut self, exchange: ExchangeId, head: ResponseHead, now: Timestamp) -> Result<Step, Misuse> {
        self.exchanges.check_expects_head(exchange, "a head")?;
        let mut actions = Vec::new();
        self.pass_time(Some(exchange), now, &mut actions);
        match self.exchanges.purpose(exchange) {
            None => actions.push(errors::late_exchange_note(exchange)),
            // A redirect's body says nothing that its status does not.
            Some(ExchangePurpose::Token(flight)) if head.status.is_redirection() => {
                self.exchanges.end(exchange);
                actions.push(Action::Abort { exchange });
                let answer = Answer { status: head.status.as_u16(), retry_after: None, body: b"", complete: true };
                let effects = self.held.with_tokens(|machine| machine.take_response(flight, &answer));
                self.apply(effects, &mut actions);
            }
            Some(ExchangePurpose::Token(flight)) => {
                self.held.with_tokens(|machine| {
                    machine.begin_answer(flight);
                    Vec::new()
                });
                self.ask_for_body(exchange, head, TOKEN_BODY_LIMIT, &mut actions);
            }
            // A status above 599 is none that HTTP has; it means what a 5xx means (RFC 9110 section 15).
            Some(ExchangePurpose::Call(call)) if head.status.as_u16() >= 400 => {
                self.calls.await_body(call, now.plus_millis(ERROR_BODY_WAIT));
                self.ask_for_body(exchange, head, ERROR_BODY_LIMIT, &mut actions);
            }
            Some(ExchangePurpose::Call(call)) => {
                self.exchanges.end(exchange);
                self.calls.remove(call);
                actions.push(Action::Done { call, outcome: Outcome::Response { exchange } });
            }
        }
        Ok(self.finish_step(actions))
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
        self.exchanges.check_expects_body(exchange, body.len())?;
        let mut actions = Vec::new();
        self.pass_time(Some(exchange), now, &mut actions);
        match self.exchanges.take_read(exchange) {
            None => actions.push(errors::late_exchange_note(exchange)),
            Some((ExchangePurpose::Token(flight), head)) => {
                if !complete {
                    actions.push(Action::Abort { exchange });
                }
                let retry_after = retry_after(&head, now);
                let answer = Answer { status: head.status.as_u16(), retry_after, body, complete };
                let effects = self.held.with_tokens(|machine| machine.take_response(flight, &answer));
                self.apply(effects, &mut actions);
            }
            Some((ExchangePurpose::Call(call), head)) => {
                let response = ErrorResponse { head, body: body.to_vec(), complete };
                self.handle_error_response(call, exchange, response, &mut actions);
            }
        }
        Ok(self.finish_step(actions))
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
        self.exchanges.check_expects_head(exchange, "a failure")?;
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        let carried = self.exchanges.purpose(exchange);
        self.exchanges.end(exchange);
        match carried {
            None => actions.push(errors::late_exchange_note(exchange)),
            Some(ExchangePurpose::Token(flight)) => {
                let effects = self.held.with_tokens(|machine| machine.fail(flight, failure));
                self.apply(effects, &mut actions);
            }
            Some(ExchangePurpose::Call(call)) => self.fail_lost_call(call, failure, &mut actions),
        }
        Ok(self.finish_step(actions))
    }

    /// The shared store answered a `Lock` or a `Save`.
    ///
    /// # Errors
    /// `Misuse` where the ticket was never issued, or something else was asked of the store.
    pub fn on_store(&mut self, ticket: TicketId, result: StoreResult, now: Timestamp) -> Result<Step, Misuse> {
        let unknown = || Err("no store is shared".to_owned());
        self.held
            .tokens()
            .map_or_else(unknown, |machine| machine.check_store(ticket, &result))
            .map_err(|message| Misuse { message })?;
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        let effects = self.held.with_tokens(|machine| machine.store_answered(ticket, result));
        self.apply(effects, &mut actions);
        Ok(self.finish_step(actions))
    }

    /// Takes over the state of the login's tokens, as [`export`](Self::export) gave it in this process or an earlier one.
    ///
    /// # Errors
    /// Codes `snapshot.*` where a token exchange is under way, where the snapshot is older than what is held, or where it
    /// cannot be read; `credentials.no-login` without a login; `client.closed` after `close`. Nothing is changed then.
    pub fn restore(&mut self, snapshot: &Snapshot, now: Timestamp) -> Result<Step, Error> {
        if self.phase != EngineState::Open {
            return Err(errors::closed());
        }
        self.held.check_held(Credential::AccessToken, &self.environment)?;
        self.held.tokens().map_or(Ok(()), |machine| machine.check_restore(snapshot, now))?;
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        let effects = self.held.with_tokens(|machine| machine.restore(snapshot));
        self.apply(effects, &mut actions);
        Ok(self.finish_step(actions))
    }

    /// The state of the login's tokens, to be kept as a secret is and restored later; `None` without a login. It can be
    /// had after `close` too.
    #[must_use]
    pub fn export(&self) -> Option<Snapshot> {
        self.held.tokens().map(Machine::export)
    }

    /// Names the login in a store that processes share; `None` without a login. Equal for all processes that serve one user
    /// of one environment.
    #[must_use]
    pub fn login_digest(&self) -> Option<LoginDigest> {
        self.held.tokens().map(Machine::login_digest)
    }

    /// The API key and the access token that requests carry now: what no answer that is passed on may hold. They are copies;
    /// keep them no longer than the answer lasts.
    #[must_use]
    pub fn credentials_in_force(&self) -> Vec<Secret> {
        let key = self.held.api_key().map(|(key, _)| key);
        let token = self.held.tokens().and_then(Machine::access_token).cloned();
        key.into_iter().chain(token).collect()
    }

    /// Time passed; due at the latest step's `wake_at`, harmless at any other time.
    pub fn on_time(&mut self, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        self.finish_step(actions)
    }

    /// Drops tokens that the host no longer trusts. Waiting calls keep waiting.
    ///
    /// With [`Invalidate::Tokens`] a refusal of the login is forgotten too, at most once a minute: the way out once an
    /// account was unlocked. Without a login nothing happens.
    pub fn invalidate(&mut self, what: Invalidate, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        let effects = self.held.with_tokens(|machine| match what {
            Invalidate::AccessToken => machine.invalidate_access(),
            Invalidate::Tokens => machine.invalidate_tokens(),
        });
        self.apply(effects, &mut actions);
        self.finish_step(actions)
    }

    /// The caller no longer wants the call. A call that is over already stays as it ended.
    pub fn cancel(&mut self, call: CallId, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        if self.calls.get(call).is_some() {
            self.give_up(call, errors::cancelled(), &mut actions);
        } else {
            actions.push(errors::nothing_to_cancel(call));
        }
        self.finish_step(actions)
    }

    /// Ends all calls. A login in flight is aborted; a refresh, whose answer is the login that follows, gets two seconds.
    /// The last step after this carries `Closed`.
    pub fn close(&mut self, now: Timestamp) -> Step {
        let mut actions = Vec::new();
        self.pass_time(None, now, &mut actions);
        for call in self.calls.ids() {
            self.give_up(call, errors::closed(), &mut actions);
        }
        if self.phase == EngineState::Open {
            self.phase = EngineState::Closing;
            let effects = self.held.with_tokens(Machine::close);
            self.apply(effects, &mut actions);
        }
        self.finish_step(actions)
    }

    fn prepare_call(&self, call: Call, now: Timestamp) -> Result<PreparedRequest, Error> {
        if self.phase != EngineState::Open {
            return Err(errors::closed());
        }
        let request = PreparedRequest::new(call, &self.environment)?;
        self.held.check_held(request.credential, &self.environment)?;
        if request.deadline.is_some_and(|deadline| deadline <= now) {
            return Err(errors::past_deadline());
        }
        Ok(request)
    }

    fn ask_for_body(&mut self, exchange: ExchangeId, head: ResponseHead, limit: usize, actions: &mut Vec<Action>) {
        self.exchanges.mark_reading(exchange, head, limit);
        actions.push(Action::Read { exchange, limit });
    }

    fn finish_step(&mut self, mut actions: Vec<Action>) -> Step {
        if self.phase == EngineState::Closing && !self.held.is_exchanging() {
            self.phase = EngineState::Closed;
            actions.push(Action::Closed);
        }
        let deadline = self.calls.next_deadline();
        Step { actions, wake_at: deadline.into_iter().chain(self.held.wake_at()).min() }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Engine")
            .field("environment", &self.environment.name)
            .field("calls", &self.calls.len())
            .finish_non_exhaustive()
    }
}
