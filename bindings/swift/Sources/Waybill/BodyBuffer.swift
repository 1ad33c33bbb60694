// What arrived of an answer's body and was not read yet: in memory up to a bound, beyond it in a temporary file.
//
// URLSession on Linux cannot hold the sender back: a suspended task sends its request again when it goes on, and turning
// a task into a download is not implemented. So memory stays flat by writing what a slow reader has not taken to disk.

import Foundation
internal import WaybillRust

final class BodyBuffer: Sendable {
    /// How much is kept in memory: enough for any JSON answer, little beside a process.
    static let memoryLimit = 256 * 1024
    private static let pieceSize = 64 * 1024

    fileprivate struct State {
        /// How much may be unread.
        let limit: Int
        var pieces: [Data] = []
        var size = 0
        var file: SpillFile?
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
        var writer: CheckedContinuation<Void, Never>?
    }
    private let state: Locked<State>

    /// A buffer of a body of which so many bytes may be unread.
    init(limit: Int) {
        state = Locked(State(limit: limit))
    }

    /// Takes bytes in; a failure to hold them ends the body. Returns whether the body still takes bytes.
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

    /// Ends the body once; later ends are ignored. `discarding` drops what was not read.
    func finish(_ end: Result<Void, any Error>, discarding: Bool = false) {
        state.withLock { $0.finish(end, discarding: discarding) }
    }

    /// Returns once a reader has taken so much that what is kept fits into memory, or the body has ended.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.hasRoom { continuation.resume() } else { state.writer = continuation }
            }
        }
    }

    /// The next bytes, or nil at the end.
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

    /// The first bytes of the body, and whether they are all of it: false where the limit or a broken connection cut it.
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
        // Order: memory first, then the file. While the file holds something all that comes goes behind it.
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
        // A waiting reader has already taken all that came.
        if let reader {
            self.reader = nil
            reader.resume(with: end.map { nil })
        }
    }
}
