//! The access engine behind a lock, so that a host can call it from any thread. Calls wait for the lock only.
//!
//! Ids and times are `i64`. Ids count upwards from 1; times are milliseconds since the Unix epoch.

use std::sync::{Arc, Mutex, MutexGuard};

use waybill_access::{CallId, ExchangeId, TicketId};
use waybill_base::error::{DriverFailure, Error};
use waybill_base::time::Timestamp;

use crate::error::WaybillError;
use crate::panics;
use crate::wire::config::{Config, Credentials};
use crate::wire::http::{ResponseHead, TransportFailure};
use crate::wire::step::read_id;
use crate::wire::step::{Begun, Call, Step};
use crate::wire::store::{Snapshot, StoreResult};

/// The tokens that a host no longer trusts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Invalidate {
    /// The access token: the next call that needs one renews it.
    AccessToken,
    /// Both tokens. Also clears a rejected login, at most once a minute. The next call that needs a token logs in with the
    /// password.
    Tokens,
}

impl From<Invalidate> for waybill_access::Invalidate {
    fn from(what: Invalidate) -> Self {
        match what {
            Invalidate::AccessToken => Self::AccessToken,
            Invalidate::Tokens => Self::Tokens,
        }
    }
}

/// A client without I/O for one environment and its credentials. It takes calls and returns actions for the driver.
#[derive(uniffi::Object)]
pub struct Engine {
    inner: Mutex<waybill_access::Engine>,
}

#[uniffi::export]
impl Engine {
    /// Creates an engine for a configuration.
    ///
    /// # Errors
    /// A failure of kind `configuration` if the configuration is invalid.
    #[uniffi::constructor]
    pub fn new(config: Config) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        let inner = Mutex::new(waybill_access::Engine::new(config.into())?);
        Ok(Arc::new(Self { inner }))
    }

    /// Adds or rotates credentials. Calls in flight continue.
    ///
    /// # Errors
    /// A failure if the credentials are invalid or belong to another environment or user, or if the engine is closed.
    pub fn set_credentials(&self, credentials: Credentials, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.set_credentials(credentials.into(), Timestamp::from_millis(now))?.into())
    }

    /// Drops tokens that the host no longer trusts. Calls that wait for a token keep waiting.
    pub fn invalidate(&self, what: Invalidate, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.invalidate(what.into(), Timestamp::from_millis(now)).into())
    }

    /// Begins a call. If the call is rejected, the step contains its `Done`.
    pub fn begin(&self, call: Call, now: i64) -> Result<Begun, WaybillError> {
        Ok(self.lock()?.begin(call.into(), Timestamp::from_millis(now)).into())
    }

    /// Handles the head of a response.
    ///
    /// # Errors
    /// A failure of kind `misuse` if the exchange was never sent.
    pub fn on_head(&self, exchange: i64, head: ResponseHead, now: i64) -> Result<Step, WaybillError> {
        let head = head.try_into()?;
        Ok(self.lock()?.on_head(exchange_id(exchange)?, head, Timestamp::from_millis(now))?.into())
    }

    /// Handles the body that `Read` requested. Set `complete` to false if the limit or a broken connection cut it.
    ///
    /// # Errors
    /// A failure of kind `misuse` if no body was requested.
    pub fn on_body(&self, exchange: i64, body: &[u8], complete: bool, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_body(exchange_id(exchange)?, body, complete, Timestamp::from_millis(now))?.into())
    }

    /// Handles an exchange that ended without a head.
    ///
    /// # Errors
    /// A failure of kind `misuse` if the exchange was never sent.
    pub fn on_failure(&self, exchange: i64, failure: TransportFailure, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_failure(exchange_id(exchange)?, failure.into(), Timestamp::from_millis(now))?.into())
    }

    /// Handles the shared store's result of a `Lock` or a `Save`.
    ///
    /// # Errors
    /// A failure of kind `misuse` if the ticket was never issued, or if another kind of result is expected.
    pub fn on_store(&self, ticket: i64, result: StoreResult, now: i64) -> Result<Step, WaybillError> {
        let ticket = TicketId::from_number(read_id("ticket", ticket)?);
        Ok(self.lock()?.on_store(ticket, result.try_into()?, Timestamp::from_millis(now))?.into())
    }

    /// Restores the state of the login's tokens from a snapshot of `export_tokens`.
    ///
    /// # Errors
    /// A failure if the snapshot is older than the current tokens, damaged, or of another login. Also if a token exchange is
    /// under way, if there is no login, or if the engine is closed.
    pub fn restore(&self, snapshot: Snapshot, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.restore(&snapshot.into(), Timestamp::from_millis(now))?.into())
    }

    /// Returns the name of the login in a shared store: 64 hexadecimal digits, or none without a login.
    pub fn login_digest(&self) -> Result<Option<String>, WaybillError> {
        Ok(self.lock()?.login_digest().map(|digest| digest.to_string()))
    }

    /// Returns the state of the login's tokens, or none without a login. Keep it secret: it contains tokens.
    pub fn export_tokens(&self) -> Result<Option<Snapshot>, WaybillError> {
        Ok(self.lock()?.export().map(Into::into))
    }

    /// Advances the time. Call it at the latest step's `wake_at`; calls at other times are harmless.
    pub fn on_time(&self, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_time(Timestamp::from_millis(now)).into())
    }

    /// Cancels a call. If the call is already over, its result stays.
    ///
    /// # Errors
    /// A failure of kind `misuse` if no call can have this id.
    pub fn cancel(&self, call: i64, now: i64) -> Result<Step, WaybillError> {
        let call = CallId::from_number(read_id("call", call)?);
        Ok(self.lock()?.cancel(call, Timestamp::from_millis(now)).into())
    }

    /// Ends all calls. A login in flight is aborted. A refresh gets two more seconds, or five with a shared store. The last step
    /// contains `Closed`.
    pub fn close(&self, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.close(Timestamp::from_millis(now)).into())
    }
}

