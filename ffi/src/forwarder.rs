//! The forwarder and its searches behind locks, so that a host may call them from any thread.

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

/// A call that failed, as the error of the driver has it.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct FailedCall {
    /// Its code.
    pub code: String,
    /// Its message.
    pub message: String,
    /// After how many milliseconds another try is worth it.
    pub retry_after_ms: Option<i64>,
    /// The status of the answer that caused it.
    pub status: Option<u16>,
    /// The answer of an API error.
    pub response: Option<ErrorResponse>,
}

/// Takes requests of the app and answers of the platform. It holds no credential.
#[derive(uniffi::Object)]
pub struct Forwarder {
    inner: Mutex<core::Forwarder>,
}

/// The search of one answer for the credentials in force.
#[derive(uniffi::Object)]
pub struct BodySearch {
    inner: Mutex<core::BodySearch>,
}

#[uniffi::export]
impl Forwarder {
    /// A forwarder for what a list, the bytes of its JSON, allows.
    ///
    /// # Errors
    /// A failure with the code `forward.list` for a list that cannot be used.
    #[uniffi::constructor]
    pub fn new(list: &[u8]) -> Result<Arc<Self>, WaybillError> {
        panics::withhold_texts();
        Ok(Arc::new(Self { inner: Mutex::new(core::Forwarder::new(AllowList::read(list)?)) }))
    }

    /// Takes a request of the app, with its session where it has one that the host has verified.
    ///
    /// # Errors
    /// A failure with the code `forward.session` for claims that are no JSON object.
    pub fn receive(
        &self,
        request: InboundRequest,
        session: Option<Session>,
        now: i64,
    ) -> Result<Received, WaybillError> {
        let session = session.map(core::Session::try_from).transpose()?;
        Ok(self.lock()?.receive(&request.into(), session.as_ref(), Timestamp::from_millis(now)).into())
    }

    /// The call of a request that the host permits.
    ///
    /// # Errors
    /// A failure with the code `forward.request` where the request does not wait for it.
    pub fn permit(&self, id: i64) -> Result<Permitted, WaybillError> {
        Ok(self.lock()?.permit(request_id(id)?)?.into())
    }

    /// What the app gets for a request that the host does not permit.
    ///
    /// # Errors
    /// A failure with the code `forward.request` where there is no such request.
    pub fn deny(&self, id: i64) -> Result<RefusedRequest, WaybillError> {
        Ok(self.lock()?.deny(request_id(id)?)?.into())
    }

    /// What the app gets whose body is too long.
    ///
    /// # Errors
    /// A failure with the code `forward.request` where there is no such request.
    pub fn refuse_body(&self, id: i64) -> Result<RefusedRequest, WaybillError> {
        Ok(self.lock()?.refuse_body(request_id(id)?)?.into())
    }

    /// What the app gets for the platform's answer.
    ///
    /// # Errors
    /// A failure with the code `forward.request` where there is no such request.
    pub fn answer(&self, id: i64, head: ResponseHead, search: &BodySearch) -> Result<ForwardedAnswer, WaybillError> {
        let head = head.try_into()?;
        Ok(self.lock()?.answer(request_id(id)?, &head, &*search.lock()?)?.into())
    }

    /// What the app gets for a call that failed.
    ///
    /// # Errors
    /// A failure with the code `forward.request` where there is no such request.
    pub fn fail(&self, id: i64, failed: FailedCall, search: &BodySearch) -> Result<ForwardedAnswer, WaybillError> {
        let failed = failed.try_into()?;
        Ok(self.lock()?.fail(request_id(id)?, &failed, &*search.lock()?)?.into())
    }

    /// Ends a request.
    pub fn end(&self, id: i64) -> Result<(), WaybillError> {
        self.lock()?.end(request_id(id)?);
        Ok(())
    }
}

#[uniffi::export]
impl BodySearch {
    /// A search for the credentials that an engine holds.
    #[uniffi::constructor]
    pub fn new(engine: &Engine) -> Result<Arc<Self>, WaybillError> {
        Ok(Arc::new(Self { inner: Mutex::new(core::BodySearch::new(engine.lock()?.credentials_in_force())) }))
    }

    /// Looks for the credentials that the engine holds by now too.
    pub fn add_credentials(&self, engine: &Engine) -> Result<(), WaybillError> {
        let credentials = engine.lock()?.credentials_in_force();
        self.lock()?.add(credentials);
        Ok(())
    }

    /// Takes the next piece of the body.
    pub fn push(&self, piece: &[u8]) -> Result<Searched, WaybillError> {
        Ok(self.lock()?.push(piece).into())
    }

    /// What was held back of a body that is over.
    pub fn finish(&self) -> Result<Vec<u8>, WaybillError> {
        Ok(self.lock()?.finish())
    }
}

impl TryFrom<FailedCall> for Error {
    type Error = Error;

    /// A code that core does not have is that of a defect.
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
