//! Examples of breaking changes through JavaScript values, in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "surface/mod.rs"]
mod surface;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
