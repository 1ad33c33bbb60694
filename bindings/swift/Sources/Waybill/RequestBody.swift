// What a caller sends: nothing, bytes, a file, or a stream of bytes that is never held whole.

import Foundation

/// The body of a request.
public struct RequestBody: Sendable {
    enum Content: Sendable {
        case none
        case bytes(Data)
        case file(URL)
        case stream(replayable: Bool, ByteStream)
    }
    let content: Content

    /// No body.
    public static let none = RequestBody(content: .none)

    /// Bytes held in memory.
    public static func bytes(_ data: Data) -> RequestBody {
        RequestBody(content: .bytes(data))
    }

    /// Text, sent as UTF-8.
    public static func text(_ text: String) -> RequestBody {
        .bytes(Data(text.utf8))
    }

    /// A file, read while it is sent, and sent again where a call is retried.
    public static func file(_ url: URL) -> RequestBody {
        RequestBody(content: .file(url))
    }

    /// Bytes as they come, sent with chunked transfer encoding.
    ///
    /// - Parameters:
    ///   - body: The bytes. What it throws fails the call.
    ///   - replayable: Whether iterating `body` a second time gives the same bytes: only then a call can be retried.
    public static func stream<Body: AsyncSequence & Sendable>(_ body: Body, replayable: Bool = false) -> RequestBody
    where Body.Element == Data {
        RequestBody(content: .stream(replayable: replayable, ByteStream(body)))
    }
}
