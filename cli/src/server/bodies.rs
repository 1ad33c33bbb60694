//! Bodies of requests, within what all of them together may take in memory, and each in time: clients that send a byte a
//! second, or a gigabyte each, are turned away before they keep others from being served.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::Dropped;

/// The bytes that bodies of requests in flight may have together.
const ALL: usize = 256 * 1024 * 1024;

/// So much of each body is not counted, so that short ones are served whatever long ones take.
const UNCOUNTED: usize = 64 * 1024;

/// Memory is counted in these.
const KIB: usize = 1024;

/// A body gets one second more for so many bytes that have come (the measure of Apache's `mod_reqtimeout`).
const BYTES_PER_SECOND: usize = 500;

/// How long the rest of a body that nobody wants is read, so that its sender gets to read the answer.
const DISCARD: Duration = Duration::from_secs(2);

/// What the bodies of all requests share.
#[derive(Debug, Clone)]
pub(crate) struct Bodies {
    kib: Arc<Semaphore>,
    patience: Duration,
}

/// A request's body as it came.
#[derive(Debug)]
pub(crate) enum Body {
    Whole(Held),
    /// It is longer than the limit; the rest was not read.
    TooLong,
    /// It did not come in time.
    TooSlow,
    /// Other bodies take all the memory there is.
    Busy,
}

/// A body, and its share of the memory until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) bytes: Vec<u8>,
    pub(crate) share: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    /// Bodies that may take `patience` to arrive, and a second longer for every 500 bytes.
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
            // Trailers mean nothing here (RFC 9110 section 6.5).
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

    /// Takes the memory for so many bytes more; false where there is none.
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

/// Reads on for a while: a connection that is closed while bytes arrive is reset, and the answer lost with it.
pub(crate) fn discard(mut body: Incoming) {
    tokio::spawn(async move {
        let rest = async { while let Some(Ok(_)) = body.frame().await {} };
        let _ = tokio::time::timeout(DISCARD, rest).await;
    });
}
