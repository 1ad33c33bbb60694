//! The engine for JavaScript: takes and returns JSON strings, with bytes passed separately. It contains no behaviour.
//!
//! The types are those of `waybill-wire`. Core's failures are thrown as the JSON of a
//! [`Failure`](waybill_wire::failure::Failure), and steps are returned as the JSON of a [`Step`]. Times are milliseconds since
//! the Unix epoch. Ids are the numbers in steps.

mod crossing;
pub mod deployment;
mod forwarder;
mod mock_client;
mod store;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::store::Snapshot;
use waybill_access::{CallId, ExchangeId, Invalidate, Misuse, TicketId};
use waybill_base::error::Error;
use waybill_base::time::Timestamp;
use waybill_wire::config::{Config, Credentials};
use waybill_wire::http::{RequestBody, TransportFailure};
use waybill_wire::javascript::DriverFailures;
use waybill_wire::step::{Begun, Call, Step};
use waybill_wire::store::StoreResult;

pub use forwarder::{BodySearch, Forwarder};
pub use mock_client::{MockCall, MockClient};
pub use store::{RecordSealer, note_failed_command, pause_before_retry, store_keys, store_layout};

use crossing::{StackWiper, read, read_head, thrown, write, wrong_shape};

/// Core's engine. JavaScript frees it with `free()`.
#[wasm_bindgen]
pub struct Engine {
    engine: waybill_access::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine for one environment, from the JSON of a [`Config`].
    ///
    /// # Errors
    /// Throws a failure if the configuration is invalid, such as a URL or a key of another environment.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<Engine, JsValue> {
        let _wiper = StackWiper;
        let config: Config = read("the configuration", config)?;
        let engine = waybill_access::Engine::new(config.into()).map_err(|error| thrown(&error.into()))?;
        Ok(Self { engine })
    }

    /// Adds or rotates credentials, from the JSON of [`Credentials`]. Returns a step.
    ///
    /// # Errors
    /// Throws a failure if the credentials belong to another environment or user, or if the client is closed.
    #[wasm_bindgen(js_name = setCredentials)]
    pub fn set_credentials(&mut self, credentials: &str, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let credentials: Credentials = read("the credentials", credentials)?;
        let step =
            self.engine.set_credentials(credentials.into(), timestamp(now)).map_err(|error| thrown(&error.into()))?;
        Ok(write(&Step::from(step)))
    }

    /// Drops the access token. With `tokens`, drops both tokens and the state of a rejected login. Returns a step.
    pub fn invalidate(&mut self, tokens: bool, now: f64) -> JsValue {
        let what = if tokens { Invalidate::Tokens } else { Invalidate::AccessToken };
        write(&Step::from(self.engine.invalidate(what, timestamp(now))))
    }

    /// Handles the result of the shared store, the JSON of a [`StoreResult`]. Returns a step.
    ///
    /// # Errors
    /// Throws a failure of the kind `misuse`.
    #[wasm_bindgen(js_name = onStore)]
    pub fn on_store(&mut self, ticket: f64, result: &str, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let result: StoreResult = read("the store's answer", result)?;
        let result = result.try_into().map_err(|error: Error| thrown(&error.into()))?;
        stepped(self.engine.on_store(TicketId::from_number(number(ticket)), result, timestamp(now)))
    }

    /// Restores the state of the login's tokens from a snapshot of `export`. Returns a step.
    ///
    /// # Errors
    /// Throws a failure if the snapshot is older than the current tokens, damaged, or of another login.
    pub fn restore(&mut self, snapshot: String, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let restored = self.engine.restore(&Snapshot::new(snapshot), timestamp(now));
        Ok(write(&Step::from(restored.map_err(|error| thrown(&error.into()))?)))
    }

    /// Returns a snapshot of the login's tokens; `undefined` without a login. Keep it secret.
    #[must_use]
    pub fn export(&self) -> Option<String> {
        self.engine.export().map(|snapshot| snapshot.expose().to_owned())
    }

    /// Returns the name of the login in a shared store: 64 hexadecimal digits, or `undefined` without a login.
    #[wasm_bindgen(js_name = loginDigest)]
    #[must_use]
    pub fn login_digest(&self) -> Option<String> {
        self.engine.login_digest().map(|digest| digest.to_string())
    }

    /// Begins a call, the JSON of a [`Call`]. `body` has the bytes of its body. Returns the JSON of [`Begun`].
    ///
    /// # Errors
    /// Throws a failure if `call` does not have its documented type. If the call is rejected, the step contains its `done`.
    pub fn begin(&mut self, call: &str, body: Option<Vec<u8>>, now: f64) -> Result<JsValue, JsValue> {
        let mut call: Call = read("the call", call)?;
        if let RequestBody::Bytes { bytes } = &mut call.body {
            *bytes = body.unwrap_or_default();
        }
        Ok(write(&Begun::from(self.engine.begin(call.into(), timestamp(now)))))
    }

    /// Handles the head of a response. `headers` is the JSON of an array of pairs. Returns a step.
    ///
    /// # Errors
    /// Throws a failure of the kind `misuse`, or one for a status or header that is not valid in HTTP.
    #[wasm_bindgen(js_name = onHead)]
    pub fn on_head(&mut self, exchange: f64, status: u16, headers: &str, now: f64) -> Result<JsValue, JsValue> {
        let head = read_head(status, headers)?;
        stepped(self.engine.on_head(exchange_id(exchange), head, timestamp(now)))
    }

    /// Handles the body of a response, once for each `read`. `complete` is true if this is the whole body. Returns a step.
    ///
    /// # Errors
    /// Throws a failure of the kind `misuse`.
    #[wasm_bindgen(js_name = onBody)]
    pub fn on_body(&mut self, exchange: f64, body: &[u8], complete: bool, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        stepped(self.engine.on_body(exchange_id(exchange), body, complete, timestamp(now)))
    }

    /// Handles an exchange that ended without a head. `failure` is the JSON of a [`TransportFailure`]. Returns a step.
    ///
    /// # Errors
    /// Throws a failure of the kind `misuse`.
    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, exchange: f64, failure: &str, now: f64) -> Result<JsValue, JsValue> {
        let failure: TransportFailure = read("the failure", failure)?;
        stepped(self.engine.on_failure(exchange_id(exchange), failure.into(), timestamp(now)))
    }

    /// Creates a search for the current API key and access token in one response.
    #[wasm_bindgen(js_name = bodySearch)]
    #[must_use]
    pub fn body_search(&self) -> BodySearch {
        BodySearch { search: waybill_forward::BodySearch::new(self.engine.credentials_in_force()) }
    }

    /// Adds the current credentials to a search. They may have been renewed during the call.
    #[wasm_bindgen(js_name = addCredentials)]
    pub fn add_credentials(&self, search: &mut BodySearch) {
        search.search.add(self.engine.credentials_in_force());
    }

    /// Advances the time. Call it at the latest step's `wakeAt`. Returns a step.
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) -> JsValue {
        write(&Step::from(self.engine.on_time(timestamp(now))))
    }

    /// Cancels a call. Returns a step with its `done`, unless the call was already over.
    pub fn cancel(&mut self, call: f64, now: f64) -> JsValue {
        write(&Step::from(self.engine.cancel(CallId::from_number(number(call)), timestamp(now))))
    }

    /// Ends all calls. Returns a step; the last step contains `closed`.
    pub fn close(&mut self, now: f64) -> JsValue {
        write(&Step::from(self.engine.close(timestamp(now))))
    }
}

