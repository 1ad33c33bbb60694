//! The engine's inputs. Each returns one step with all its effects.

use std::fmt;

use waybill_base::error::{Error, ErrorResponse, code};
use waybill_base::http::{ResponseHead, TransportFailure};
use waybill_base::internal::{ErrorExt as _, TimestampExt as _, retry_after};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::call_lifecycle::Input;
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

/// Maximum number of bytes read of an API's error response.
const ERROR_BODY_LIMIT: usize = 64 * 1024;
/// Time limit for the body of an API's error response, in milliseconds. The head already says what happened.
const ERROR_BODY_WAIT: i64 = 5_000;
/// Maximum number of bytes read of a token endpoint's response.
const TOKEN_BODY_LIMIT: usize = 1024 * 1024;

/// An API client without I/O: one environment, its credentials, and the calls in flight.
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
    /// Closed for calls. A refresh in flight may still finish.
    Closing,
    Closed,
}

impl Engine {
    /// Creates an engine for one environment.
    ///
    /// # Errors
    /// Codes `environment.*`, `credentials.*` and `config.*` if the configuration is invalid.
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

    /// Adds or rotates credentials. Fields that are `None` keep their value, and calls in flight continue.
    ///
    /// # Errors
    /// Codes `credentials.*` if they are invalid, or belong to another environment or user; `environment.no-url` if there is
    /// a login but the environment has no `auth_url`; `client.closed` after `close`.
    pub fn set_credentials(&mut self, credentials: Credentials, now: Timestamp) -> Result<Step, Error> {
        if self.phase != EngineState::Open {
            return Err(errors::closed());
        }
        self.held.check(&credentials, &self.environment)?;
        let mut actions = self.pass_time(Input::Credentials, now);
        let effects = self.held.set(credentials, &self.environment)?;
        self.apply(effects, &mut actions);
        self.with_tokens(&mut actions, Machine::end_back_off);
        Ok(self.finish_step(actions))
    }

