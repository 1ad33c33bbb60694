//! What a host can set of the machine's times.

/// Milliseconds a token exchange may take where the configuration does not say.
pub(crate) const DEFAULT_TIMEOUT: i64 = 30_000;
/// How long somebody waits for the next try, in milliseconds, where nothing else is set.
pub(crate) const DEFAULT_RETRY_WAIT: i64 = 2_000;

/// What a host can set of the machine's times, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// How long an exchange may take.
    pub(crate) timeout: i64,
    /// How long somebody waits for the next try while the machine backs off.
    pub(crate) retry_wait: i64,
}
