//! One exchange over a connection: the answer that is sent, the connection that is dropped, and the time.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::Response;
use http_body_util::Full;
use waybill_core::time::Timestamp;

/// The reason a connection is closed instead of answered: a fault was asked for, or the client is gone.
#[derive(Debug)]
pub(crate) struct Dropped;

impl fmt::Display for Dropped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the connection is dropped")
    }
}

impl std::error::Error for Dropped {}

/// The answer, once `delay` is over.
pub(crate) async fn respond(response: Response<Vec<u8>>, delay: Duration) -> Response<Full<Bytes>> {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    response.map(|body| Full::new(Bytes::from(body)))
}

/// The time as core takes it.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
