//! The mock client's exported objects.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_access::mock_client::{MockAnswer, MockStep};
use waybill_base::http::ResponseHead;

use crate::inward::{EnvironmentIn, FailureIn};
use crate::mock::{MockOperationIn, MockStepOut};
use crate::{read, thrown, timestamp, write};

/// Core's mock client as an object that JavaScript frees with `free()`.
#[wasm_bindgen]
pub struct MockClient {
    client: waybill_access::mock_client::MockClient,
}

/// Core's operation under way.
#[wasm_bindgen]
pub struct MockCall {
    call: waybill_access::mock_client::MockCall,
    first: Option<MockStep>,
}

#[wasm_bindgen]
impl MockClient {
    /// A client for the mock service of an environment, the object of [`EnvironmentIn`].
    ///
    /// # Errors
    /// Throws what core refuses: an environment that is not of kind development, or has no `mockUrl`.
    #[wasm_bindgen(constructor)]
    pub fn new(environment: JsValue) -> Result<MockClient, JsValue> {
        let environment: EnvironmentIn = read("the environment", environment)?;
        let client = waybill_access::mock_client::MockClient::new(&environment.into());
        Ok(Self { client: client.map_err(|error| thrown(&error.into()))? })
    }

    /// Begins an operation, the object of [`MockOperationIn`].
    ///
    /// # Errors
    /// Throws where it is not of its documented type; what core refuses is in the first step.
    pub fn begin(&self, operation: JsValue, now: f64) -> Result<MockCall, JsValue> {
        let operation: MockOperationIn = read("the operation", operation)?;
        let (call, first) = self.client.begin(operation.into(), timestamp(now));
        Ok(MockCall { call, first: Some(first) })
    }
}

#[wasm_bindgen]
impl MockCall {
    /// What is to be done first, once, as the object of [`MockStepOut`].
    ///
    /// # Errors
    /// Never today; every export returns a `Result`.
    #[wasm_bindgen(js_name = takeFirst)]
    pub fn take_first(&mut self) -> Result<JsValue, JsValue> {
        write(&self.first.take().map(MockStepOut::from))
    }

    /// Takes an answer; `headers` is an array of pairs. Gives the object of [`MockStepOut`].
    ///
    /// # Errors
    /// Throws a status that is none.
    #[wasm_bindgen(js_name = onAnswer)]
    pub fn on_answer(
        &mut self,
        status: u16,
        headers: JsValue,
        body: Vec<u8>,
        complete: bool,
        now: f64,
    ) -> Result<JsValue, JsValue> {
        let headers: Vec<(String, String)> = read("the answer's head", headers)?;
        let head = ResponseHead::new(status, headers).map_err(|error| thrown(&error.into()))?;
        write(&MockStepOut::from(self.call.on_answer(&MockAnswer { head, body, complete }, timestamp(now))))
    }

    /// Takes the failure of a request, the object of [`FailureIn`]. Gives the object of [`MockStepOut`].
    ///
    /// # Errors
    /// Throws where it is not of its documented type.
    #[wasm_bindgen(js_name = onFailure)]
    pub fn on_failure(&mut self, failure: JsValue, now: f64) -> Result<JsValue, JsValue> {
        let failure: FailureIn = read("the failure", failure)?;
        write(&MockStepOut::from(self.call.on_failure(failure.into(), timestamp(now))))
    }

    /// Says that the wait is over. Gives the object of [`MockStepOut`].
    ///
    /// # Errors
    /// Never today; every export returns a `Result`.
    #[wasm_bindgen(js_name = onTime)]
    pub fn on_time(&mut self, now: f64) -> Result<JsValue, JsValue> {
        write(&MockStepOut::from(self.call.on_time(timestamp(now))))
    }
}
