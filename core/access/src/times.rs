//! Checks the times that a host can set: the time-out of a token exchange, and the wait for the next try after a failure.

use std::time::Duration;

use waybill_base::error::{Error, code};
use waybill_base::time::millis_of_span;

use crate::token::{DEFAULT_RETRY_WAIT, DEFAULT_TIMEOUT, Times};

/// Maximum of both times: an hour, in milliseconds.
const MAX_WAIT: i64 = 3_600_000;

/// Checks the times that a host set, and fills in the defaults.
pub(super) fn check_times(timeout: Option<Duration>, retry_wait: Option<Duration>) -> Result<Times, Error> {
    let times = Times {
        timeout: timeout.map_or(DEFAULT_TIMEOUT, millis_of_span),
        retry_wait: retry_wait.map_or(DEFAULT_RETRY_WAIT, millis_of_span),
    };
    if !(1..=MAX_WAIT).contains(&times.timeout) {
        let message = format!("`token_timeout` must be from 1 to {MAX_WAIT} milliseconds");
        return Err(Error::new(code::CONFIG_TOKEN_TIMEOUT, message));
    }
    if !(0..=MAX_WAIT).contains(&times.retry_wait) {
        let message = format!("`token_retry_wait` must be from 0 to {MAX_WAIT} milliseconds");
        return Err(Error::new(code::CONFIG_TOKEN_RETRY_WAIT, message));
    }
    Ok(times)
}
