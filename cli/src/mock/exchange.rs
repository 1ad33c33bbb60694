//! One request carried to the mock service, and its reply back.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use waybill_mock::service::{Admission, MockService, Reply};

use super::process;
use crate::server::{Body, Dropped, now, print, read_body, respond};

/// Bodies above this many bytes are worked on away from the threads that carry connections.
const LONG_BODY: usize = 16 * 1024;

/// The path whose answer tells of this process.
const METRICS: &str = "/actuator/prometheus";

pub(super) async fn answer(
    request: Request<Incoming>,
    mock: Arc<MockService>,
    access_log: bool,
) -> Result<Response<Full<Bytes>>, Dropped> {
    let (head, body) = request.into_parts();
    let line = access_log.then(|| format!("{} {}", head.method, head.uri.path()));
    let (reply, began) = match mock.admit(&head) {
        Admission::Reply(reply) => (*reply, Instant::now()),
        Admission::Read { limit } => {
            let body = read_body(body, limit).await?;
            let began = Instant::now();
            let reply = match body {
                Body::Whole(body) => handle(&mock, &Request::from_parts(head, body)),
                Body::TooLong => mock.too_long(&head),
            };
            (reply, began)
        }
    };
    let Reply { ticket, response, after_ms } = reply;
    let response = respond(response, after_ms).await;
    let duration = began.elapsed();
    if let Some(line) = line {
        let what = ticket.summary().unwrap_or_default();
        // Whoever started this may have stopped listening; the mock service serves on.
        let _ =
            print(&format!("{line} {} {:.1} ms {what}\n", response.status().as_u16(), duration.as_secs_f64() * 1000.0));
    }
    mock.finished(&ticket, duration);
    Ok(response)
}

fn handle(mock: &MockService, request: &Request<Vec<u8>>) -> Reply {
    if request.uri().path() == METRICS {
        mock.set_process_figures(process::figures());
    }
    if request.body().len() > LONG_BODY {
        tokio::task::block_in_place(|| mock.handle(request, now()))
    } else {
        mock.handle(request, now())
    }
}
