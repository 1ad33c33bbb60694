//! Connects sockets to the development platform, and applies the delays, drops and log lines of its replies.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use tokio::net::TcpListener;
use waybill_mock::platform::{Platform, PlatformAdmission, PlatformReply};

use crate::notes::are_off;
use crate::screen::{self, Stream};
use crate::server::{self, Bodies, Body, Dropped, now};

type Shared = Arc<Mutex<Platform>>;

/// Serves connections until `stop` completes, and returns its output.
pub(super) async fn serve<T>(listener: TcpListener, platform: Platform, stop: impl Future<Output = T>) -> T {
    let platform: Shared = Arc::new(Mutex::new(platform));
    let bodies = Bodies::new(server::HEAD_PATIENCE);
    let exchange = move |request| exchange(request, Arc::clone(&platform), bodies.clone());
    server::serve(listener, None, server::HEAD_PATIENCE, exchange, stop).await
}

async fn exchange(
    request: Request<Incoming>,
    platform: Shared,
    bodies: Bodies,
) -> Result<Response<Full<Bytes>>, Dropped> {
    let (head, body) = request.into_parts();
    let admission = with(&platform, |platform| platform.admit(&head));
    let reply = match admission {
        PlatformAdmission::Reply(reply) => *reply,
        PlatformAdmission::Read { limit } => match bodies.read(body, limit).await? {
            Body::Whole(body) => {
                let request = Request::from_parts(head, body.bytes);
                with(&platform, |platform| platform.handle(&request, now()))
            }
            Body::TooLong => Platform::too_long(),
            Body::TooSlow | Body::Busy => return Err(Dropped),
        },
    };
    carry_out(reply).await
}

async fn carry_out(reply: PlatformReply) -> Result<Response<Full<Bytes>>, Dropped> {
    if let Some(line) = reply.log_line.as_ref().filter(|_| !are_off()) {
        screen::print_line(Stream::Output, line);
    }
    let response = server::respond(reply.response, reply.delay).await;
    match reply.fault {
        Some(_) => Err(Dropped),
        None => Ok(response),
    }
}

/// The platform is a plain value, which stays usable after a panic in another task.
fn with<T>(platform: &Shared, act: impl FnOnce(&mut Platform) -> T) -> T {
    act(&mut platform.lock().unwrap_or_else(PoisonError::into_inner))
}
