//! The forwarder and its searches behind locks, so that a host can call them from any thread.

use std::sync::{Arc, Mutex, MutexGuard};

use waybill_base::error::{DriverFailure, Error, Retry, code};
use waybill_base::time::{Timestamp, span_of_millis};
use waybill_forward as core;
use waybill_forward::{AllowList, RequestId};

use crate::engine::Engine;
use crate::error::WaybillError;
use crate::panics;
use crate::wire::forward::{ForwardedAnswer, InboundRequest, Permitted, Received, RefusedRequest, Searched, Session};
use crate::wire::http::{ErrorResponse, ResponseHead};
use crate::wire::step::read_id;

/// A failed call, as the driver's error describes it.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct FailedCall {
    /// Its code.
    pub code: String,
    /// Its message.
    pub message: String,
    /// Milliseconds to wait before a retry; none if the error advises no retry.
    pub retry_after_ms: Option<i64>,
    /// The status of the response that caused it.
    pub status: Option<u16>,
    /// The response of an API error.
    pub response: Option<ErrorResponse>,
}

/// A forwarder of an app's requests to the platform, and of the responses. It stores no credentials.
#[derive(uniffi::Object)]
pub struct Forwarder {
    inner: Mutex<core::Forwarder>,
}

/// A search for valid credentials in one response body while it streams.
#[derive(uniffi::Object)]
pub struct BodySearch {
    inner: Mutex<core::BodySearch>,
}

#[uniffi::export]
impl Forwarder {
    /// Creates a forwarder for an allow-list, given as the bytes of its JSON.
    ///
    /// # Errors
    /// A failure with the code `forward.list` if the list is invalid.
    #[uniffi::constructor]
    pub fn new(list: &[u8]) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        Ok(Arc::new(Self { inner: Mutex::new(core::Forwarder::new(AllowList::read(list)?)) }))
    }

    /// Receives a request of the app. Pass a session only if the host has verified it.
    ///
    /// # Errors
    /// A failure with the code `forward.session` if the claims are not a JSON object.
    pub fn receive(
        &self,
        request: InboundRequest,
        session: Option<Session>,
        now: i64,
    ) -> Result<Received, WaybillError> {
        let session = session.map(core::Session::try_from).transpose()?;
        Ok(self.lock()?.receive(&request.into(), session.as_ref(), Timestamp::from_millis(now)).into())
    }

    /// Permits a request and returns the call to send.
    ///
    /// # Errors
    /// A failure with the code `forward.request` if the request does not wait for a decision.
    pub fn permit(&self, id: i64) -> Result<Permitted, WaybillError> {
        Ok(self.lock()?.permit(request_id(id)?)?.into())
    }

    /// Rejects a request and returns the response for the app. This ends the request.
    ///
    /// # Errors
    /// A failure with the code `forward.request` if no such request is in progress.
    pub fn deny(&self, id: i64) -> Result<RefusedRequest, WaybillError> {
        Ok(self.lock()?.deny(request_id(id)?)?.into())
    }

    /// Rejects a request because its body is too large, and returns the response for the app. This ends the request. You have
    /// to cancel the call.
    ///
    /// # Errors
    /// A failure with the code `forward.request` if no such request is in progress.
    pub fn refuse_body(&self, id: i64) -> Result<RefusedRequest, WaybillError> {
        Ok(self.lock()?.refuse_body(request_id(id)?)?.into())
    }

    /// Converts the platform's response for the app. Call `end` after its body.
    ///
    /// # Errors
    /// A failure with the code `forward.request` if no such request is in progress.
    pub fn answer(&self, id: i64, head: ResponseHead, search: &BodySearch) -> Result<ForwardedAnswer, WaybillError> {
        let head = head.try_into()?;
        Ok(self.lock()?.answer(request_id(id)?, &head, &*search.lock()?)?.into())
    }

    /// Converts a failed call to a response for the app. This ends the request.
    ///
    /// # Errors
    /// A failure with the code `forward.request` if no such request is in progress.
    pub fn fail(&self, id: i64, failed: FailedCall, search: &BodySearch) -> Result<ForwardedAnswer, WaybillError> {
        let failed = failed.try_into()?;
        Ok(self.lock()?.fail(request_id(id)?, &failed, &*search.lock()?)?.into())
    }

    /// Ends a request, because its response was passed on or the app has disconnected.
    pub fn end(&self, id: i64) -> Result<(), WaybillError> {
        self.lock()?.end(request_id(id)?);
        Ok(())
    }
}

#[uniffi::export]
impl BodySearch {
    /// Creates a search for the API key and the access token of an engine.
    #[uniffi::constructor]
    pub fn new(engine: &Engine) -> Result<Arc<Self>, WaybillError> {
        Ok(Arc::new(Self { inner: Mutex::new(core::BodySearch::new(engine.lock()?.credentials_in_force())) }))
    }

    /// Adds the engine's current credentials, which may have been renewed during the call.
    pub fn add_credentials(&self, engine: &Engine) -> Result<(), WaybillError> {
        let credentials = engine.lock()?.credentials_in_force();
        self.lock()?.add(credentials);
        Ok(())
    }

    /// Searches the next piece of the body.
    pub fn push(&self, piece: &[u8]) -> Result<Searched, WaybillError> {
        Ok(self.lock()?.push(piece).into())
    }

    /// Ends the body and returns the bytes that were held back.
    pub fn finish(&self) -> Result<Vec<u8>, WaybillError> {
        Ok(self.lock()?.finish())
    }
}

impl TryFrom<FailedCall> for Error {
    type Error = Error;

    /// Converts the failure. An unknown code becomes the code of a defect.
    fn try_from(failed: FailedCall) -> Result<Self, Self::Error> {
        let FailedCall { code: name, message, retry_after_ms, status, response } = failed;
        let mut error = Error::new(code::find(&name).unwrap_or(code::CLIENT_CRASHED), message);
        error.retry = retry_after_ms.map_or(Retry::Never, |millis| Retry::After(span_of_millis(millis)));
        error.status = status;
        error.response = response
            .map(|ErrorResponse { head, body, complete }| {
                Ok::<_, Error>(Box::new(waybill_base::error::ErrorResponse { head: head.try_into()?, body, complete }))
            })
            .transpose()?;
        Ok(error)
    }
}

impl Forwarder {
    fn lock(&self) -> Result<MutexGuard<'_, core::Forwarder>, WaybillError> {
        self.inner.lock().map_err(|_| Error::from(DriverFailure::Crashed).into())
    }
}

impl BodySearch {
    fn lock(&self) -> Result<MutexGuard<'_, core::BodySearch>, WaybillError> {
        self.inner.lock().map_err(|_| Error::from(DriverFailure::Crashed).into())
    }
}

fn request_id(id: i64) -> Result<RequestId, WaybillError> {
    Ok(RequestId::from_number(read_id("request", id)?))
}
