//! The mock client and its operations behind locks, so that a host may call them from any thread.

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

/// Makes requests to the mock service of a development environment. It holds no credential.
#[derive(uniffi::Object)]
pub struct MockClient {
    inner: core::MockClient,
}

/// An operation under way.
#[derive(uniffi::Object)]
pub struct MockCall {
    inner: Mutex<core::MockCall>,
}

/// An operation that was begun.
#[derive(uniffi::Record)]
pub struct BegunMockCall {
    /// The operation under way.
    pub call: Arc<MockCall>,
    /// What is to be done first.
    pub step: MockStep,
}

#[uniffi::export]
impl MockClient {
    /// A client for the mock service at the environment's `mock_url`.
    ///
    /// # Errors
    /// A failure with the code `environment.mock-outside-development` or `environment.no-url`.
    #[uniffi::constructor]
    pub fn new(environment: Environment) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        Ok(Arc::new(Self { inner: core::MockClient::new(&environment.into())? }))
    }

    /// Begins an operation.
    ///
    /// # Errors
    /// What core refuses before anything is sent.
    pub fn begin(&self, operation: MockOperation, now: i64) -> Result<BegunMockCall, WaybillError> {
        let (call, first) = self.inner.begin(operation.into(), Timestamp::from_millis(now));
        Ok(BegunMockCall { call: Arc::new(MockCall { inner: Mutex::new(call) }), step: outward(first)? })
    }
}

#[uniffi::export]
impl MockCall {
    /// An answer came.
    ///
    /// # Errors
    /// What the operation failed with.
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

    /// No answer came.
    ///
    /// # Errors
    /// What the operation failed with.
    pub fn on_failure(&self, failure: TransportFailure, now: i64) -> Result<MockStep, WaybillError> {
        outward(self.lock()?.on_failure(failure.into(), Timestamp::from_millis(now)))
    }

    /// The wait is over.
    ///
    /// # Errors
    /// What the operation failed with.
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
