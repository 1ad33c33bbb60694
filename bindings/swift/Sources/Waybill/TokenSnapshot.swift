// The state of a login's tokens between two processes. Its descriptions do not show it.

/// The state of a login's tokens. It contains tokens: store its text like a password.
public struct TokenSnapshot: Sendable, Hashable {
    /// Text to store.
    public let text: String

    /// Wraps the stored text.
    public init(text: String) {
        self.text = text
    }
}

extension TokenSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `[redacted]`.
    public var description: String { "[redacted]" }
    /// Always `[redacted]`.
    public var debugDescription: String { "[redacted]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
