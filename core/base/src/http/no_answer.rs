//! The reasons why no response arrived. Drivers determine the reason and report it to the engine.

use super::{FailureKind, TransportFailure};

/// A client library's reason why an exchange ended without a response head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// The client library rejected the request before sending it.
    RequestRefused,
    /// The process has no file descriptor left for a connection.
    NoFileDescriptor,
    /// The host's name could not be resolved.
    NameNotResolved,
    /// The connection was refused, or the host is unreachable.
    NotConnected,
    /// Connecting timed out.
    ConnectTimedOut,
    /// The TLS handshake failed.
    TlsFailed,
    /// The response timed out.
    TimedOut,
    /// The connection broke.
    Lost,
}

impl From<NoAnswer> for TransportFailure {
    fn from(reason: NoAnswer) -> Self {
        let (kind, detail) = match reason {
            NoAnswer::RequestRefused => (FailureKind::NotSent, "the client library rejected the request"),
            NoAnswer::NoFileDescriptor => (
                FailureKind::NotSent,
                "this process has no file descriptors left for a connection: close responses that are not read, or raise `ulimit -n`",
            ),
            NoAnswer::NameNotResolved => (FailureKind::NotSent, "the host's name could not be resolved"),
            NoAnswer::NotConnected => (FailureKind::NotSent, "the connection was refused or the host is unreachable"),
            NoAnswer::ConnectTimedOut => (FailureKind::NotSent, "connecting timed out"),
            NoAnswer::TlsFailed => (FailureKind::NotSent, "the TLS handshake failed"),
            NoAnswer::TimedOut => (FailureKind::Unknown, "the response did not arrive in time"),
            NoAnswer::Lost => (FailureKind::Unknown, "the connection was lost"),
        };
        Self { kind, detail: detail.to_owned() }
    }
}
