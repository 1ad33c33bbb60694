// The body of a request: empty, bytes, a file, or a stream of bytes that is never held in memory as a whole.

import Foundation

/// The body of a call. Set the `Content-Type` in the headers of the call.
public struct RequestBody: Sendable {
    enum Content: Sendable {
        case none
        case bytes(Data)
        case file(URL)
        case stream(replayable: Bool, ByteStream)
    }
    let content: Content

    /// An empty body.
    public static let none = RequestBody(content: .none)

    /// Returns a body of these bytes.
    public static func bytes(_ data: Data) -> RequestBody {
        RequestBody(content: .bytes(data))
    }

    /// Returns a body of this text in UTF-8.
    public static func text(_ text: String) -> RequestBody {
        .bytes(Data(text.utf8))
    }

    /// Returns the content of a file, which is read while it is sent, and again if the call is retried.
    public static func file(_ url: URL) -> RequestBody {
        RequestBody(content: .file(url))
    }

    /// Returns a body that is read from a sequence while it is sent, with chunked transfer encoding.
    ///
    /// - Parameters:
    ///   - body: The bytes. An error of the sequence fails the call.
    ///   - replayable: True if a second iteration of `body` returns the same bytes. Only such a call is retried.
    public static func stream<Body: AsyncSequence & Sendable>(_ body: Body, replayable: Bool = false) -> RequestBody
    where Body.Element == Data {
        RequestBody(content: .stream(replayable: replayable, ByteStream(body)))
    }
}