    /// Begins a call. If the call is rejected, the step contains its `Done`.
    pub fn begin(&mut self, call: Call, now: Timestamp) -> Begun {
        self.calls_begun += 1;
        let id = CallId::from_number(self.calls_begun);
        let mut actions = self.pass_time(Input::Other, now);
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

    /// Handles the head of an exchange's response.
    ///
    /// # Errors
    /// `Misuse` if the exchange was never issued, or if its body is expected.
    pub fn on_head(&mut self, exchange: ExchangeId, head: ResponseHead, now: Timestamp) -> Result<Step, Misuse> {
        self.exchanges.check_expects_head(exchange, "a head")?;
        let mut actions = self.pass_time(Input::Response(exchange), now);
        match self.exchanges.purpose(exchange) {
            None => actions.push(errors::late_exchange_note(exchange)),
            // The body of a redirect adds nothing to its status.
            Some(ExchangePurpose::Token(flight)) if head.status.is_redirection() => {
                self.exchanges.end(exchange);
                actions.push(Action::Abort { exchange });
                let answer = Answer { status: head.status.as_u16(), retry_after: None, body: b"", complete: true };
                self.with_tokens(&mut actions, |machine| machine.take_response(flight, &answer));
            }
            Some(ExchangePurpose::Token(flight)) => {
                if let Some(machine) = self.held.tokens_mut() {
                    machine.begin_answer(flight);
                }
                self.ask_for_body(exchange, head, TOKEN_BODY_LIMIT, &mut actions);
            }
            // HTTP has no status above 599. It is treated like a 5xx (RFC 9110 section 15).
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

    /// Handles the body that `Read` asked for, up to the limit. `complete` is true if this is the whole body.
    ///
    /// # Errors
    /// `Misuse` if the exchange was never issued, no body was asked for, or the body is longer than the limit.
    pub fn on_body(
        &mut self,
        exchange: ExchangeId,
        body: &[u8],
        complete: bool,
        now: Timestamp,
    ) -> Result<Step, Misuse> {
        self.exchanges.check_expects_body(exchange, body.len())?;
        let mut actions = self.pass_time(Input::Response(exchange), now);
        match self.exchanges.take_read(exchange) {
            None => actions.push(errors::late_exchange_note(exchange)),
            Some((ExchangePurpose::Token(flight), head)) => {
                if !complete {
                    actions.push(Action::Abort { exchange });
                }
                let retry_after = retry_after(&head, now);
                let answer = Answer { status: head.status.as_u16(), retry_after, body, complete };
                self.with_tokens(&mut actions, |machine| machine.take_response(flight, &answer));
            }
            Some((ExchangePurpose::Call(call), head)) => {
                let response = ErrorResponse { head, body: body.to_vec(), complete };
                self.handle_error_response(call, exchange, response, &mut actions);
            }
        }
        Ok(self.finish_step(actions))
    }

    /// Handles an exchange that ended without a head.
    ///
    /// # Errors
    /// `Misuse` if the exchange was never issued, or if its head came.
    pub fn on_failure(
        &mut self,
        exchange: ExchangeId,
        failure: TransportFailure,
        now: Timestamp,
    ) -> Result<Step, Misuse> {
        self.exchanges.check_expects_head(exchange, "a failure")?;
        let mut actions = self.pass_time(Input::Other, now);
        let carried = self.exchanges.purpose(exchange);
        self.exchanges.end(exchange);
        match carried {
            None => actions.push(errors::late_exchange_note(exchange)),
            Some(ExchangePurpose::Token(flight)) => {
                self.with_tokens(&mut actions, |machine| machine.fail(flight, failure));
            }
            Some(ExchangePurpose::Call(call)) => self.fail_lost_call(call, failure, &mut actions),
        }
        Ok(self.finish_step(actions))
    }

    /// Handles the store's result of a `Lock` or a `Save`.
    ///
    /// # Errors
    /// `Misuse` if the ticket was never issued, or if another kind of result is expected.
    pub fn on_store(&mut self, ticket: TicketId, result: StoreResult, now: Timestamp) -> Result<Step, Misuse> {
        let unknown = || Err("no store is shared".to_owned());
        self.held
            .tokens()
            .map_or_else(unknown, |machine| machine.check_store(ticket, &result))
            .map_err(|message| Misuse { message })?;
        let mut actions = self.pass_time(Input::Other, now);
        self.with_tokens(&mut actions, |machine| machine.store_answered(ticket, result));
        Ok(self.finish_step(actions))
    }

    /// Restores the state of the login's tokens from a snapshot that [`export`](Self::export) returned, in this process or
    /// an earlier one.
    ///
    /// # Errors
    /// Codes `snapshot.*` if a token exchange is under way, if the snapshot is older than the current tokens, or if it cannot
    /// be read; `credentials.no-login` without a login; `client.closed` after `close`. On an error nothing changes.
    pub fn restore(&mut self, snapshot: &Snapshot, now: Timestamp) -> Result<Step, Error> {
        if self.phase != EngineState::Open {
            return Err(errors::closed());
        }
        self.held.check_held(Credential::AccessToken, &self.environment)?;
        self.held.tokens().map_or(Ok(()), |machine| machine.check_restore(snapshot, now))?;
        let mut actions = self.pass_time(Input::Other, now);
        self.with_tokens(&mut actions, |machine| machine.restore(snapshot));
        Ok(self.finish_step(actions))
    }

    /// Returns the state of the login's tokens, or `None` without a login. Keep it secret, and pass it to `restore` later.
    /// Works after `close` too.
    #[must_use]
    pub fn export(&self) -> Option<Snapshot> {
        self.held.tokens().map(Machine::export)
    }

    /// Returns the name of the login in a shared store, or `None` without a login. It is equal in all processes that serve
    /// the same user of the same environment.
    #[must_use]
    pub fn login_digest(&self) -> Option<LoginDigest> {
        self.held.tokens().map(Machine::login_digest)
    }

    /// Returns the API key and the access token that requests carry now. No response that is passed on may contain them.
    /// They are copies: drop them when the response is complete.
    #[must_use]
    pub fn credentials_in_force(&self) -> Vec<Secret> {
        let key = self.held.api_key().map(|(key, _)| key);
        let token = self.held.tokens().and_then(Machine::access_token).cloned();
        key.into_iter().chain(token).collect()
    }

    /// Advances the time. Call it at the latest step's `wake_at`; calls at other times are harmless.
    pub fn on_time(&mut self, now: Timestamp) -> Step {
        let actions = self.pass_time(Input::Other, now);
        self.finish_step(actions)
    }

    /// Drops tokens that the host no longer trusts. Waiting calls keep waiting.
    ///
    /// [`Invalidate::Tokens`] also clears a rejected login, at most once a minute. Use it after an account was unlocked.
    /// Without a login this does nothing.
    pub fn invalidate(&mut self, what: Invalidate, now: Timestamp) -> Step {
        let mut actions = self.pass_time(Input::Other, now);
        self.with_tokens(&mut actions, |machine| match what {
            Invalidate::AccessToken => machine.invalidate_access(),
            Invalidate::Tokens => machine.invalidate_tokens(),
        });
        self.finish_step(actions)
    }

    /// Cancels a call. If the call is already over, its result stays.
    pub fn cancel(&mut self, call: CallId, now: Timestamp) -> Step {
        let mut actions = self.pass_time(Input::Other, now);
        if self.calls.get(call).is_some() {
            self.give_up(call, errors::cancelled(), &mut actions);
        } else {
            actions.push(errors::nothing_to_cancel(call));
        }
        self.finish_step(actions)
    }

    /// Ends all calls. A login in flight is aborted. A refresh gets two more seconds, or five with a shared store, because
    /// its response contains the next refresh token. The last step after this contains `Closed`.
    pub fn close(&mut self, now: Timestamp) -> Step {
        let mut actions = self.pass_time(Input::Other, now);
        for call in self.calls.ids() {
            self.give_up(call, errors::closed(), &mut actions);
        }
        if self.phase == EngineState::Open {
            self.phase = EngineState::Closing;
            self.with_tokens(&mut actions, Machine::close);
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
