//! The mock client and its operations. Operations are behind locks, so that a host can call them from any thread.

use std::sync::{Arc, Mutex, MutexGuard};

use waybill_access::mock_client as core;
use waybill_base::error::{DriverFailure, Error};
use waybill_base::time::Timestamp;

use crate::error::WaybillError;
use crate::mock::MockStep;
use crate::panics;
use crate::wire::config::Environment;
use crate::wire::http::{ResponseHead, TransportFailure};
use crate::wire::mock::MockOperation;

/// A client for the mock service of a development environment. It stores no credentials.
#[derive(uniffi::Object)]
pub struct MockClient {
    inner: core::MockClient,
}

/// An operation in progress.
#[derive(uniffi::Object)]
pub struct MockCall {
    inner: Mutex<core::MockCall>,
}

/// A new operation, with its first step.
#[derive(uniffi::Record)]
pub struct BegunMockCall {
    /// The operation.
    pub call: Arc<MockCall>,
    /// The first step.
    pub step: MockStep,
}

#[uniffi::export]
impl MockClient {
    /// Creates a client for the mock service at the environment's `mock_url`.
    ///
    /// # Errors
    /// A failure with the code `environment.mock-outside-development` if the environment is of another kind. The code is
    /// `environment.no-url` if it has no `mock_url`, and `environment.url` if that URL is invalid.
    #[uniffi::constructor]
    pub fn new(environment: Environment) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        Ok(Arc::new(Self { inner: core::MockClient::new(&environment.into())? }))
    }

    /// Begins an operation.
    ///
    /// # Errors
    /// A failure if the operation is rejected before anything is sent.
    pub fn begin(&self, operation: MockOperation, now: i64) -> Result<BegunMockCall, WaybillError> {
        let (call, first) = self.inner.begin(operation.into(), Timestamp::from_millis(now));
        Ok(BegunMockCall { call: Arc::new(MockCall { inner: Mutex::new(call) }), step: outward(first)? })
    }
}

#[uniffi::export]
impl MockCall {
    /// Handles the response to the request, of any status.
    ///
    /// # Errors
    /// The failure of the operation.
    pub fn on_answer(
        &self,
        head: ResponseHead,
        body: Vec<u8>,
        complete: bool,
        now: i64,
    ) -> Result<MockStep, WaybillError> {
        let answer = core::MockAnswer { head: head.try_into()?, body, complete };
        outward(self.lock()?.on_answer(&answer, Timestamp::from_millis(now)))
    }

    /// Handles a request without a response, or without one in time.
    ///
    /// # Errors
    /// The failure of the operation.
    pub fn on_failure(&self, failure: TransportFailure, now: i64) -> Result<MockStep, WaybillError> {
        outward(self.lock()?.on_failure(failure.into(), Timestamp::from_millis(now)))
    }

    /// Handles the end of a wait.
    ///
    /// # Errors
    /// The failure of the operation.
    pub fn on_time(&self, now: i64) -> Result<MockStep, WaybillError> {
        outward(self.lock()?.on_time(Timestamp::from_millis(now)))
    }
}

impl MockCall {
    fn lock(&self) -> Result<MutexGuard<'_, core::MockCall>, WaybillError> {
        self.inner.lock().map_err(|_| Error::from(DriverFailure::Crashed).into())
    }
}

fn outward(step: core::MockStep) -> Result<MockStep, WaybillError> {
    Ok(match step {
        core::MockStep::Send(request) => MockStep::Send { request: request.into() },
        core::MockStep::Wait { until } => MockStep::Wait { until: until.as_millis() },
        core::MockStep::Done(result) => MockStep::Done { result: (*result)?.into() },
    })
}
