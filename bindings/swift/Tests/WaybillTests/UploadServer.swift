// A server on loopback that distinguishes complete requests from aborted ones, and responds to complete ones.

import Foundation

@testable import Waybill

final class UploadServer: Sendable {
    struct NotStarted: Error {}

    /// One connection's request.
    struct Received: Sendable, Equatable {
        var bodyBytes: Int
        /// True if the body came to the end that its head announced.
        var isWhole: Bool
    }

    let port: Int
    private let listener: Int32
    private let requests: AsyncStream<Received>
    private let bytes: AsyncStream<Void>
    /// The number of complete requests.
    let wholeRequests = Locked(0)

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [listener] address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw NotStarted() }
        port = Int(in_port_t(bigEndian: address.sin_port))
        let ended: AsyncStream<Received>.Continuation
        let came: AsyncStream<Void>.Continuation
        (requests, ended) = AsyncStream.makeStream()
        (bytes, came) = AsyncStream.makeStream()
        Thread.detachNewThread { [listener, wholeRequests] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Thread.detachNewThread {
                    let received = UploadServer.serve(connection) { came.yield() }
                    if received.isWhole { wholeRequests.withLock { $0 += 1 } }
                    ended.yield(received)
                    close(connection)
                }
            }
        }
    }

    deinit {
        // `close` alone leaves the thread in `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Waits for the end of the next request, in the order in which they end.
    func next() async -> Received? {
        await requests.first { _ in true }
    }

    /// Waits until bytes of a body have arrived.
    func waitForBytes() async {
        _ = await bytes.first { _ in true }
    }

    private static func serve(_ connection: Int32, onBytes: () -> Void) -> Received {
        var (got, buffer) = (Data(), [UInt8](repeating: 0, count: 64 * 1024))
        while true {
            let count = read(connection, &buffer, buffer.count)
            if count > 0 { got.append(buffer, count: count) }
            let received = Received(got)
            if received.bodyBytes > 0 { onBytes() }
            if received.isWhole {
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                _ = answer.withCString { write(connection, $0, strlen($0)) }
                return received
            }
            guard count > 0 else { return received }
        }
    }
}

extension UploadServer.Received {
    private static let lineEnd = Data("\r\n".utf8)

    /// Parses the bytes received so far.
    fileprivate init(_ bytes: Data) {
        self.init(bodyBytes: 0, isWhole: false)
        guard let end = bytes.range(of: Self.lineEnd + Self.lineEnd) else { return }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let body = bytes[end.upperBound...]
        if head.contains("transfer-encoding: chunked") {
            readChunks(body)
        } else {
            let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }?.dropFirst("content-length: ".count)
            bodyBytes = body.count
            isWhole = body.count >= length.flatMap { Int($0) } ?? 0
        }
    }

    /// Reads chunks up to the last one, which has no bytes (RFC 9112 section 7.1).
    private mutating func readChunks(_ body: Data) {
        var rest = body
        while let line = rest.range(of: Self.lineEnd) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else { return }
            rest = rest[line.upperBound...]
            if size == 0 {
                isWhole = rest.starts(with: Self.lineEnd)
                return
            }
            bodyBytes += min(size, rest.count)
            guard rest.count >= size + Self.lineEnd.count else { return }
            rest = rest.dropFirst(size + Self.lineEnd.count)
        }
    }
}
