//! Comparison for JavaScript: takes two descriptions as bytes, and returns one report as an object.
//!
//! This crate contains conversions and no behaviour. The plain types of [`wire`] build natively, so that ordinary tests
//! cover them. Only the exported functions below and [`js`] use JavaScript values. Every export returns a `Result`. A
//! failure is thrown as the plain object of [`wire::Failure`].
#![allow(
    clippy::missing_errors_doc,
    reason = "every export returns a `Result`; one without a section on errors cannot fail"
)]

pub mod js;
pub mod wire;

use std::ops::ControlFlow;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use waybill_openapi::WantedFile;
use waybill_report::render::terminal::{NamedText, Text, Texts};
use waybill_report::{CompareOptions, Side};

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

/// Compares two OpenAPI descriptions. Each is given as the bytes of its main file, and the other files that it refers to.
///
/// `options` is `undefined` or an object with the members of [`wire::Options`]. `watch` is called every few steps. It gets the
/// phase, the number of completed steps and the number of known steps. If it throws, the comparison ends with that
/// exception.
///
/// # Errors
/// Throws a [`wire::Failure`] if one of the two cannot be read as a description.
#[wasm_bindgen]
pub fn compare(
    previous: &[u8],
    current: &[u8],
    options: JsValue,
    previous_files: &Files,
    current_files: &Files,
    watch: Option<js::Watch>,
) -> Result<Report, JsValue> {
    let options = js::options(options).and_then(CompareOptions::try_from).map_err(|failure| js::thrown(&failure))?;
    let CompareOptions { previous_name, current_name, .. } = &options;
    let mut wanted_files = [Vec::new(), Vec::new()];
    let [wanted_of_previous, wanted_of_current] = &mut wanted_files;
    let supply = |side, wanted: &WantedFile| {
        let (files, root, of_side) = match side {
            Side::Previous => (previous_files, previous_name, &mut *wanted_of_previous),
            Side::Current => (current_files, current_name, &mut *wanted_of_current),
        };
        of_side.push((wanted.name_beside(root), wanted.clone()));
        wanted.find_among(&files.files)
    };
    let mut refused = None;
    let reason_of = &mut refused;
    let watch = move |phase, done, total| {
        let Some(watch) = &watch else { return ControlFlow::Continue(()) };
        let told = watch.tell(&JsValue::UNDEFINED, wire::phase(phase), number(done), number(total));
        told.map_or_else(
            |reason| {
                *reason_of = Some(reason);
                ControlFlow::Break(())
            },
            |()| ControlFlow::Continue(()),
        )
    };
    match waybill_report::compare_with_progress(previous, current, &options, supply, watch) {
        Ok(report) => Ok(Report { report, wanted_files }),
        Err(error) => Err(refused.unwrap_or_else(|| js::thrown(&error.into()))),
    }
}

/// Converts a count for JavaScript. Memory is exhausted long before the limit.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The result of a comparison. JavaScript frees it with `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Report {
    report: waybill_report::Report,
    /// Other files that were requested on each side, by their names in the report's locations.
    wanted_files: [Vec<(String, WantedFile)>; 2],
}

#[wasm_bindgen]
impl Report {
    /// Returns the JSON report as UTF-8 bytes.
    pub fn json(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.report.json())
    }

    /// Returns the source lines around each change, as UTF-8 bytes of JSON: see [`waybill_report::Report::excerpts`]. Pass the
    /// same files as to [`compare`].
    pub fn excerpts(
        &self,
        previous: &[u8],
        current: &[u8],
        previous_files: &Files,
        current_files: &Files,
    ) -> Result<Vec<u8>, JsValue> {
        let named = |wanted: &[(String, WantedFile)], files: &Files| {
            let found =
                |(name, wanted): &(String, WantedFile)| Some((name.clone(), wanted.find_among(&files.files).ok()?));
            wanted.iter().filter_map(found).collect::<Vec<NamedText>>()
        };
        let [of_previous, of_current] = &self.wanted_files;
        let (old, new) = (named(of_previous, previous_files), named(of_current, current_files));
        let texts =
            Texts { previous: Text { root: previous, files: &old }, current: Text { root: current, files: &new } };
        Ok(self.report.excerpts(&texts))
    }

    /// Renders the report in one format: `terminal`, `json` or `markdown`; without the feature `full`, only `json`.
    ///
    /// # Errors
    /// Throws a [`wire::Failure`] that lists the formats, if `format` is not one of them.
    pub fn render(&self, format: &str) -> Result<String, JsValue> {
        match wire::format(format) {
            Ok(format) => Ok(wire::render(&self.report, format)),
            Err(failure) => Err(js::thrown(&failure)),
        }
    }
}

/// Returns the [`wire::Failure`] to report after a crash. Call it before comparisons: a crashed instance does not respond.
#[wasm_bindgen]
pub fn crashed() -> Result<JsValue, JsValue> {
    Ok(js::thrown(&waybill_report::CompareError::crashed().into()))
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
