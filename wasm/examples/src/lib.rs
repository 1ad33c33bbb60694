//! Examples of breaking changes for JavaScript: takes a finished report and its two descriptions, and returns the report
//! with examples.
//!
//! This crate contains conversions and no behaviour. The plain types of [`wire`] build natively, so that ordinary tests cover
//! them. Only the exported functions below use JavaScript values. Every export returns a `Result`. A failure is thrown as the
//! plain object of [`wire::Failure`].
#![allow(
    clippy::missing_errors_doc,
    reason = "every export returns a `Result`; one without a section on errors cannot fail"
)]

pub mod wire;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_base::error::Error;
use waybill_openapi::WantedFile;
use waybill_report::witness::add_witnesses_from_files;
use waybill_report::{Report, Side};

use wire::{Failure, ReportWithExamples, read_options};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    type Thrown;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Thrown;

    #[wasm_bindgen(method, setter, structural)]
    fn set_code(this: &Thrown, code: &str);

    #[wasm_bindgen(method, setter, structural)]
    fn set_message(this: &Thrown, message: &str);
}

/// Files that a description refers to, each with its path from the folder of the description's own file, or its URI.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Files {
    /// Creates an empty list of files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), JsValue> {
        self.files.push((path.to_owned(), bytes.to_vec()));
        Ok(())
    }
}

/// Adds an example to each breaking change of requests for which one is found. Returns a [`ReportWithExamples`] as JSON.
///
/// `report` is the JSON report on these two descriptions, `options` the JSON of [`wire::Options`].
///
/// # Errors
/// Throws a [`Failure`] if the report or one of the two descriptions cannot be read.
#[wasm_bindgen(js_name = addExamples)]
pub fn add_examples(
    report: &[u8],
    previous: &[u8],
    current: &[u8],
    options: &str,
    previous_files: &Files,
    current_files: &Files,
) -> Result<String, JsValue> {
    let supply = |side, wanted: &WantedFile| match side {
        Side::Previous => wanted.find_among(&previous_files.files),
        Side::Current => wanted.find_among(&current_files.files),
    };
    let work = || -> Result<String, Failure> {
        let mut options = read_options(options)?;
        let wanted = options.changes.take();
        let mut report = Report::from_json(report)?;
        add_witnesses_from_files(&mut report, previous, current, &options.into(), wanted.as_deref(), supply)?;
        Ok(ReportWithExamples::new(&report).json())
    };
    work().map_err(|failure| thrown(&failure))
}

/// Returns the [`Failure`] to report after a crash. Call it before a search: a crashed instance does not respond.
#[wasm_bindgen]
pub fn crashed() -> Result<JsValue, JsValue> {
    Ok(thrown(&Error::examples_crashed().into()))
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

/// Converts a failure into the plain object that is thrown.
fn thrown(failure: &Failure) -> JsValue {
    let thrown = Thrown::new();
    thrown.set_code(failure.code);
    thrown.set_message(&failure.message);
    thrown.into()
}
