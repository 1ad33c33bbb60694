//! Carries bytes between sockets and the development platform: it waits, drops and logs as the platform's replies say.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use waybill_core::time::Timestamp;
use waybill_mock::platform::{Admission, Platform, Reply};

/// How long to wait when the system has no socket to spare.
const PAUSE: Duration = Duration::from_millis(50);

/// The reason a connection is closed instead of answered: a fault said so, or the client is gone.
#[derive(Debug)]
struct Dropped;

impl fmt::Display for Dropped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the connection is dropped")
    }
}

impl std::error::Error for Dropped {}

type Shared = Arc<Mutex<Platform>>;

/// Serves connections for as long as the future is polled.
pub(super) async fn accept(listener: TcpListener, platform: Platform) {
    let platform: Shared = Arc::new(Mutex::new(platform));
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, Arc::clone(&platform)));
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

async fn connection(stream: TcpStream, platform: Shared) {
    // Without this a small answer waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| exchange(request, Arc::clone(&platform)));
    // An error here is a client that left, or a fault: neither is news.
    let _ = http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service).await;
}

async fn exchange(request: Request<Incoming>, platform: Shared) -> Result<Response<Full<Bytes>>, Dropped> {
    let (head, body) = request.into_parts();
    let admission = with(&platform, |platform| platform.admit(&head));
    let reply = match admission {
        Admission::Reply(reply) => *reply,
        Admission::Read { limit } => match Limited::new(body, limit).collect().await {
            Ok(body) => {
                let request = Request::from_parts(head, body.to_bytes().to_vec());
                with(&platform, |platform| platform.handle(&request, now()))
            }
            Err(error) if error.is::<LengthLimitError>() => Platform::too_long(),
            Err(_) => return Err(Dropped),
        },
    };
    carry_out(reply).await
}

async fn carry_out(reply: Reply) -> Result<Response<Full<Bytes>>, Dropped> {
    if let Some(line) = &reply.log_line {
        // Whoever started this may have stopped listening; the platform serves on.
        let _ = writeln!(anstream::stdout().lock(), "{line}");
    }
    tokio::time::sleep(Duration::from_millis(reply.after_ms)).await;
    match reply.fault {
        Some(_) => Err(Dropped),
        None => Ok(reply.response.map(|body| Full::new(Bytes::from(body)))),
    }
}

/// The platform is a plain value: one that a panicking task left behind is still usable.
fn with<T>(platform: &Shared, act: impl FnOnce(&mut Platform) -> T) -> T {
    act(&mut platform.lock().unwrap_or_else(PoisonError::into_inner))
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
