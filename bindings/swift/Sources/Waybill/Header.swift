// Headers of a request or an answer. Values may be credentials (`set-cookie`), so their texts show names alone.

/// A header's name, in lower case, and its value.
public struct Header: Sendable, Hashable {
    /// The name, in lower case.
    public let name: String
    /// The value; URLSession joins repeated lines of an answer with `, `.
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

/// The headers of a request: every line in order, repeated names kept. A literal makes them: `["accept": "text/csv"]`.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// Every line.
    public var lines: [Header]

    /// These lines, in order.
    public init(_ lines: [Header] = []) {
        self.lines = lines
    }

    /// A line for each pair of a literal, in order, repeated names kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { Header(name: $0.0, value: $0.1) }
    }
}
