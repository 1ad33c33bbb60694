// A stream of bytes: one type for all asynchronous sequences of `Data`.

import Foundation

/// Bytes in pieces of any size, as they arrive.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = Data

    private let make: @Sendable () -> Iterator

    /// Creates a stream of a sequence's pieces.
    public init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes) where Bytes.Element == Data {
        make = {
            var iterator = bytes.makeAsyncIterator()
            return Iterator { try await iterator.next() }
        }
    }

    /// Returns an iterator from the start, if the sequence can be iterated again.
    public func makeAsyncIterator() -> Iterator { make() }

    /// An iterator over the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let nextPiece: () async throws -> Data?

        /// Returns the next bytes, or nil at the end.
        public mutating func next() async throws -> Data? {
            let piece = try await nextPiece()
            // AsyncStream also returns nil if its reader's task is cancelled. The bytes so far are not the whole body then.
            if piece == nil { try Task.checkCancellation() }
            return piece
        }
    }

    /// Returns a stream of the same bytes that passes errors of the sequence to `note` and rethrows them.
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
