//! The mock service for JavaScript: takes definitions and requests, and returns replies, without a port.
//!
//! This crate contains conversions and no behaviour. The plain types of [`inward`] and [`outward`] build natively, so that
//! ordinary tests cover them. Only the exported functions below use JavaScript values. Every export returns a `Result`. A
//! failure is thrown as the plain object of [`outward::Failure`].
#![allow(
    clippy::missing_errors_doc,
    reason = "every export returns a `Result`; one without a section on errors cannot fail"
)]

pub mod inward;
pub mod outward;
#[cfg(target_arch = "wasm32")]
mod seeds;

use std::time::Duration;

use http::Response;
use js_sys::Uint8Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use waybill_base::time::Timestamp;
use waybill_mock::service::{BODY_LIMIT, MockService, Settings, Ticket, UploadedFile};

use inward::{HeadIn, SettingsIn};
use outward::{Failure, HeadOut, ServiceOut};

/// The files of one import.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<UploadedFile>,
}

#[wasm_bindgen]
impl Files {
    /// Creates an empty list of files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file by its path.
    pub fn add(&mut self, path: &str, content: &[u8]) -> Result<(), JsValue> {
        self.files.push(UploadedFile { path: path.to_owned(), content: content.to_vec() });
        Ok(())
    }
}

/// A mock service. JavaScript frees it with `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mock {
    service: MockService,
}

#[wasm_bindgen]
impl Mock {
    /// Creates a mock service without definitions, from the object of [`inward::SettingsIn`].
    ///
    /// # Errors
    /// Throws if the settings are not of their documented type.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: JsValue) -> Result<Mock, JsValue> {
        let settings: SettingsIn = read("the settings are", settings)?;
        Ok(Mock { service: serve(settings.into()) })
    }

    /// Imports files: all services that they define, or none. Returns the `name:version` of each.
    ///
    /// # Errors
    /// Throws `import.refused` if a file is invalid or missing, or if none defines a service. Throws `import.needs-soap`
    /// for a WSDL file if this WebAssembly file cannot read WSDL.
    pub fn import(&self, files: Files, version: Option<String>) -> Result<Vec<String>, JsValue> {
        let Files { files } = files;
        // An empty version is treated as absent, as in an upload form.
        let imported = match version.filter(|version| !version.is_empty()) {
            Some(version) => self.service.import_with_version(files, &version),
            None => self.service.import(files),
        };
        imported.map_err(|error| thrown(&error.into()))
    }

    /// Imports hand-written replies for operations of the service `name:version`, and returns the operations. Without
    /// `operation`, the content of each file determines its operation.
    ///
    /// # Errors
    /// Throws `import.refused` if the service or the operation does not exist, or if a file does not match its schema.
    #[wasm_bindgen(js_name = importExamples)]
    pub fn import_examples(
        &self,
        files: Files,
        service: &str,
        operation: Option<String>,
    ) -> Result<Vec<String>, JsValue> {
        let (Files { files }, operation) = (files, operation.filter(|operation| !operation.is_empty()));
        self.service.import_examples(&files, service, operation.as_deref()).map_err(|error| thrown(&error.into()))
    }

    /// Returns the imported services, as an array of the objects of [`outward::ServiceOut`].
    pub fn services(&self) -> Result<JsValue, JsValue> {
        let services: Vec<ServiceOut> = self.service.services().into_iter().map(ServiceOut::from).collect();
        write(&services)
    }

    /// Handles a request: the object of [`inward::HeadIn`], its body, and the time in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// Throws if the head does not have its documented type, or is not valid in HTTP.
    pub fn handle(&self, head: JsValue, body: &Uint8Array, now: f64) -> Result<Reply, JsValue> {
        let head: HeadIn = read("the request is", head)?;
        let is_too_long = usize::try_from(body.length()).map_or(true, |length| length > BODY_LIMIT);
        // A body that is too long is not read, so it is not copied.
        let body = if is_too_long { Vec::new() } else { body.to_vec() };
        let request = head.with_body(body).map_err(|failure| thrown(&failure))?;
        let reply = if is_too_long {
            self.service.too_long(&request.into_parts().0)
        } else {
            self.service.handle(&request, timestamp(now))
        };
        let needs_soap = reply.needs_soap();
        let waybill_mock::service::Reply { ticket, response, delay } = reply;
        Ok(Reply { ticket, response, delay, needs_soap })
    }

    /// Returns the request log as bytes, for [`Mock::restore_log`] of the mock service that replaces this one.
    #[wasm_bindgen(js_name = saveLog)]
    pub fn save_log(&self) -> Result<Uint8Array, JsValue> {
        Ok(self.service.save_log().as_slice().into())
    }

    /// Adds the output of [`Mock::save_log`] to the request log.
    ///
    /// # Errors
    /// Throws if the bytes are not a saved log.
    #[wasm_bindgen(js_name = restoreLog)]
    pub fn restore_log(&self, saved: &[u8]) -> Result<(), JsValue> {
        if self.service.restore_log(saved) { Ok(()) } else { Err(thrown(&Failure::misshaped("the saved log is"))) }
    }

    /// Records the duration of a reply in milliseconds, and frees the reply.
    pub fn finished(&self, reply: Reply, milliseconds: f64) -> Result<(), JsValue> {
        let Reply { ticket, response: _, delay: _, needs_soap: _ } = reply;
        // A clock that was set back gives a negative duration.
        let duration = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
        self.service.finished(&ticket, duration);
        Ok(())
    }
}

