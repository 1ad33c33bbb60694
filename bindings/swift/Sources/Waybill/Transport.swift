// The transport of requests: URLSession, or the host's own library with its proxies, certificates or tracing.

import Foundation
internal import WaybillRust

/// Carries requests to their servers. A client uses it for all requests, including those with a key, token or password. The
/// client decides which requests are sent and whether they are sent again. So an implementation
///
/// - sends each request once, because a POST or a token request could take effect twice: no retries, on any kind of connection
/// - follows no redirect and answers no challenge: both are responses
/// - returns when the head has arrived, and lets the body be read while it arrives
/// - drops the connection when the task is cancelled or the body is released
/// - has no time limit for a response, because the client has its own
/// - decodes a `Content-Encoding` only if it asked for it, and then drops that header and `Content-Length`
public protocol Transport: Sendable {
    /// Sends a request. Returns once the head of its response has arrived, with any status.
    ///
    /// - Throws: `TransportError` with the reason, if it is known. After any other error the client assumes that the request may
    ///   have taken effect.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request to send.
public struct TransportRequest: Sendable {
    /// The method, such as `POST`.
    public let method: String
    /// The absolute URL; https, or http on loopback.
    public let url: String
    /// Header fields, in order. Names may repeat. They contain a key, token or password.
    public let headers: [Header]
    /// The body.
    public let body: Body

    /// The body of a request to send.
    public enum Body: Sendable {
        /// No body.
        case none
        /// Bytes in memory.
        case bytes(Data)
        /// A file.
        case file(URL)
        /// A stream of bytes. An error of the stream fails the call and is thrown to its caller.
        case stream(ByteStream)
    }
}

/// A response whose head has arrived.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// Header fields, in order. Names may repeat.
    public let headers: [Header]
    /// The body, read while it arrives.
    public let body: ByteStream

    /// Creates a response. The body is iterated once, at the caller's pace. An error of the body means that the rest is lost.
    public init<Body: AsyncSequence & Sendable>(status: Int, headers: [Header], body: Body) where Body.Element == Data {
        self.status = status
        self.headers = headers
        self.body = ByteStream(body)
    }
}

/// The failure of a request that got no head.
public struct TransportError: Error, Hashable {
    /// The reason.
    public let reason: Reason

    /// The reason of a failure. All but `timedOut` and `lost` mean that certainly no byte of the request was sent. The client may
    /// then send it again, and a refresh token stays valid. If that is not certain, use `lost`.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The library rejected the request.
        case requestRefused
        /// The process cannot open more files, and so no connection.
        case noFileDescriptor
        /// The host name could not be resolved.
        case nameNotResolved
        /// The connection was refused, or there is no route to the host.
        case notConnected
        /// Connecting timed out.
        case connectTimedOut
        /// No TLS connection was established.
        case tlsFailed
        /// The response timed out.
        case timedOut
        /// The connection broke.
        case lost
    }

    /// Creates an error for a reason.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the URL and the number of headers. Values may be secrets.
    public var description: String { "\(method) \(url), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the method, the URL and the names of the headers.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url, "headers": headers.map(\.name)]) }
}

extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of headers. Values may be secrets.
    public var description: String { "\(status), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the status and the names of the headers.
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
