// How requests reach their servers: URLSession unless the host has a library of its own, for its proxies, certificates or
// tracing.

import Foundation
internal import WaybillRust

/// Carries requests to their servers. A client asks it for every request, with the key, the token or the password in it; which
/// request is sent and whether it is sent again is decided by the client. So an implementation
///
/// - sends each request once: no retries of its own, on no kind of connection, as a POST or a token request could take effect
///   twice
/// - follows no redirect and answers no challenge: both are answers
/// - returns when the head has come, and lets the body be read as it comes
/// - drops the connection when the task is cancelled, or nobody holds the body any more
/// - has no time limit of its own for an answer: the client's are the ones that hold
/// - decodes a `Content-Encoding` that it asked for itself, and drops that header and `Content-Length` then
public protocol Transport: Sendable {
    /// Sends a request and returns once the head of its answer has come, whatever its status.
    ///
    /// - Throws: `TransportError` with the reason where one is known; after any other error the client has to assume that the
    ///   request may have taken effect.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request as it goes out.
public struct TransportRequest: Sendable {
    /// Such as `POST`.
    public let method: String
    /// The whole URL; https, or http on loopback.
    public let url: String
    /// Every line, repeated names kept. They hold a key, token or password.
    public let headers: [Header]
    /// What is sent.
    public let body: Body

    /// What a request carries.
    public enum Body: Sendable {
        /// No body.
        case none
        /// Bytes held in memory.
        case bytes(Data)
        /// A file.
        case file(URL)
        /// Bytes as they come. What they throw fails the call, and is thrown to its caller.
        case stream(ByteStream)
    }
}

/// An answer whose head has come.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// Every line, repeated names kept.
    public let headers: [Header]
    /// Its body as it comes.
    public let body: ByteStream

    /// An answer. The body is read once, piece by piece as the caller takes it; where it throws, it is lost.
    public init<Body: AsyncSequence & Sendable>(status: Int, headers: [Header], body: Body) where Body.Element == Data {
        self.status = status
        self.headers = headers
        self.body = ByteStream(body)
    }
}

/// Why a request got no head.
public struct TransportError: Error, Hashable {
    /// The reason.
    public let reason: Reason

    /// What went wrong. All but `timedOut` and `lost` say that certainly no byte of the request was sent: the client may send
    /// it again, and a refresh token stays good. Where that is not certain the reason is `lost`.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The library did not accept the request.
        case requestRefused
        /// The process may open no more files, and so no connection.
        case noFileDescriptor
        /// Nobody knows the host's name.
        case nameNotResolved
        /// The connection was refused, or there is no way to the host.
        case notConnected
        /// Connecting took too long.
        case connectTimedOut
        /// No TLS connection came about.
        case tlsFailed
        /// The answer took too long.
        case timedOut
        /// The connection broke.
        case lost
    }

    /// A failure for a reason.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, URL and how many headers there are: a value may be a secret.
    public var description: String { "\(method) \(url), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of method, URL and names of headers.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url, "headers": headers.map(\.name)]) }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and how many headers there are: a value may be a secret.
    public var description: String { "\(status), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of status and names of headers.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers.map(\.name)]) }
}

extension TransportError.Reason {
    var boundary: WaybillRust.NoAnswer {
        switch self {
        case .requestRefused: .requestRefused
        case .noFileDescriptor: .noFileDescriptor
        case .nameNotResolved: .nameNotResolved
        case .notConnected: .notConnected
        case .connectTimedOut: .connectTimedOut
        case .tlsFailed: .tlsFailed
        case .timedOut: .timedOut
        case .lost: .lost
        }
    }
}
