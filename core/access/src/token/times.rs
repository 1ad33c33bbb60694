//! The token machine's times that a host can set.

/// Default time-out of a token exchange, in milliseconds.
pub(crate) const DEFAULT_TIMEOUT: i64 = 30_000;
/// Default maximum wait for the next try, in milliseconds.
pub(crate) const DEFAULT_RETRY_WAIT: i64 = 2_000;

/// The token machine's times that a host can set, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// Time-out of a token exchange.
    pub(crate) timeout: i64,
    /// Maximum wait of a caller for the next try while the machine backs off.
    pub(crate) retry_wait: i64,
}
