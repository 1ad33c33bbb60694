//! The end of an exchange: a response, a dropped connection, and the time.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::Response;
use http_body_util::Full;
use waybill_core::time::Timestamp;

/// The connection is closed without a response: a fault was injected, or the client is gone.
#[derive(Debug)]
pub(crate) struct Dropped;

impl fmt::Display for Dropped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the connection is dropped")
    }
}

impl std::error::Error for Dropped {}

/// Returns the response after `delay`.
pub(crate) async fn respond(response: Response<Vec<u8>>, delay: Duration) -> Response<Full<Bytes>> {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    response.map(|body| Full::new(Bytes::from(body)))
}

/// Returns the current time in core's type.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