impl Engine {
    /// Locks the engine. After a panic under the lock its state is unknown, so all later calls fail. A new engine works.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, waybill_access::Engine>, WaybillError> {
        self.inner.lock().map_err(|_| Error::from(DriverFailure::Crashed).into())
    }
}

fn exchange_id(exchange: i64) -> Result<ExchangeId, WaybillError> {
    Ok(ExchangeId::from_number(read_id("exchange", exchange)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::config::{Environment, EnvironmentKind};
    use crate::wire::failure::ErrorKind;
    use crate::wire::http::{FailureKind, NameValue, RequestBody};
    use crate::wire::step::{Action, Outcome, Purpose, Route};

    fn engine() -> Arc<Engine> {
        let environment = Environment {
            name: "test".to_owned(),
            kind: EnvironmentKind::Sandbox,
            base_url: Some("https://api.example/api/v1".to_owned()),
            proxy_url: None,
            commerce_url: None,
            auth_url: None,
            mock_url: None,
        };
        let credentials =
            Credentials { environment: "test".to_owned(), api_key: Some("canary-key".to_owned()), login: None };
        Engine::new(Config {
            environments: vec![environment],
            environment: "test".to_owned(),
            credentials: vec![credentials],
            seed: 1,
            token_timeout_ms: None,
            token_retry_wait_ms: None,
            shared_store: None,
        })
        .unwrap()
    }

    fn call(template: &str) -> Call {
        Call {
            route: Route::Platform,
            method: "POST".to_owned(),
            template: template.to_owned(),
            parameters: vec![NameValue { name: "flowId".to_owned(), value: "f 1".to_owned() }],
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Caller { replayable: true },
            deadline: Some(5_000),
        }
    }

    fn failure(error: WaybillError) -> crate::wire::failure::Failure {
        let WaybillError::Failed { failure } = error;
        *failure
    }

    #[test]
    fn a_call_becomes_a_send_and_its_head_an_answer() {
        let engine = engine();

        let begun = engine.begin(call("/flows/{flowId}/execute"), 1_000).unwrap();
        let [Action::Send { exchange, purpose, head, body, .. }] = begun.step.actions.as_slice() else {
            panic!("expected one send: {:?}", begun.step);
        };
        assert_eq!(*purpose, Purpose::Call { call: begun.call });
        assert_eq!(head.url, "https://api.example/api/v1/flows/f%201/execute");
        assert!(head.headers.iter().any(|header| header.value == "Bearer canary-key"));
        assert_eq!(*body, RequestBody::Caller { replayable: true });
        assert_eq!(begun.step.wake_at, Some(5_000));
        assert!(!format!("{begun:?}").contains("canary"));

        let answered = engine.on_head(*exchange, ResponseHead { status: 200, headers: Vec::new() }, 1_001).unwrap();
        let done = Action::Done { call: begun.call, outcome: Outcome::Response { exchange: *exchange } };
        assert_eq!(answered.actions, [done]);
    }

    #[test]
    fn a_refused_call_fails_with_its_code_and_kind() {
        let begun = engine().begin(call("/flows"), 0).unwrap();

        let [Action::Done { outcome: Outcome::Failed { failure }, .. }] = begun.step.actions.as_slice() else {
            panic!("expected a failure: {:?}", begun.step);
        };
        assert_eq!(failure.kind, ErrorKind::Request);
    }

    #[test]
    fn unknown_exchange_and_invalid_id_are_misuse() {
        let engine = engine();
        for exchange in [7, -1] {
            let broken = TransportFailure { kind: FailureKind::Unknown, detail: "reset".to_owned() };
            let misuse = failure(engine.on_failure(exchange, broken, 0).unwrap_err());
            assert_eq!((misuse.code.as_str(), misuse.kind), ("client.misuse", ErrorKind::Misuse));
        }
        assert_eq!(failure(engine.cancel(-1, 0).unwrap_err()).kind, ErrorKind::Misuse);
    }

    #[test]
    fn a_panic_under_the_lock_breaks_that_engine_alone() {
        let broken = engine();
        let poisoning = Arc::clone(&broken);
        std::thread::spawn(move || {
            let _held = poisoning.inner.lock().unwrap();
            panic!("planted");
        })
        .join()
        .unwrap_err();

        assert_eq!(failure(broken.on_time(0).unwrap_err()).code, "client.crashed");
        assert!(engine().on_time(0).is_ok());
    }
}
