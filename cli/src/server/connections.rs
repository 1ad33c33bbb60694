//! Accepts connections and serves them until it is told to stop; what runs then may end first.

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

/// How long to wait when the system has no socket to spare.
const PAUSE: Duration = Duration::from_millis(50);

/// How long requests that run when the server is stopped may still take, unless it is told to stop once more.
const GRACE: Duration = Duration::from_secs(5);

/// How long the head of a request may take, and a connection stay idle, unless the host says otherwise.
pub(crate) const HEAD_PATIENCE: Duration = Duration::from_secs(30);

/// The most memory that one connection's reading takes, and so the longest head.
const READ_BUFFER: usize = 64 * 1024;

/// How long a TLS handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Serves connections with `exchange` until `stop` is over, and returns what that returned.
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
    // Who has not ended by then is dropped with the runtime.
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
    // Without this a small answer waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let watcher = running.watcher();
    let service = service_fn(exchange);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_patience).max_buf_size(READ_BUFFER);
    tokio::spawn(async move {
        // An error here is a client that left, or a fault: neither is news.
        let _ = match tls {
            None => watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await,
            Some(tls) => match tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await {
                Ok(Ok(stream)) => watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await,
                Ok(Err(_)) | Err(_) => Ok(()),
            },
        };
    });
}
