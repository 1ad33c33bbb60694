//! The exported objects of the mock client.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::mock_client as core;
use waybill_wire::config::Environment;
use waybill_wire::http::TransportFailure;
use waybill_wire::javascript::{MockStep, fill_files};
use waybill_wire::mock::MockOperation;

use crate::crossing::{read, read_head, thrown, write};
use crate::timestamp;

/// Core's mock client. JavaScript frees it with `free()`.
#[wasm_bindgen]
pub struct MockClient {
    client: core::MockClient,
}

/// An operation of core's mock client in progress.
#[wasm_bindgen]
pub struct MockCall {
    call: core::MockCall,
    first: Option<core::MockStep>,
}

#[wasm_bindgen]
impl MockClient {
    /// Creates a client for the mock service of an environment, the JSON of an [`Environment`].
    ///
    /// # Errors
    /// Throws a failure if the environment is not of the kind `development`, or if its `mockUrl` is missing or invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(environment: &str) -> Result<MockClient, JsValue> {
        let environment: Environment = read("the environment", environment)?;
        let client = core::MockClient::new(&environment.into());
        Ok(Self { client: client.map_err(|error| thrown(&error.into()))? })
    }

    /// Begins an operation, the JSON of a [`MockOperation`]. `contents` are the contents of its files, in their order.
    ///
    /// # Errors
    /// Throws a failure if the operation does not have its documented type. If it is rejected, the first step has the failure.
    pub fn begin(&self, operation: &str, contents: Vec<Uint8Array>, now: f64) -> Result<MockCall, JsValue> {
        let contents = contents.into_iter().map(|content| content.to_vec());
        let mut operation: MockOperation = read("the operation", operation)?;
        fill_files(&mut operation, contents);
        let (call, first) = self.client.begin(operation.into(), timestamp(now));
        Ok(MockCall { call, first: Some(first) })
    }
}

#[wasm_bindgen]
impl MockCall {
    /// Returns the first step, as the JSON of a [`MockStep`]; `null` after the first call.
    #[wasm_bindgen(js_name = takeFirst)]
    pub fn take_first(&mut self) -> JsValue {
        write(&self.first.take().map(MockStep::from))
    }

    /// Handles the response to the request. `headers` is the JSON of an array of pairs. Returns the JSON of a [`MockStep`].
    ///
    /// # Errors
    /// Throws a failure if the status or a header is not valid in HTTP.
    #[wasm_bindgen(js_name = onAnswer)]
    pub fn on_answer(
        &mut self,
        status: u16,
        headers: &str,
        body: Vec<u8>,
        complete: bool,
        now: f64,
    ) -> Result<JsValue, JsValue> {
        let head = read_head(status, headers)?;
        Ok(write(&MockStep::from(self.call.on_answer(&core::MockAnswer { head, body, complete }, timestamp(now)))))
    }

    /// Handles a request without a response. `failure` is the JSON of a [`TransportFailure`]. Returns the JSON of a [`MockStep`].
    ///
    /// # Errors
    /// Throws a failure if `failure` does not have its documented type.
    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, failure: &str, now: f64) -> Result<JsValue, JsValue> {
        let failure: TransportFailure = read("the failure", failure)?;
        Ok(write(&MockStep::from(self.call.on_failure(failure.into(), timestamp(now)))))
    }

    /// Handles the end of a wait. Returns the JSON of a [`MockStep`].
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) -> JsValue {
        write(&MockStep::from(self.call.on_time(timestamp(now))))
    }
}
