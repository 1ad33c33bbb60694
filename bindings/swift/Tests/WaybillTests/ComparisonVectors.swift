// The shared comparison cases: two descriptions in, the expected report out. The evidence lists those that ran.

import Foundation
import Testing
import Waybill
import WaybillTestSupport

@Suite struct ComparisonVectors {
    @Test(arguments: SharedTest.all(in: "vectors/compare"))
    func theReportIsTheExpectedOne(_ test: SharedTest) throws {
        let folder = testsFolder.appendingPathComponent("vectors/compare/\(test.name)")
        let shared = try JSON(file: folder.appendingPathComponent("case.json"))
        guard shared["hosts"]?.list.contains(.string("swift")) == true else { return }
        let (oldName, newName) = (shared["old"]?.text ?? "", shared["new"]?.text ?? "")
        let levels = shared["levels"]?.members.compactMapValues(\.text) ?? [:]

        let report = try compare(
            previous: Data(contentsOf: folder.appendingPathComponent(oldName)),
            current: Data(contentsOf: folder.appendingPathComponent(newName)),
            options: CompareOptions(
                previousName: oldName, currentName: newName, exclude: exclusions(shared["exclude"]), levels: levels),
            previousFiles: files(shared["old_files"], beside: folder.appendingPathComponent(oldName)),
            currentFiles: files(shared["new_files"], beside: folder.appendingPathComponent(newName)))

        let expected = try JSON(file: folder.appendingPathComponent("report.json"))
        let actual = try JSON(report.json()).comparable
        #expect(actual == expected)
        if actual == expected { Evidence.vector("compare/\(test.name)") }
    }

    private func exclusions(_ shared: JSON?) -> Exclusions {
        let texts = { (member: String) in shared?[member]?.list.compactMap(\.text) ?? [] }
        return Exclusions(tags: texts("tags"), paths: texts("paths"), internal: shared?["internal"] == .bool(true))
    }

    /// Returns the further files of a description, by their paths from its folder.
    private func files(_ paths: JSON?, beside root: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in paths?.list.compactMap(\.text) ?? [] {
            files[path] = try Data(contentsOf: root.deletingLastPathComponent().appendingPathComponent(path))
        }
        return files
    }
}

extension JSON {
    /// The report without the tool's version, and without sentences, which core's own test checks.
    fileprivate var comparable: JSON {
        let entries = { (name: String) in JSON.array(self[name]?.list.map { $0.without(["message", "why", "help", "advice", "no_witness"]) } ?? []) }
        let changed = ["changes": entries("changes"), "problems": entries("problems"), "verdict": self["verdict"]?.without(["sentence"]) ?? .null]
        return .object(without(["tool"]).members.merging(changed) { _, new in new })
    }

    private func without(_ names: Set<String>) -> JSON {
        .object(members.filter { !names.contains($0.key) })
    }
}
