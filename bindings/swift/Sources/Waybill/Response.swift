// An answer: its head at once, its body as it arrives.
//
// Letting go of the body ends the transfer. Reading it is bound to the call's time limit, to the reading task's
// cancellation and to the client's `close`.

import Foundation
internal import WaybillRust

/// The answer to a call; API errors are thrown, redirects are answers.
public struct Response: Sendable {
    /// The HTTP status, 2xx or 3xx.
    public let status: Int
    /// The headers, names in lower case. Without `content-encoding` and `content-length` where the body was decoded.
    public let headers: [Header]
    /// The body, to be read once.
    public let body: ResponseBody

    /// The value of a header, whatever its case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }
}

/// The bytes of an answer as they arrive, in pieces of any size. For one reader, once.
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

    /// Reads the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// The whole body.
    ///
    /// - Throws: `WaybillError` `response.too-large` where it is longer than `limit` bytes.
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

    /// The whole body as UTF-8 text; bytes that are none become the replacement character.
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

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        let body: ResponseBody

        /// The next bytes, or nil at the end.
        public mutating func next() async throws -> Data? {
            try await body.next()
        }
    }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and how many headers there are.
    public var description: String { "\(status), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the status and the names of the headers.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers.map(\.name)]) }
}

extension ResponseBody: CustomReflectable {
    /// A mirror without children: below lie requests with their credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
