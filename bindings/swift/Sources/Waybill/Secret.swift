// A value that is never shown: not by its description, debugger text, `dump` or reflection. It cannot be encoded.
//
// Holds keys, passwords and tokens until they are passed to the engine.

/// A key, password or token.
public struct Secret: Sendable, Hashable {
    private let value: String

    /// Wraps a value from the environment or a secret manager.
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
