//! Random bytes for the hasher of the XML Schema validator: always the same ones.
//!
//! The mock service gives the same replies wherever it runs, so its WebAssembly file needs no random bytes from the host.
//! The function is linked by its name if `getrandom_backend="custom"` is set, as in `.cargo/config.toml`.

/// Fills `len` bytes at `dest` with a constant.
///
/// # Errors
/// Never.
///
/// # Safety
/// `dest` must be valid for writes of `len` bytes. The crate `getrandom` guarantees that.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "the crate `getrandom` takes its source of bytes in this form alone")]
unsafe extern "Rust" fn __getrandom_v03_custom(dest: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    // SAFETY: the caller's buffer has this length.
    unsafe { dest.write_bytes(0x5a, len) };
    Ok(())
}
