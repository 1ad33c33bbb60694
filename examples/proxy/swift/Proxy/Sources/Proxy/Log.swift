// The log: a line of JSON for each event on standard output.

import Foundation

enum Log {
    static func write(_ message: String, level: String = "info", _ fields: [String: String] = [:]) {
        var line = fields
        line["level"] = level
        line["message"] = message
        line["time"] = ISO8601DateFormatter().string(from: Date())
        guard let text = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes]) else { return }
        // Where nobody reads the log any more there is nobody to tell.
        try? FileHandle.standardOutput.write(contentsOf: text + Data("\n".utf8))
    }
}
