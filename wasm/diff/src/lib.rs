//! Comparison for JavaScript: two descriptions go in as bytes, one report comes out as an object.
//!
//! This crate holds conversions and no behaviour. The plain types of [`wire`] build natively, so ordinary tests reach
//! them; only the exported functions below touch JavaScript values. Every export returns a `Result`: a failure is
//! thrown as the plain object of [`wire::Failure`].

pub mod wire;

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use waybill_core::report::Side;

/// Compares two OpenAPI descriptions, given as the bytes of their files.
///
/// `options` is `undefined` or an object with the members of [`wire::Options`].
///
/// # Errors
/// Throws a [`wire::Failure`] where one of the two cannot be read as a description at all.
#[wasm_bindgen]
pub fn compare(old: &[u8], new: &[u8], options: JsValue) -> Result<Report, JsValue> {
    let options = options_from(options)?;
    match waybill_core::compare(old, new, &options.into()) {
        Ok(report) => Ok(Report { report }),
        Err(error) => Err(thrown(&error.into())),
    }
}

/// The further files of a description: each with its path from the folder of the description's own file, or its URI.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Files {
    /// No files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    /// Never today; every export returns a `Result`.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), JsValue> {
        self.files.push((path.to_owned(), bytes.to_vec()));
        Ok(())
    }
}

/// Compares two `OpenAPI` descriptions that may be split into files.
///
/// # Errors
/// Throws a [`wire::Failure`] where one of the two cannot be read as a description at all.
#[wasm_bindgen(js_name = compareFiles)]
pub fn compare_files(
    old: &[u8],
    new: &[u8],
    options: JsValue,
    old_files: &Files,
    new_files: &Files,
) -> Result<Report, JsValue> {
    let options = options_from(options)?;
    let supply = |side, wanted: &str| match side {
        Side::Previous => waybill_core::file_among(&old_files.files, wanted),
        Side::Current => waybill_core::file_among(&new_files.files, wanted),
    };
    match waybill_core::compare_files(old, new, &options.into(), supply) {
        Ok(report) => Ok(Report { report }),
        Err(error) => Err(thrown(&error.into())),
    }
}

/// What a comparison found; JavaScript frees it with `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Report {
    report: waybill_core::Report,
}

#[wasm_bindgen]
impl Report {
    /// The JSON report as UTF-8 bytes.
    ///
    /// # Errors
    /// Never today; every export returns a `Result`.
    pub fn json(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.report.json())
    }

    /// The report as text for one surface: `terminal`, `json` or `markdown`.
    ///
    /// # Errors
    /// Throws a [`wire::Failure`] that lists the formats, where `format` is none of them.
    pub fn render(&self, format: &str) -> Result<String, JsValue> {
        match wire::format(format) {
            Ok(format) => Ok(self.report.render(format)),
            Err(failure) => Err(thrown(&failure)),
        }
    }
}

/// Panics with a text that holds `secret`, so that tests can see what a trap does to a host. No shipped file has it.
///
/// # Errors
/// Never: it panics.
#[cfg(feature = "planted-panic")]
#[wasm_bindgen(js_name = plantedPanic)]
#[allow(clippy::panic, reason = "the panic is what this export is for")]
pub fn planted_panic(secret: &str) -> Result<(), JsValue> {
    panic!("planted panic: {secret}")
}

fn options_from(options: JsValue) -> Result<wire::Options, JsValue> {
    if options.is_undefined() {
        return Ok(wire::Options::default());
    }
    serde_wasm_bindgen::from_value(options).map_err(|_| thrown(&wire::Failure::options()))
}

fn thrown(failure: &wire::Failure) -> JsValue {
    serde_wasm_bindgen::to_value(failure).unwrap_or_else(|error| JsError::from(error).into())
}
