// The unread part of a response body: in memory up to a limit, beyond it in a temporary file.
//
// URLSession on Linux cannot pause the sender. A suspended task sends its request again when it resumes, and turning a task into
// a download is not implemented. To keep memory use constant, the part that a slow reader has not read is written to disk.

import Foundation
internal import WaybillRust

final class BodyBuffer: Sendable {
    /// Maximum number of bytes in memory: enough for any JSON response, and little for a process.
    static let memoryLimit = 256 * 1024
    private static let pieceSize = 64 * 1024

    fileprivate struct State {
        /// Maximum number of unread bytes.
        let limit: Int
        var pieces: [Data] = []
        var size = 0
        var file: SpillFile?
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
        var writer: CheckedContinuation<Void, Never>?
    }
    private let state: Locked<State>

    /// Creates a buffer for a body with this maximum number of unread bytes.
    init(limit: Int) {
        state = Locked(State(limit: limit))
    }

    /// Appends bytes. A failure to buffer them ends the body. Returns true if the body accepts more bytes.
    func append(_ data: Data) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            if let reader = state.reader {
                state.reader = nil
                reader.resume(returning: data)
                return true
            }
            do {
                try state.hold(data)
                return true
            } catch {
                state.finish(.failure(error), discarding: true)
                return false
            }
        }
    }

    /// Ends the body. Later calls are ignored. `discarding` drops the unread part.
    func finish(_ end: Result<Void, any Error>, discarding: Bool = false) {
        state.withLock { $0.finish(end, discarding: discarding) }
    }

    /// Returns once the unread part fits into memory, or the body has ended.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.hasRoom { continuation.resume() } else { state.writer = continuation }
            }
        }
    }

    /// Returns the next bytes, or nil at the end.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { state in
                guard state.reader == nil else {
                    return continuation.resume(throwing: WaybillError(.bodyReaders))
                }
                do {
                    if let data = try state.take(atMost: BodyBuffer.pieceSize) {
                        continuation.resume(returning: data)
                    } else if let end = state.end {
                        continuation.resume(with: end.map { nil })
                    } else {
                        state.reader = continuation
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Returns the start of the body. `complete` is false if the limit or a broken connection truncated it.
    func prefix(_ limit: Int) async -> (data: Data, complete: Bool) {
        var data = Data()
        do {
            while data.count <= limit {
                guard let piece = try await next() else { return (data, true) }
                data.append(piece)
            }
            return (data.prefix(limit), false)
        } catch {
            return (data.prefix(limit), false)
        }
    }
}

extension BodyBuffer.State {
    fileprivate var hasRoom: Bool {
        end != nil || size + (file?.unread ?? 0) < BodyBuffer.memoryLimit
    }

    private mutating func releaseWriter() {
        guard hasRoom, let writer else { return }
        self.writer = nil
        writer.resume()
    }

    fileprivate mutating func hold(_ data: Data) throws {
        guard size + (file?.unread ?? 0) + data.count <= limit else {
            throw WaybillError(.bodyBehind(limit: Int64(limit)))
        }
        // Memory is filled first, then the file. While the file has unread bytes, new bytes are appended to it, to keep the
        // order.
        if let file, !file.isEmpty {
            try file.append(data)
        } else if size + data.count <= BodyBuffer.memoryLimit {
            pieces.append(data)
            size += data.count
        } else {
            let file = try file ?? SpillFile(capacity: limit)
            self.file = file
            try file.append(data)
        }
    }

    fileprivate mutating func take(atMost limit: Int) throws -> Data? {
        defer { releaseWriter() }
        if !pieces.isEmpty {
            let data = pieces.removeFirst()
            size -= data.count
            return data
        }
        guard let file, !file.isEmpty else { return nil }
        return try file.take(atMost: limit)
    }

    fileprivate mutating func finish(_ end: Result<Void, any Error>, discarding: Bool) {
        guard self.end == nil else { return }
        self.end = end
        releaseWriter()
        if discarding {
            (pieces, size, file) = ([], 0, nil)
        }
        // A waiting reader has already read everything that arrived.
        if let reader {
            self.reader = nil
            reader.resume(with: end.map { nil })
        }
    }
}
