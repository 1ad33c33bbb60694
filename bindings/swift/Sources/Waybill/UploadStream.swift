// A caller's asynchronous body as the InputStream that URLSession reads.
//
// At most a bounded buffer is held. URLSession's reading thread waits here while the caller's next bytes are not there,
// so every streamed upload has a session of its own.

import Foundation

final class UploadStream: InputStream, @unchecked Sendable {
    private static let bufferLimit = 256 * 1024

    private let condition = NSCondition()
    private var pieces: [Data] = []
    private var size = 0
    private var finished = false
    private var failed = false
    private var writer: CheckedContinuation<Void, Never>?
    private var opened = false

    init() {
        super.init(data: Data())
    }

    /// Gives bytes to URLSession; returns when there is room for more.
    func write(_ data: Data) async throws {
        guard !data.isEmpty else { return }
        await withCheckedContinuation { continuation in
            condition.withLock {
                guard !failed else { return continuation.resume() }
                pieces.append(data)
                size += data.count
                condition.signal()
                if size < UploadStream.bufferLimit {
                    continuation.resume()
                } else {
                    writer = continuation
                }
            }
        }
        if condition.withLock({ failed }) {
            throw CancellationError()
        }
    }

    /// The body is whole, or cannot be finished: then URLSession gives the request up. The first end counts.
    func end(failed failure: Bool) {
        condition.withLock {
            guard !finished else { return }
            finished = true
            failed = failure
            condition.broadcast()
            releaseWriter()
        }
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        condition.withLock {
            while pieces.isEmpty && !finished {
                condition.wait()
            }
            if failed { return -1 }
            guard let piece = pieces.first else { return 0 }
            let count = min(length, piece.count)
            piece.copyBytes(to: buffer, count: count)
            pieces[0] = piece.dropFirst(count)
            if pieces[0].isEmpty { pieces.removeFirst() }
            size -= count
            if size < UploadStream.bufferLimit { releaseWriter() }
            return count
        }
    }

    private func releaseWriter() {
        writer?.resume()
        writer = nil
    }

    /// True for a stream that failed: URLSession on Linux takes false for the end of the body, and would complete the request.
    override var hasBytesAvailable: Bool {
        condition.withLock { failed || !finished || !pieces.isEmpty }
    }

    override var streamStatus: Stream.Status {
        condition.withLock { opened ? .open : .notOpen }
    }

    override func open() {
        condition.withLock { opened = true }
    }

    override func close() {
        end(failed: true)
    }

    override var streamError: (any Error)? {
        condition.withLock { failed ? CancellationError() : nil }
    }
}
