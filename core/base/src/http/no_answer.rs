//! Why no answer came, in the words of every host: drivers find the reason and report it to the engine.

use super::{FailureKind, TransportFailure};

/// Why an exchange ended without a head, as client libraries report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// The client library refused the request before it sent any of it.
    RequestRefused,
    /// The process may open no more files, and so no connection.
    NoFileDescriptor,
    /// Nobody knows the host's name.
    NameNotResolved,
    /// The connection was refused, or there is no way to the host.
    NotConnected,
    /// Connecting took too long.
    ConnectTimedOut,
    /// No TLS connection came about.
    TlsFailed,
    /// The answer took too long.
    TimedOut,
    /// The connection broke.
    Lost,
}

impl From<NoAnswer> for TransportFailure {
    fn from(reason: NoAnswer) -> Self {
        let (kind, detail) = match reason {
            NoAnswer::RequestRefused => (FailureKind::NotSent, "the client library did not accept the request"),
            NoAnswer::NoFileDescriptor => (
                FailureKind::NotSent,
                "this process may open no more files, and so no connection: close answers that nobody reads, or raise `ulimit -n`",
            ),
            NoAnswer::NameNotResolved => (FailureKind::NotSent, "the host's name could not be resolved"),
            NoAnswer::NotConnected => (FailureKind::NotSent, "the connection was refused or the host is unreachable"),
            NoAnswer::ConnectTimedOut => (FailureKind::NotSent, "connecting timed out"),
            NoAnswer::TlsFailed => (FailureKind::NotSent, "the TLS handshake failed"),
            NoAnswer::TimedOut => (FailureKind::Unknown, "no answer came in time"),
            NoAnswer::Lost => (FailureKind::Unknown, "the connection was lost"),
        };
        Self { kind, detail: detail.to_owned() }
    }
}
