// Headers of a request or a response. Their descriptions show only names, because values may be credentials (`set-cookie`).

/// A header: its name, in lower case, and its value.
public struct Header: Sendable, Hashable {
    /// The name, in lower case.
    public let name: String
    /// The value. URLSession joins repeated lines of a response with `, `.
    public let value: String

    /// Creates a header. Converts the name to lower case.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Header: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name only.
    public var description: String { "\(name): [redacted]" }
    /// The name only.
    public var debugDescription: String { description }
    /// A mirror of the name only.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The headers of a request, in order. Names may repeat. Can be written as a literal: `["accept": "text/csv"]`.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// Header fields, in order.
    public var lines: [Header]

    /// Creates headers with these fields, in order.
    public init(_ lines: [Header] = []) {
        self.lines = lines
    }

    /// Creates a header field for each pair of a literal, in order. Names may repeat.
    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { Header(name: $0.0, value: $0.1) }
    }
}
