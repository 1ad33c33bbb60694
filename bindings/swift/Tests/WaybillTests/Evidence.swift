// Where the shared tests lie, and the list of those that ran and passed.
//
// The list is written anew after each one: a run that is cut off leaves what it has shown.

import Foundation
@testable import Waybill

/// `tests/` of the repository.
let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../tests").standardizedFileURL

/// The folders or files in one of the folders of shared tests, by name.
func entries(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: testsFolder.appendingPathComponent(folder).path).sorted()
}

/// The names of the shared vectors of one kind that are files.
func vectorNames(of kind: String) throws -> [String] {
    try entries(of: "vectors/\(kind)").filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
}

enum Evidence {
    private static let passed = Locked((vectors: Set<String>(), drivers: Set<String>()))

    static func vector(_ name: String) {
        write { $0.vectors.insert(name) }
    }

    static func driver(_ name: String) {
        write { $0.drivers.insert(name) }
    }

    private static func write(_ add: (inout (vectors: Set<String>, drivers: Set<String>)) -> Void) {
        passed.withLock { passed in
            add(&passed)
            guard let folder = ProcessInfo.processInfo.environment["WAYBILL_EVIDENCE"], !folder.isEmpty else { return }
            let list: [String: Any] = [
                "host": "swift", "vectors": passed.vectors.sorted(), "drivers": passed.drivers.sorted(),
            ]
            let file = URL(fileURLWithPath: folder).appendingPathComponent("swift.json")
            try? JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted]).write(to: file)
        }
    }
}
