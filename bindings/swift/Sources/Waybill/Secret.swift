// A value that is never shown: not by description, debugger text, `dump` or reflection, and there is no way to encode it.
//
// Keys, passwords and tokens are held in it until the engine takes them over.

/// A key, password or token.
public struct Secret: Sendable, Hashable {
    private let value: String

    /// Wraps a value read from the environment or a secret manager.
    public init(_ value: String) {
        self.value = value
    }

    package func expose() -> String {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `[redacted]`.
    public var description: String { "[redacted]" }
    /// Always `[redacted]`.
    public var debugDescription: String { "[redacted]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
