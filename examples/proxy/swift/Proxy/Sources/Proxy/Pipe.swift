// Bytes on their way between libmicrohttpd's thread, which never waits, and a task.

import Foundation

final class Pipe: @unchecked Sendable {
    enum Taken {
        case bytes(Data)
        case ended
        case failed
        /// Nothing is there yet.
        case empty
    }
    private enum End { case open, ended, failed }

    struct Broken: Error {}

    private let limit: Int
    private let lock = NSLock()
    private var pieces: [Data] = []
    private var size = 0
    private var state = End.open
    private var reader: CheckedContinuation<Data?, any Error>?
    private var writer: CheckedContinuation<Void, any Error>?

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a piece; false where as much is held as may be. A piece that is larger than that goes in alone.
    func put(_ piece: Data) -> Bool {
        lock.withLock {
            guard case .open = state else { return true }
            if let reader {
                self.reader = nil
                reader.resume(returning: piece)
                return true
            }
            guard pieces.isEmpty || size + piece.count <= limit else { return false }
            pieces.append(piece)
            size += piece.count
            return true
        }
    }

    func end() { close(.ended) }

    func fail() { close(.failed) }

    private func close(_ end: End) {
        lock.withLock {
            guard case .open = state else { return }
            state = end
            if case .failed = end {
                reader?.resume(throwing: Broken())
                writer?.resume(throwing: Broken())
            } else {
                reader?.resume(returning: nil)
            }
            (reader, writer) = (nil, nil)
        }
    }

    /// What is there, up to so many bytes.
    func take(_ most: Int) -> Taken {
        lock.withLock {
            guard let first = pieces.first else {
                switch state {
                case .open: return .empty
                case .ended: return .ended
                case .failed: return .failed
                }
            }
            let taken = first.prefix(most)
            if taken.count == first.count {
                pieces.removeFirst()
            } else {
                pieces[0] = first.dropFirst(taken.count)
            }
            size -= taken.count
            writer?.resume()
            writer = nil
            return .bytes(Data(taken))
        }
    }

    /// Returns when something was taken. For one writer.
    func room() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock {
                    if case .open = state {
                        if pieces.isEmpty { continuation.resume() } else { writer = continuation }
                    } else {
                        continuation.resume(throwing: Broken())
                    }
                }
            }
        } onCancel: { fail() }
    }

    /// Everything that comes, as a task reads it; `taken` is told of every piece.
    func sequence(taken: @escaping @Sendable () -> Void) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream {
            defer { taken() }
            return try await self.next()
        }
    }

    private func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock {
                    if case .failed = state { return continuation.resume(throwing: Broken()) }
                    if let first = pieces.first {
                        pieces.removeFirst()
                        size -= first.count
                        return continuation.resume(returning: first)
                    }
                    if case .ended = state { return continuation.resume(returning: nil) }
                    reader = continuation
                }
            }
        } onCancel: { fail() }
    }
}
