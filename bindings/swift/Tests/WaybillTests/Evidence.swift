// The folder of the shared tests, and the list of those that passed.
//
// The list is rewritten after each test, so that an interrupted run leaves its results.

import Foundation
@testable import Waybill

/// The repository's `tests/` folder.
let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../tests").standardizedFileURL

/// Returns the names of the folders or files in one of the folders of shared tests.
func entries(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: testsFolder.appendingPathComponent(folder).path).sorted()
}

/// Returns the names of the shared vectors of one kind that are files.
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
