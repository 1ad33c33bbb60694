// One header of a request or an answer. Values may be credentials (`set-cookie`), so its texts show the name alone.

/// A header's name, in lower case, and its value.
public struct Header: Sendable, Hashable {
    /// The name, in lower case.
    public let name: String
    /// The value; URLSession joins repeated lines with `, `.
    public let value: String

    /// A header with its name in lower case.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Header: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name alone.
    public var description: String { "\(name): [redacted]" }
    /// The name alone.
    public var debugDescription: String { description }
    /// A mirror of the name alone.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
