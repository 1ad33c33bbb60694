// A caller's asynchronous body as the InputStream that URLSession reads.
//
// The buffer is bounded. URLSession's reading thread blocks here while the caller's next bytes are missing, so every streamed
// upload has its own session.

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

    /// Appends bytes for URLSession. Returns when there is space for more.
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

    /// Ends the body: complete, or failed, so that URLSession aborts the request. Later calls are ignored.
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

    /// True for a failed stream: URLSession on Linux treats false as the end of the body, and would complete the request.
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
