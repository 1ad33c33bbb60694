//! The engine for JavaScript: JSON texts in, JSON texts out, with bytes beside them, and no behaviour of its own.
//!
//! The types are those of `waybill-wire`. Core's failures are thrown as the text of
//! [`Failure`](waybill_wire::failure::Failure). Times are milliseconds since the Unix epoch, ids the numbers that steps name.

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

/// Core's engine as an object that JavaScript frees with `free()`.
#[wasm_bindgen]
pub struct Engine {
    engine: waybill_access::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// An engine for one environment, from the text of [`Config`].
    ///
    /// # Errors
    /// Throws what core refuses: a URL, a key of another environment.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<Engine, JsValue> {
        let _wiper = StackWiper;
        let config: Config = read("the configuration", config)?;
        let engine = waybill_access::Engine::new(config.into()).map_err(|error| thrown(&error.into()))?;
        Ok(Self { engine })
    }

    /// Adds or rotates credentials, from the text of [`Credentials`].
    ///
    /// # Errors
    /// Throws what core refuses: credentials of another environment or user, a closed client.
    #[wasm_bindgen(js_name = setCredentials)]
    pub fn set_credentials(&mut self, credentials: &str, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let credentials: Credentials = read("the credentials", credentials)?;
        let step =
            self.engine.set_credentials(credentials.into(), timestamp(now)).map_err(|error| thrown(&error.into()))?;
        Ok(write(&Step::from(step)))
    }

    /// Drops the access token, or with `tokens` both tokens and a refusal of the login.
    pub fn invalidate(&mut self, tokens: bool, now: f64) -> JsValue {
        let what = if tokens { Invalidate::Tokens } else { Invalidate::AccessToken };
        write(&Step::from(self.engine.invalidate(what, timestamp(now))))
    }

    /// Takes what the shared store answered, from the text of [`StoreResult`].
    ///
    /// # Errors
    /// Throws a misuse.
    #[wasm_bindgen(js_name = onStore)]
    pub fn on_store(&mut self, ticket: f64, result: &str, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let result: StoreResult = read("the store's answer", result)?;
        let result = result.try_into().map_err(|error: Error| thrown(&error.into()))?;
        stepped(self.engine.on_store(TicketId::from_number(number(ticket)), result, timestamp(now)))
    }

    /// Takes over the text of a snapshot.
    ///
    /// # Errors
    /// Throws what core refuses: a snapshot that is older than what is held, damaged, or another login's.
    pub fn restore(&mut self, snapshot: String, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        let restored = self.engine.restore(&Snapshot::new(snapshot), timestamp(now));
        Ok(write(&Step::from(restored.map_err(|error| thrown(&error.into()))?)))
    }

    /// The text of a snapshot of the login's tokens, where there is a login.
    #[must_use]
    pub fn export(&self) -> Option<String> {
        self.engine.export().map(|snapshot| snapshot.expose().to_owned())
    }

    /// Names the login in a store that processes share: 64 hexadecimal digits, where there is a login.
    #[wasm_bindgen(js_name = loginDigest)]
    #[must_use]
    pub fn login_digest(&self) -> Option<String> {
        self.engine.login_digest().map(|digest| digest.to_string())
    }

    /// Begins a call, from the text of [`Call`] and the bytes of its body; gives its number and its first step.
    ///
    /// # Errors
    /// Throws where `call` does not have its documented type; what core refuses is in the step.
    pub fn begin(&mut self, call: &str, body: Option<Vec<u8>>, now: f64) -> Result<JsValue, JsValue> {
        let mut call: Call = read("the call", call)?;
        if let RequestBody::Bytes { bytes } = &mut call.body {
            *bytes = body.unwrap_or_default();
        }
        Ok(write(&Begun::from(self.engine.begin(call.into(), timestamp(now)))))
    }

    /// Takes an answer's head; `headers` is the text of an array of pairs.
    ///
    /// # Errors
    /// Throws a misuse, and a status that is none.
    #[wasm_bindgen(js_name = onHead)]
    pub fn on_head(&mut self, exchange: f64, status: u16, headers: &str, now: f64) -> Result<JsValue, JsValue> {
        let head = read_head(status, headers)?;
        stepped(self.engine.on_head(exchange_id(exchange), head, timestamp(now)))
    }

    /// Takes what was read of an answer's body, once for each `read`.
    ///
    /// # Errors
    /// Throws a misuse.
    #[wasm_bindgen(js_name = onBody)]
    pub fn on_body(&mut self, exchange: f64, body: &[u8], complete: bool, now: f64) -> Result<JsValue, JsValue> {
        let _wiper = StackWiper;
        stepped(self.engine.on_body(exchange_id(exchange), body, complete, timestamp(now)))
    }

    /// Takes the failure of an exchange without a head, from the text of [`TransportFailure`].
    ///
    /// # Errors
    /// Throws a misuse.
    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, exchange: f64, failure: &str, now: f64) -> Result<JsValue, JsValue> {
        let failure: TransportFailure = read("the failure", failure)?;
        stepped(self.engine.on_failure(exchange_id(exchange), failure.into(), timestamp(now)))
    }

    /// A search of one answer for the API key and the access token that are in force.
    #[wasm_bindgen(js_name = bodySearch)]
    #[must_use]
    pub fn body_search(&self) -> BodySearch {
        BodySearch { search: waybill_forward::BodySearch::new(self.engine.credentials_in_force()) }
    }

    /// Has a search look for the credentials that are in force by now too.
    #[wasm_bindgen(js_name = addCredentials)]
    pub fn add_credentials(&self, search: &mut BodySearch) {
        search.search.add(self.engine.credentials_in_force());
    }

    /// Says that the step's timer went off.
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) -> JsValue {
        write(&Step::from(self.engine.on_time(timestamp(now))))
    }

    /// Ends a call; its `done` is in this step.
    pub fn cancel(&mut self, call: f64, now: f64) -> JsValue {
        write(&Step::from(self.engine.cancel(CallId::from_number(number(call)), timestamp(now))))
    }

    /// Ends all calls; the step that carries `closed` is the last one.
    pub fn close(&mut self, now: f64) -> JsValue {
        write(&Step::from(self.engine.close(timestamp(now))))
    }
}

/// What goes wrong in a driver, as the text of [`DriverFailures`].
#[wasm_bindgen(js_name = driverFailures)]
#[must_use]
pub fn driver_failures() -> JsValue {
    write(&DriverFailures::all())
}

/// The refusal of a value whose problem JavaScript found, as the text of [`Failure`]: what is unknown or of another
/// type is seen there alone, as reading passes over fields that Rust does not have.
#[wasm_bindgen(js_name = shapeError)]
#[must_use]
pub fn shape_error(problem: String) -> JsValue {
    write(&wrong_shape(problem))
}

/// Panics with a text that holds `secret`, so that tests can see what a trap does to a host. No shipped file has it.
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
