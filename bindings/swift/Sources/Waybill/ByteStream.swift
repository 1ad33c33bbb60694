// Bytes as they come: one type for every asynchronous sequence of `Data`.

import Foundation

/// Bytes in pieces of any size, as they come.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = Data

    private let make: @Sendable () -> Iterator

    /// The pieces of a sequence.
    public init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes) where Bytes.Element == Data {
        make = {
            var iterator = bytes.makeAsyncIterator()
            return Iterator { try await iterator.next() }
        }
    }

    /// Reads from the beginning, where the sequence can be read again.
    public func makeAsyncIterator() -> Iterator { make() }

    /// Reads piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let nextPiece: () async throws -> Data?

        /// The next bytes, or nil at the end.
        public mutating func next() async throws -> Data? {
            let piece = try await nextPiece()
            // AsyncStream also returns nil where its reader's task is cancelled: the bytes so far are not the whole body then.
            if piece == nil { try Task.checkCancellation() }
            return piece
        }
    }

    /// The same bytes; what the sequence throws is told, and thrown on.
    func telling(_ note: @escaping @Sendable (any Error) -> Void) -> ByteStream {
        ByteStream(Told(bytes: self, note: note))
    }

    private struct Told: AsyncSequence, Sendable {
        typealias Element = Data

        let bytes: ByteStream
        let note: @Sendable (any Error) -> Void

        func makeAsyncIterator() -> ByteStream.Iterator {
            var iterator = bytes.makeAsyncIterator()
            return ByteStream.Iterator { [note] in
                do {
                    return try await iterator.next()
                } catch {
                    note(error)
                    throw error
                }
            }
        }
    }
}
