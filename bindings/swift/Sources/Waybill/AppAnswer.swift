// The response for the app, and the two bodies of a forwarded request: the app's, with a size limit, and the platform's, searched
// for credentials.

import Foundation
internal import WaybillRust

/// The response for the app. Until its body is read or released, the platform's response stays open.
public struct AppAnswer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// Header fields, in order. Names may repeat.
    public let headers: [Header]
    /// The body. It can be read once.
    public let body: AppBody
    /// Reason of a rejection, for your log only. It may contain the request's path, but no header, body or secret.
    public let log: String?

    init(_ head: AnswerHead, _ body: AppBody, log: String? = nil) {
        status = Int(head.status)
        headers = head.headers.map { Header(name: $0.name, value: $0.value) }
        self.body = body
        self.log = log
    }

    init(_ head: AnswerHead, _ bytes: Data) { self.init(head, AppBody(content: .bytes(bytes))) }

    init(_ head: AnswerHead, _ body: SearchedBody) { self.init(head, AppBody(content: .searched(body))) }

    init(_ refused: RefusedRequest) { self.init(refused.head, AppBody(content: .bytes(refused.body)), log: refused.log) }

    init(_ answer: ForwardedAnswer) {
        switch answer {
        case .refused(let refused): self.init(refused)
        case .whole(let head, let bytes): self.init(head, bytes)
        case .pass(let head): self.init(head, Data())
        }
    }
}

/// The bytes for the app, in pieces of any size. For one reader, once.
public struct AppBody: AsyncSequence, Sendable {
    public typealias Element = Data

    enum Content: Sendable {
        case bytes(Data)
        case searched(SearchedBody)
    }
    let content: Content

    /// Number of bytes; nil if the body streams.
    public var count: Int? {
        guard case .bytes(let bytes) = content else { return nil }
        return bytes.count
    }

    /// Returns an iterator over the body.
    public func makeAsyncIterator() -> Iterator { Iterator(content: content) }

    /// An iterator over the pieces of a body.
    public struct Iterator: AsyncIteratorProtocol {
        var content: Content

        /// Returns the next bytes, or nil at the end.
        ///
        /// - Throws: `WaybillError` if the rest does not arrive. Break the app's connection then, so that the app notices it.
        public mutating func next() async throws -> Data? {
            switch content {
            case .bytes(let bytes):
                content = .bytes(Data())
                return bytes.isEmpty ? nil : bytes
            case .searched(let body):
                return try await body.next()
            }
        }
    }
}

/// The platform's body, up to the start of a credential.
final class SearchedBody: Sendable {
    private enum End { case open, over, cut }

    private let body: ResponseBody
    private let search: BodySearch
    private let request: ForwardedRequest
    private let end = Locked(End.open)

    init(_ body: ResponseBody, _ search: BodySearch, of request: ForwardedRequest) {
        self.body = body
        self.search = search
        self.request = request
    }

    func next() async throws -> Data? {
        while true {
            switch end.withLock({ $0 }) {
            case .over: return nil
            case .cut: throw WaybillError(.credentialInBody)
            case .open: break
            }
            do {
                let bytes = try await pass()
                if !bytes.isEmpty { return bytes }
            } catch {
                request.end()
                throw error
            }
        }
    }

    private func pass() async throws -> Data {
        var iterator = body.makeAsyncIterator()
        guard let piece = try await iterator.next() else {
            end.withLock { $0 = .over }
            request.end()
            return try boundary { try search.finish() }
        }
        let searched = try boundary { try search.push(piece: piece) }
        if searched.isCut {
            end.withLock { $0 = .cut }
            request.end()
        }
        return searched.bytes
    }
}

/// The app's body, with a size limit.
final class LimitedBody: Sendable {
    private let isOver = Locked(false)
    let body: RequestBody

    init(_ original: RequestBody, most: Int) {
        let over = isOver
        switch original.content {
        case .none:
            body = original
        case .bytes(let data):
            body = original
            over.withLock { $0 = data.count > most }
        case .file(let url):
            body = original
            let size = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int
            over.withLock { $0 = size.map { $0 > most } ?? false }
        case .stream(replayable: _, let bytes):
            body = .stream(Counted(bytes: bytes, most: most, isOver: over))
        }
    }

    var isTooLong: Bool { isOver.withLock { $0 } }

    private struct TooLong: Error {}

    private struct Counted: AsyncSequence, Sendable {
        typealias Element = Data

        let bytes: ByteStream
        let most: Int
        let isOver: Locked<Bool>

        func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator(), left: most, isOver: isOver) }

        struct Iterator: AsyncIteratorProtocol {
            var bytes: ByteStream.Iterator
            var left: Int
            let isOver: Locked<Bool>

            mutating func next() async throws -> Data? {
                guard let piece = try await bytes.next() else { return nil }
                left -= piece.count
                guard left >= 0 else {
                    isOver.withLock { $0 = true }
                    throw TooLong()
                }
                return piece
            }
        }
    }
}

extension RequestBody {
    var isNone: Bool {
        if case .none = content { return true }
        return false
    }
}

extension AppAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of headers.
    public var description: String { "\(status), \(headers.count) headers" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the status and the names of the headers.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers.map(\.name)]) }
}

extension AppBody: CustomReflectable {
    /// A mirror without children, because they would lead to requests with credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
