// A response: its head at once, its body as it arrives.
//
// Releasing the body ends the transfer. So do the call's deadline, the cancellation of the reading task and the client's `close`.

import Foundation
internal import WaybillRust

/// The response to a call. API errors are thrown; redirects are responses.
public struct Response: Sendable {
    /// The HTTP status; 2xx or 3xx.
    public let status: Int
    /// The headers, with names in lower case. If the body was decoded, `content-encoding` and `content-length` are missing.
    public let headers: [Header]
    /// The body. It can be read once.
    public let body: ResponseBody

    /// Returns the value of a header, ignoring case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }
}

/// The bytes of a response as they arrive, in pieces of any size. For one reader, once.
public final class ResponseBody: AsyncSequence, Sendable {
    public typealias Element = Data

    private let exchange: Exchange
    // Keeps the client open until the body is read.
    private let client: WaybillClient
    private let status: Int
    private let known: FailureDetails

    init(_ exchange: Exchange, of client: WaybillClient, status: Int, known: FailureDetails) {
        self.exchange = exchange
        self.client = client
        self.status = status
        self.known = known
    }

    deinit {
        exchange.abort()
    }

    /// Returns an iterator over the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Reads the whole body.
    ///
    /// - Throws: `WaybillError` with the code `response.too-large` if it is longer than `limit` bytes.
    public func collect(upTo limit: Int = 16 * 1024 * 1024) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            whole.append(piece)
            guard whole.count <= limit else {
                throw WaybillError(.tooLarge(limit: Int64(limit)))
            }
        }
        return whole
    }

    /// Reads the whole body as UTF-8. Invalid bytes become the replacement character.
    public func text(upTo limit: Int = 16 * 1024 * 1024) async throws -> String {
        String(decoding: try await collect(upTo: limit), as: UTF8.self)
    }

    fileprivate func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            do {
                return try await exchange.body.next()
            } catch let error as WaybillError {
                throw error.of(status: status, known)
            }
        } onCancel: {
            exchange.abort(CancellationError())
        }
    }

    /// An iterator over the pieces of a body.
    public struct Iterator: AsyncIteratorProtocol {
        let body: ResponseBody

        /// Returns the next bytes, or nil at the end.
        public mutating func next() async throws -> Data? {
            try await body.next()
        }
    }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of headers.
    public var description: String { "\(status), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the status and the names of the headers.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers.map(\.name)]) }
}

extension ResponseBody: CustomReflectable {
    /// A mirror without children, because they would lead to requests with credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
