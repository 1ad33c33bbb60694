//! The mock client's exported objects.

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

/// Core's mock client as an object that JavaScript frees with `free()`.
#[wasm_bindgen]
pub struct MockClient {
    client: core::MockClient,
}

/// Core's operation under way.
#[wasm_bindgen]
pub struct MockCall {
    call: core::MockCall,
    first: Option<core::MockStep>,
}

#[wasm_bindgen]
impl MockClient {
    /// A client for the mock service of an environment, the text of [`Environment`].
    ///
    /// # Errors
    /// Throws what core refuses: an environment that is not of kind development, or has no `mockUrl`.
    #[wasm_bindgen(constructor)]
    pub fn new(environment: &str) -> Result<MockClient, JsValue> {
        let environment: Environment = read("the environment", environment)?;
        let client = core::MockClient::new(&environment.into());
        Ok(Self { client: client.map_err(|error| thrown(&error.into()))? })
    }

    /// Begins an operation, the text of [`MockOperation`], with the contents of its files in their order.
    ///
    /// # Errors
    /// Throws where it does not have its documented type; what core refuses is in the first step.
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
    /// What is to be done first, once, as the text of [`MockStep`].
    #[wasm_bindgen(js_name = takeFirst)]
    pub fn take_first(&mut self) -> JsValue {
        write(&self.first.take().map(MockStep::from))
    }

    /// Takes an answer; `headers` is the text of an array of pairs. Gives the text of [`MockStep`].
    ///
    /// # Errors
    /// Throws a status that is none.
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

    /// Takes the failure of a request, the text of [`TransportFailure`]. Gives the text of [`MockStep`].
    ///
    /// # Errors
    /// Throws where it does not have its documented type.
    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, failure: &str, now: f64) -> Result<JsValue, JsValue> {
        let failure: TransportFailure = read("the failure", failure)?;
        Ok(write(&MockStep::from(self.call.on_failure(failure.into(), timestamp(now)))))
    }

    /// Says that the wait is over. Gives the text of [`MockStep`].
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) -> JsValue {
        write(&MockStep::from(self.call.on_time(timestamp(now))))
    }
}
