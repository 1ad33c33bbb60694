// A JSON value, for vectors and scripts whose members differ between files.

import Foundation

package enum JSON: Equatable, Sendable, Codable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    package init(_ data: Data) throws {
        self = try JSONDecoder().decode(JSON.self, from: data)
    }

    package init(file: URL) throws {
        try self.init(Data(contentsOf: file))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            if let integer { try container.encode(integer) } else { try container.encode(number) }
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let members): try container.encode(members)
        }
    }

    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self, let member = members[name], member != .null else { return nil }
        return member
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    package var integer: Int64? {
        if case .number(let number) = self { Int64(number) } else { nil }
    }

    package var list: [JSON] {
        if case .array(let list) = self { list } else { [] }
    }

    package var members: [String: JSON] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The names and values of `[["name", "value"], ..]`.
    package var pairs: [(name: String, value: String)] {
        list.map { ($0.list.first?.text ?? "", $0.list.last?.text ?? "") }
    }

    /// The same value with every string changed.
    package func mapText(_ change: (String) -> String) -> JSON {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let list): .array(list.map { $0.mapText(change) })
        case .object(let members): .object(members.mapValues { $0.mapText(change) })
        case .null, .bool, .number: self
        }
    }

    /// The same value without members that are null or empty: in a vector, missing means the same.
    package var withoutEmpty: JSON {
        switch self {
        case .object(let members):
            .object(members.mapValues(\.withoutEmpty).filter { ![.null, .string(""), .array([])].contains($0.value) })
        case .array(let list): .array(list.map(\.withoutEmpty))
        case .null, .bool, .number, .string: self
        }
    }
}
