//! UniFFI's generator for Kotlin and Swift, built from this workspace's lock file so that its version always fits.
fn main() {
    uniffi::uniffi_bindgen_main();
}
