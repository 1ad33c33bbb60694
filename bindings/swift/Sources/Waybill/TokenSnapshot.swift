// The state of a login's tokens between two processes; no text of it shows what it holds.

/// The state of a login's tokens. It holds tokens: keep its text as you would keep a password.
public struct TokenSnapshot: Sendable, Hashable {
    /// What to keep.
    public let text: String

    /// Takes the text as it was kept.
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
