//! Request bodies, with limits on their total memory and on the time of each. Slow or large requests are rejected before
//! they keep others from being served.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::Dropped;

/// Maximum total size of the bodies of requests in flight, in bytes.
const ALL: usize = 256 * 1024 * 1024;

/// Number of bytes of each body that are not counted, so that short requests are always served.
const UNCOUNTED: usize = 64 * 1024;

/// Unit in which memory is counted.
const KIB: usize = 1024;

/// Number of received bytes that extend the time limit by a second (the rate of Apache's `mod_reqtimeout`).
const BYTES_PER_SECOND: usize = 500;

/// Time for which the rest of an unwanted body is read, so that its sender can read the response.
const DISCARD: Duration = Duration::from_secs(2);

/// Limits that the bodies of all requests share.
#[derive(Debug, Clone)]
pub(crate) struct Bodies {
    kib: Arc<Semaphore>,
    patience: Duration,
}

/// The result of reading a body.
#[derive(Debug)]
pub(crate) enum Body {
    Whole(Held),
    /// It exceeds the limit. The rest was not read.
    TooLong,
    /// It did not arrive in time.
    TooSlow,
    /// Other bodies use all of the memory.
    Busy,
}

/// A body, and its share of the memory until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) bytes: Vec<u8>,
    pub(crate) share: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    /// Creates the limits. Bodies may take `patience` to arrive, and a second longer for every 500 bytes.
    pub(crate) fn new(patience: Duration) -> Bodies {
        Bodies { kib: Arc::new(Semaphore::new(ALL / KIB)), patience }
    }

    /// Reads a body of at most `limit` bytes.
    pub(crate) async fn read(&self, mut body: Incoming, limit: usize) -> Result<Body, Dropped> {
        let began = Instant::now();
        let mut held = Held { bytes: Vec::new(), share: None };
        loop {
            let earned = u64::try_from(held.bytes.len() / BYTES_PER_SECOND).unwrap_or(u64::MAX);
            let deadline = began + self.patience + Duration::from_secs(earned.min(3_600));
            let frame = match tokio::time::timeout_at(deadline, body.frame()).await {
                Ok(Some(frame)) => frame.map_err(|_| Dropped)?,
                Ok(None) => return Ok(Body::Whole(held)),
                Err(_) => return Ok(Body::TooSlow),
            };
            // Trailers are ignored (RFC 9110 section 6.5).
            let Ok(data) = frame.into_data() else { continue };
            if held.bytes.len() + data.len() > limit {
                discard(body);
                return Ok(Body::TooLong);
            }
            if !self.grow(&mut held, data.len()) {
                discard(body);
                return Ok(Body::Busy);
            }
            held.bytes.extend_from_slice(&data);
        }
    }

    /// Reserves memory for more bytes. Returns false if no memory is left.
    fn grow(&self, held: &mut Held, more: usize) -> bool {
        let counted = (held.bytes.len() + more).saturating_sub(UNCOUNTED).div_ceil(KIB);
        let taken = held.share.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Some(wanted) = counted.checked_sub(taken).and_then(|wanted| u32::try_from(wanted).ok()) else {
            return true;
        };
        if wanted == 0 {
            return true;
        }
        match (Arc::clone(&self.kib).try_acquire_many_owned(wanted), &mut held.share) {
            (Ok(permit), Some(share)) => share.merge(permit),
            (Ok(permit), share @ None) => *share = Some(permit),
            (Err(_), _) => return false,
        }
        true
    }
}

/// Reads the rest of a body for a while. If a connection is closed while bytes arrive, it is reset and the response is
/// lost.
pub(crate) fn discard(mut body: Incoming) {
    tokio::spawn(async move {
        let rest = async { while let Some(Ok(_)) = body.frame().await {} };
        let _ = tokio::time::timeout(DISCARD, rest).await;
    });
}