/// A reply to send. [`Mock::finished`] frees it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reply {
    ticket: Ticket,
    response: Response<Vec<u8>>,
    delay: Duration,
    needs_soap: bool,
}

#[wasm_bindgen]
impl Reply {
    /// Returns the head, as the object of [`outward::HeadOut`].
    pub fn head(&self) -> Result<JsValue, JsValue> {
        write(&HeadOut::new(&self.response, self.delay))
    }

    /// Returns true if the reply rejects an upload because of a WSDL file, which this WebAssembly file cannot read.
    #[wasm_bindgen(js_name = needsSoap)]
    pub fn needs_soap(&self) -> Result<bool, JsValue> {
        Ok(self.needs_soap)
    }

    /// Returns the body.
    pub fn body(&self) -> Result<Uint8Array, JsValue> {
        Ok(self.response.body().as_slice().into())
    }
}

#[cfg(feature = "soap")]
fn serve(settings: Settings) -> MockService {
    MockService::new(settings)
}

#[cfg(not(feature = "soap"))]
fn serve(settings: Settings) -> MockService {
    MockService::for_rest(settings)
}

/// Panics with a message that contains `secret`, so that tests can check the effect of a trap on a host. Not in any shipped
/// file.
///
/// # Errors
/// Never: it panics.
#[cfg(feature = "planted-panic")]
#[wasm_bindgen(js_name = plantedPanic)]
#[allow(clippy::panic, reason = "the panic is what this export is for")]
pub fn planted_panic(secret: &str) -> Result<(), JsValue> {
    panic!("planted panic: {secret}")
}

/// Converts a plain object into a Rust value.
fn read<T: DeserializeOwned>(what: &str, value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|_| thrown(&Failure::misshaped(what)))
}

fn write<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    serde_wasm_bindgen::to_value(value).map_err(|error| JsError::from(error).into())
}

fn thrown(failure: &Failure) -> JsValue {
    write(failure).unwrap_or_else(|error| error)
}

#[allow(clippy::cast_possible_truncation, reason = "casts saturate; a clock's milliseconds are below 2^53")]
fn timestamp(now: f64) -> Timestamp {
    Timestamp::from_millis(now as i64)
}

#[cfg(test)]
mod tests {
    use super::{Failure, HeadIn, HeadOut, ServiceOut, SettingsIn};
    use waybill_wire_types::Declarations;

    #[test]
    fn wire_types_match_the_typescript_types() {
        let inward = Declarations::default().with::<SettingsIn>().with::<HeadIn>();
        inward.with::<HeadOut>().with::<ServiceOut>().with::<Failure>().hold("mock.d.ts");
    }
}
