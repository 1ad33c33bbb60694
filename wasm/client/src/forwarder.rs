//! The forwarder's exported objects: what a back end forwards for a mobile app, and the search of what it gets back.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_base::error::Error;
use waybill_forward::{AllowList, RequestId};
use waybill_wire::forward::{ForwardedAnswer, InboundRequest, Permitted, Received, RefusedRequest, Searched, Session};
use waybill_wire::javascript::FailedCall;

use crate::{number, read, read_head, thrown, timestamp, write};

/// Core's forwarder as an object that JavaScript frees with `free()`.
#[wasm_bindgen]
pub struct Forwarder {
    forwarder: waybill_forward::Forwarder,
}

/// Core's search of one answer for the credentials in force.
#[wasm_bindgen]
pub struct BodySearch {
    pub(crate) search: waybill_forward::BodySearch,
}

#[wasm_bindgen]
impl Forwarder {
    /// A forwarder for what a list, the bytes of its JSON, allows.
    ///
    /// # Errors
    /// Throws what core refuses: a list that cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(list: &[u8]) -> Result<Forwarder, JsValue> {
        let list = AllowList::read(list).map_err(|error| thrown(&error.into()))?;
        Ok(Self { forwarder: waybill_forward::Forwarder::new(list) })
    }

    /// Takes a request of the app, the text of [`InboundRequest`], and the session's, of [`Session`], where there is
    /// one; gives the text of [`Received`].
    ///
    /// # Errors
    /// Throws what core refuses: claims that are no JSON object.
    pub fn receive(&mut self, request: &str, session: Option<String>, now: f64) -> Result<JsValue, JsValue> {
        let request: InboundRequest = read("the request", request)?;
        let session = session.map(|session| read::<Session>("the session", &session)).transpose()?;
        let session =
            session.map(waybill_forward::Session::try_from).transpose().map_err(|error| thrown(&error.into()))?;
        Ok(write(&Received::from(self.forwarder.receive(&request.into(), session.as_ref(), timestamp(now)))))
    }

    /// The call of a request that the host permits, as the text of [`Permitted`].
    ///
    /// # Errors
    /// Throws where the request does not wait for it.
    pub fn permit(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, Permitted>(self.forwarder.permit(request_id(id)))
    }

    /// What the app gets for a request that the host does not permit, as the text of [`RefusedRequest`].
    ///
    /// # Errors
    /// Throws where there is no such request.
    pub fn deny(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, RefusedRequest>(self.forwarder.deny(request_id(id)))
    }

    /// What the app gets whose body is too long, as the text of [`RefusedRequest`].
    ///
    /// # Errors
    /// Throws where there is no such request.
    #[wasm_bindgen(js_name = refuseBody)]
    pub fn refuse_body(&mut self, id: f64) -> Result<JsValue, JsValue> {
        given::<_, RefusedRequest>(self.forwarder.refuse_body(request_id(id)))
    }

    /// What the app gets for the platform's answer, as the text of [`ForwardedAnswer`].
    ///
    /// # Errors
    /// Throws where there is no such request, and for a status that is none.
    pub fn answer(&self, id: f64, status: u16, headers: &str, search: &BodySearch) -> Result<JsValue, JsValue> {
        let head = read_head(status, headers)?;
        given::<_, ForwardedAnswer>(self.forwarder.answer(request_id(id), &head, &search.search))
    }

    /// What the app gets for a call that failed, the text of [`FailedCall`] and the body of its response, as the text of [`ForwardedAnswer`].
    ///
    /// # Errors
    /// Throws where there is no such request.
    pub fn fail(&mut self, id: f64, failed: &str, body: Vec<u8>, search: &BodySearch) -> Result<JsValue, JsValue> {
        let failed = read::<FailedCall>("the failed call", failed)?.with_body(body);
        given::<_, ForwardedAnswer>(self.forwarder.fail(request_id(id), &failed, &search.search))
    }

    /// Ends a request.
    pub fn end(&mut self, id: f64) {
        self.forwarder.end(request_id(id));
    }
}

#[wasm_bindgen]
impl BodySearch {
    /// Takes the next piece of the body; gives the text of [`Searched`].
    pub fn push(&mut self, piece: &[u8]) -> JsValue {
        write(&Searched::from(self.search.push(piece)))
    }

    /// What was held back of a body that is over.
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
