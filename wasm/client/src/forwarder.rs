//! The exported objects of the forwarder, with which a back end forwards requests of a mobile app.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_base::error::Error;
use waybill_forward::{AllowList, RequestId};
use waybill_wire::forward::{ForwardedAnswer, InboundRequest, Permitted, Received, RefusedRequest, Searched, Session};
use waybill_wire::javascript::FailedCall;

use crate::{number, read, read_head, thrown, timestamp, write};

/// Core's forwarder. JavaScript frees it with `free()`.
#[wasm_bindgen]
pub struct Forwarder {
    forwarder: waybill_forward::Forwarder,
}

/// Core's search for valid credentials in one response body while it streams.
#[wasm_bindgen]
pub struct BodySearch {
    pub(crate) search: waybill_forward::BodySearch,
}

#[wasm_bindgen]
impl Forwarder {
    /// Creates a forwarder for an allow-list, given as the bytes of its JSON.
    ///
    /// # Errors
    /// Throws a failure with the code `forward.list` if the list is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(list: &[u8]) -> Result<Forwarder, JsValue> {
        let list = AllowList::read(list).map_err(|error| thrown(&error.into()))?;
        Ok(Self { forwarder: waybill_forward::Forwarder::new(list) })
    }

    /// Receives a request of the app, the JSON of an [`InboundRequest`]. `session` is the JSON of a [`Session`] that the host has
    /// verified. Returns the JSON of [`Received`].
    ///
    /// # Errors
    /// Throws a failure with the code `forward.session` if the claims are not a JSON object.
    pub fn receive(&mut self, request: &str, session: Option<String>, now: f64) -> Result<JsValue, JsValue> {
        let request: InboundRequest = read("the request", request)?;
        let session = session.map(|session| read::<Session>("the session", &session)).transpose()?;
        let session =
            session.map(waybill_forward::Session::try_from).transpose().map_err(|error| thrown(&error.into()))?;
        Ok(write(&Received::from(self.forwarder.receive(&request.into(), session.as_ref(), timestamp(now)))))
    }

    /// Permits a request. Returns the call to send, as the JSON of [`Permitted`].
    ///
    /// # Errors
    /// Throws a failure if the request does not wait for a decision.
    pub fn permit(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, Permitted>(self.forwarder.permit(request_id(id)))
    }

    /// Rejects and ends a request. Returns the response for the app, as the JSON of a [`RefusedRequest`].
    ///
    /// # Errors
    /// Throws a failure if no such request is in progress.
    pub fn deny(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, RefusedRequest>(self.forwarder.deny(request_id(id)))
    }

    /// Rejects and ends a request whose body is too large. Returns the response for the app, as the JSON of a
    /// [`RefusedRequest`]. The host has to cancel the call.
    ///
    /// # Errors
    /// Throws a failure if no such request is in progress.
    #[wasm_bindgen(js_name = refuseBody)]
    pub fn refuse_body(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, RefusedRequest>(self.forwarder.refuse_body(request_id(id)))
    }

    /// Converts the platform's response for the app. Returns the JSON of a [`ForwardedAnswer`].
    ///
    /// # Errors
    /// Throws a failure if no such request is in progress, or if the status or a header is not valid in HTTP.
    pub fn answer(&self, id: f64, status: u16, headers: &str, search: &BodySearch) -> Result<JsValue, JsValue> {
        let head = read_head(status, headers)?;
        given::<_, ForwardedAnswer>(self.forwarder.answer(request_id(id), &head, &search.search))
    }

    /// Converts a failed call to a response for the app, and ends the request. `failed` is the JSON of a [`FailedCall`], and
    /// `body` the body of its response. Returns the JSON of a [`ForwardedAnswer`].
    ///
    /// # Errors
    /// Throws a failure if no such request is in progress.
    pub fn fail(&mut self, id: f64, failed: &str, body: Vec<u8>, search: &BodySearch) -> Result<JsValue, JsValue> {
        let failed = read::<FailedCall>("the failed call", failed)?.with_body(body);
        given::<_, ForwardedAnswer>(self.forwarder.fail(request_id(id), &failed, &search.search))
    }

    /// Ends a request, because its response was passed on or the app has disconnected.
    pub fn end(&mut self, id: f64) {
        self.forwarder.end(request_id(id));
    }
}

#[wasm_bindgen]
impl BodySearch {
    /// Searches the next piece of the body. Returns the JSON of [`Searched`], with its bytes.
    pub fn push(&mut self, piece: &[u8]) -> JsValue {
        write(&Searched::from(self.search.push(piece)))
    }

    /// Ends the body and returns the bytes that were held back.
    pub fn finish(&mut self) -> Vec<u8> {
        self.search.finish()
    }
}

fn given<T, O: From<T> + serde::Serialize>(outcome: Result<T, Error>) -> Result<JsValue, JsValue> {
    Ok(write(&O::from(outcome.map_err(|error| thrown(&error.into()))?)))
}

fn request_id(id: f64) -> RequestId {
    RequestId::from_number(number(id))
}
