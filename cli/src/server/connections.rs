//! Accepts and serves connections until it is stopped. Running requests may end first.

use std::error::Error;
use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::{Dropped, interrupted};

/// Pause if the system has no free socket.
const PAUSE: Duration = Duration::from_millis(50);

/// Time for running requests to end after a stop, unless there is a second one.
const GRACE: Duration = Duration::from_millis(1_500);

/// Default time limit for the head of a request, and for idle connections.
pub(crate) const HEAD_PATIENCE: Duration = Duration::from_secs(30);

/// Maximum size of a connection's read buffer, and so of a request's head.
const READ_BUFFER: usize = 64 * 1024;

/// Time limit for a TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Serves connections with `exchange` until `stop` completes, and returns its output.
pub(crate) async fn serve<E, F, B, T>(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    head_patience: Duration,
    exchange: E,
    stop: impl Future<Output = T>,
) -> T
where
    E: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Result<Response<B>, Dropped>> + Send + 'static,
    B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
{
    let running = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    let stopped = loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            stopped = &mut stop => break stopped,
        };
        match accepted {
            Ok((stream, _)) => connect(stream, tls.clone(), head_patience, exchange.clone(), &running),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    };
    drop(listener);
    // Connections that are still open then are dropped with the runtime.
    tokio::select! {
        _ = tokio::time::timeout(GRACE, running.shutdown()) => {}
        () = interrupted() => {}
    }
    stopped
}

fn connect<E, F, B>(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    head_patience: Duration,
    exchange: E,
    running: &GracefulShutdown,
) where
    E: Fn(Request<Incoming>) -> F + Send + 'static,
    F: Future<Output = Result<Response<B>, Dropped>> + Send + 'static,
    B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
{
    // Without this, a small response waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let watcher = running.watcher();
    let service = service_fn(exchange);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_patience).max_buf_size(READ_BUFFER);
    tokio::spawn(async move {
        // An error here is a client that disconnected, or an injected fault. Neither is reported.
        let _ = match tls {
            None => watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await,
            Some(tls) => match tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await {
                Ok(Ok(stream)) => watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await,
                Ok(Err(_)) | Err(_) => Ok(()),
            },
        };
    });
}