/// Returns the failures that a driver reports, as the JSON of [`DriverFailures`].
#[wasm_bindgen(js_name = driverFailures)]
#[must_use]
pub fn driver_failures() -> JsValue {
    write(&DriverFailures::all())
}

/// Returns the failure for a value that JavaScript found invalid, as the JSON of a
/// [`Failure`](waybill_wire::failure::Failure). Only JavaScript finds unknown fields, because Rust's parser ignores them.
#[wasm_bindgen(js_name = shapeError)]
#[must_use]
pub fn shape_error(problem: String) -> JsValue {
    write(&wrong_shape(problem))
}

/// Panics with a message that contains `secret`, so that tests can check the effect of a trap on a host. Not in any shipped
/// file.
///
/// # Errors
/// Never: it panics.
#[cfg(feature = "planted-panic")]
#[wasm_bindgen(js_name = plantedPanic)]
#[allow(clippy::panic, reason = "the panic is what this export is for")]
pub fn planted_panic(secret: &str) -> Result<(), JsValue> {
    panic!("planted panic: {secret}")
}

fn stepped(step: Result<waybill_access::Step, Misuse>) -> Result<JsValue, JsValue> {
    match step {
        Ok(step) => Ok(write(&Step::from(step))),
        Err(misuse) => Err(thrown(&Error::from(misuse).into())),
    }
}

fn exchange_id(exchange: f64) -> ExchangeId {
    ExchangeId::from_number(number(exchange))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts saturate, and a number that no step named is a misuse anyway"
)]
fn number(number: f64) -> u64 {
    number as u64
}

#[allow(clippy::cast_possible_truncation, reason = "casts saturate; a clock's milliseconds are below 2^53")]
fn timestamp(now: f64) -> Timestamp {
    Timestamp::from_millis(now as i64)
}
