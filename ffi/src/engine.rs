//! The access engine behind a lock, so that a host may call it from any thread; no call waits for anything but the lock.
//!
//! Ids and times cross as `i64`: ids count upwards from 1, times are milliseconds since the Unix epoch.

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

/// What a host no longer trusts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Invalidate {
    /// The access token: the next call that needs one renews it.
    AccessToken,
    /// Both tokens, and a refusal of the login: the next call that needs a token logs in with the password.
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

/// One environment and the credentials held for it: calls in, actions out.
#[derive(uniffi::Object)]
pub struct Engine {
    inner: Mutex<waybill_access::Engine>,
}

#[uniffi::export]
impl Engine {
    /// Checks the configuration and makes an engine.
    ///
    /// # Errors
    /// A failure of kind `configuration` that names what is wrong.
    #[uniffi::constructor]
    pub fn new(config: Config) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        let inner = Mutex::new(waybill_access::Engine::new(config.into())?);
        Ok(Arc::new(Self { inner }))
    }

    /// Adds or rotates credentials; nothing in flight is lost.
    ///
    /// # Errors
    /// Credentials of another environment or user, or a closed engine.
    pub fn set_credentials(&self, credentials: Credentials, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.set_credentials(credentials.into(), Timestamp::from_millis(now))?.into())
    }

    /// Drops tokens that the host no longer trusts; who waits for one waits on.
    pub fn invalidate(&self, what: Invalidate, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.invalidate(what.into(), Timestamp::from_millis(now)).into())
    }

    /// Takes a call in; a refused one is a `Done` in the step.
    pub fn begin(&self, call: Call, now: i64) -> Result<Begun, WaybillError> {
        Ok(self.lock()?.begin(call.into(), Timestamp::from_millis(now)).into())
    }

    /// The head of an answer arrived.
    ///
    /// # Errors
    /// A failure of kind `misuse` for an exchange that was never sent.
    pub fn on_head(&self, exchange: i64, head: ResponseHead, now: i64) -> Result<Step, WaybillError> {
        let head = head.try_into()?;
        Ok(self.lock()?.on_head(exchange_id(exchange)?, head, Timestamp::from_millis(now))?.into())
    }

    /// What was read of a body after `Read`; `complete` is false where the limit or a broken connection cut it.
    ///
    /// # Errors
    /// A failure of kind `misuse` where no body was asked for.
    pub fn on_body(&self, exchange: i64, body: &[u8], complete: bool, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_body(exchange_id(exchange)?, body, complete, Timestamp::from_millis(now))?.into())
    }

    /// An exchange ended without a head.
    ///
    /// # Errors
    /// A failure of kind `misuse` for an exchange that was never sent.
    pub fn on_failure(&self, exchange: i64, failure: TransportFailure, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_failure(exchange_id(exchange)?, failure.into(), Timestamp::from_millis(now))?.into())
    }

    /// The shared store answered a `Lock` or a `Save`.
    ///
    /// # Errors
    /// A failure of kind `misuse` for a ticket that was never issued, or an answer to something else.
    pub fn on_store(&self, ticket: i64, result: StoreResult, now: i64) -> Result<Step, WaybillError> {
        let ticket = TicketId::from_number(read_id("ticket", ticket)?);
        Ok(self.lock()?.on_store(ticket, result.try_into()?, Timestamp::from_millis(now))?.into())
    }

    /// Takes over a snapshot.
    ///
    /// # Errors
    /// A snapshot that is older than what is held, damaged, or another login's; a token exchange that is under way.
    pub fn restore(&self, snapshot: Snapshot, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.restore(&snapshot.into(), Timestamp::from_millis(now))?.into())
    }

    /// Names the login in a store that processes share: 64 hexadecimal digits, where there is a login.
    pub fn login_digest(&self) -> Result<Option<String>, WaybillError> {
        Ok(self.lock()?.login_digest().map(|digest| digest.to_string()))
    }

    /// The state of the login's tokens, where there is a login.
    pub fn export_tokens(&self) -> Result<Option<Snapshot>, WaybillError> {
        Ok(self.lock()?.export().map(Into::into))
    }

    /// The time of `wake_at` came.
    pub fn on_time(&self, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.on_time(Timestamp::from_millis(now)).into())
    }

    /// The caller no longer wants a call.
    ///
    /// # Errors
    /// A failure of kind `misuse` for an id that no call can have.
    pub fn cancel(&self, call: i64, now: i64) -> Result<Step, WaybillError> {
        let call = CallId::from_number(read_id("call", call)?);
        Ok(self.lock()?.cancel(call, Timestamp::from_millis(now)).into())
    }

    /// Fails all calls; a login in flight is aborted, a refresh gets two seconds. The last step carries `Closed`.
    pub fn close(&self, now: i64) -> Result<Step, WaybillError> {
        Ok(self.lock()?.close(Timestamp::from_millis(now)).into())
    }
}

impl Engine {
    /// A panic under the lock leaves a state nobody checked: such an engine refuses to go on, and a new one works.
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
