//! What the hasher of the XML Schema validator asks for when it wants randomness: always the same bytes.
//!
//! The mock service gives the same answers wherever it runs, so its WebAssembly file asks the machine for nothing. The
//! function is found by its name, where `getrandom_backend="custom"` is set as `.cargo/config.toml` does.

/// Fills `len` bytes at `dest` with a constant.
///
/// # Errors
/// Never.
///
/// # Safety
/// `dest` has to be valid for writes of `len` bytes, as the crate `getrandom` holds.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "the crate `getrandom` takes its source of bytes in this form alone")]
unsafe extern "Rust" fn __getrandom_v03_custom(dest: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    // SAFETY: the caller's buffer has this length.
    unsafe { dest.write_bytes(0x5a, len) };
    Ok(())
}
