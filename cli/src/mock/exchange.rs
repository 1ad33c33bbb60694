//! The exchange of one request and its reply with the mock service.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::request::Parts;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use waybill_mock::service::{Admission, Effort, MockService, Reply};

use super::process;
use crate::server::{self, Bodies, Body, Dropped, Held, LineWriter, discard, now, respond};

/// Path of the metrics, which include figures of this process.
const METRICS: &str = "/actuator/prometheus";

/// Maximum number of characters of method and path in the access log.
const CALLED: usize = 500;

/// The mock service, with limits on bodies and on expensive requests.
#[derive(Debug)]
pub(crate) struct Carrier {
    mock: Arc<MockService>,
    bodies: Bodies,
    /// Limits the number of expensive requests that run at the same time, because each has its own schemas and trees in
    /// memory.
    long: Semaphore,
    huge: Semaphore,
    access_log: Option<LineWriter>,
}

impl Carrier {
    /// Creates a carrier. `body_patience` is the time limit for slow bodies.
    pub(crate) fn new(mock: Arc<MockService>, body_patience: Duration, access_log: Option<LineWriter>) -> Carrier {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        Carrier {
            mock,
            bodies: Bodies::new(body_patience),
            long: Semaphore::new(2 * cores),
            huge: Semaphore::new(cores.div_ceil(2)),
            access_log,
        }
    }

    /// Serves connections until `stop` completes, and returns its output.
    pub(crate) async fn serve<T>(
        self,
        listener: TcpListener,
        tls: Option<TlsAcceptor>,
        head_patience: Duration,
        stop: impl Future<Output = T>,
    ) -> T {
        let lines = self.access_log.clone();
        let carrier = Arc::new(self);
        let exchange = move |request| serve(request, Arc::clone(&carrier));
        let stopped = server::serve(listener, tls, head_patience, exchange, stop).await;
        if let Some(lines) = lines {
            lines.flush();
        }
        stopped
    }

    async fn reply(&self, head: Parts, body: Incoming) -> Result<(Reply, Instant), Dropped> {
        let limit = match self.mock.admit(&head) {
            Admission::Reply(reply) => {
                discard(body);
                return Ok((*reply, Instant::now()));
            }
            Admission::Read { limit } => limit,
        };
        let body = self.bodies.read(body, limit).await?;
        let began = Instant::now();
        let reply = match body {
            Body::TooLong => self.mock.too_long(&head),
            Body::TooSlow => self.mock.too_slow(&head),
            Body::Busy => self.mock.busy(&head),
            Body::Whole(Held { bytes, share }) => {
                let effort = self.mock.effort(&head, bytes.len());
                let reply = self.handle(&Request::from_parts(head, bytes), effort).await;
                drop(share);
                reply
            }
        };
        Ok((reply, began))
    }

    /// Handles a request. Expensive ones do not run on the threads that serve connections.
    async fn handle(&self, request: &Request<Vec<u8>>, effort: Effort) -> Reply {
        if request.uri().path() == METRICS {
            self.mock.set_process_figures(process::figures());
        }
        let turns = match effort {
            Effort::Short => return self.mock.handle(request, now()),
            Effort::Long => &self.long,
            Effort::Huge => &self.huge,
        };
        // The semaphores are never closed.
        let _turn = turns.acquire().await.ok();
        tokio::task::block_in_place(|| self.mock.handle(request, now()))
    }
}

async fn serve(request: Request<Incoming>, carrier: Arc<Carrier>) -> Result<Response<Full<Bytes>>, Dropped> {
    let (head, body) = request.into_parts();
    let called = || format!("{} {}", head.method, head.uri.path()).chars().take(CALLED).collect::<String>();
    let line = carrier.access_log.as_ref().map(|lines| (lines, called()));
    let (reply, began) = carrier.reply(head, body).await?;
    let Reply { ticket, response, delay } = reply;
    let response = respond(response, delay).await;
    let duration = began.elapsed();
    if let Some((lines, line)) = line {
        let what = ticket.summary().map(|summary| format!(" {summary}")).unwrap_or_default();
        let (status, milliseconds) = (response.status().as_u16(), duration.as_secs_f64() * 1000.0);
        lines.write(&format!("{line} {status} {milliseconds:.1} ms{what}"));
    }
    carrier.mock.finished(&ticket, duration);
    Ok(response)
}
