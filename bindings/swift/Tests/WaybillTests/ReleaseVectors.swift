// The shared release and rewrite vectors. Arguments and results have the npm package's form. A multi-line text is a list of
// lines.

import Foundation
import Testing
import Waybill
import WaybillTestSupport

@Suite struct ReleaseVectors {
    @Test(arguments: try! vectorNames(of: "releases"))
    func theTextsAreTheExpectedOnes(_ name: String) throws {
        let vector = try JSON(file: folder("releases").appendingPathComponent("\(name).json"))
        guard vector["hosts"]?.list.contains(.string("swift")) == true else { return }
        let ofVector = try report(of: vector)
        var given: [JSON] = []
        var expected: [JSON] = []
        var found: [JSON] = []
        for step in vector["steps"]?.list ?? [] {
            let calls = ReleaseCalls(report: try step["report"].map(bytes) ?? ofVector)
            expected.append(.object(step.members.filter { $0.key == "gives" || $0.key == "fails" }))
            do {
                let result = try calls.call(step["call"]?.text ?? "", resolved(step["with"] ?? .null, given))
                given.append(result)
                found.append(.object(["gives": inLines(result)]))
            } catch let error as WaybillError {
                given.append(.null)
                let failure = ["code": JSON.string(error.code), "kind": .string(error.kind.rawValue)]
                found.append(.object(["fails": .object(failure)]))
            }
        }
        #expect(found == expected)
        if found == expected { Evidence.vector("releases/\(name)") }
    }

    @Test(arguments: try! vectorNames(of: "rewrite"))
    func everyAnswerOfAModelGetsTheExpectedVerdicts(_ name: String) throws {
        let vector = try JSON(file: folder("rewrite").appendingPathComponent("\(name).json"))
        guard vector["hosts"]?.list.contains(.string("swift")) == true else { return }
        let file = folder("rewrite").appendingPathComponent(vector["report"]?.text ?? "")
        let report = try readReport(try Data(contentsOf: file))
        var complaints: [String] = []
        for shared in vector["cases"]?.list ?? [] {
            let changes = shared["of"]?.list.compactMap(\.text) ?? []
            let text = try shared["text"]?.text ?? String(decoding: JSONEncoder().encode(shared["answer"]), as: UTF8.self)
            let checked = try report.checkModelAnswer(ModelAnswer(changes: changes, result: .text(text)))
            var verdicts = Dictionary(checked.refusals.map { ($0.id, "refused") }) { first, _ in first }
            verdicts.merge(checked.wording.map { ($0.id, "taken") }) { _, taken in taken }
            let expected = (shared["expect"]?.members ?? [:]).compactMapValues {
                $0.text?.split(separator: ":").first.map(String.init)
            }
            if verdicts != expected { complaints.append("\(shared["name"]?.text ?? ""): \(verdicts)") }
        }
        #expect(complaints.isEmpty)
        if complaints.isEmpty { Evidence.vector("rewrite/\(name)") }
    }

    /// Returns the report of the vector's descriptions, or the one that the vector contains.
    private func report(of vector: JSON) throws -> Data {
        let names = vector["descriptions"]?.list.compactMap(\.text) ?? []
        guard names.count == 2 else { return try vector["report"].map(bytes) ?? Data() }
        let files = try names.map { try Data(contentsOf: folder("releases").appendingPathComponent($0)) }
        let options = CompareOptions(previousName: names[0], currentName: names[1])
        return try compare(previous: files[0], current: files[1], options: options).json()
    }

    private func bytes(of report: JSON) throws -> Data {
        try report.text.map { Data($0.utf8) } ?? JSONEncoder().encode(report)
    }

    /// Resolves `lines` and `step` in arguments to their texts.
    private func resolved(_ value: JSON, _ given: [JSON]) -> JSON {
        switch value {
        case .array(let list): .array(list.map { resolved($0, given) })
        case .object(let members):
            if let lines = members["lines"] {
                .string(lines.list.compactMap(\.text).joined(separator: "\n"))
            } else if let step = members["step"]?.integer {
                given[Int(step) - 1]
            } else {
                .object(members.mapValues { resolved($0, given) })
            }
        case .null, .bool, .number, .string: value
        }
    }

    /// Returns a result with multi-line texts as lists.
    private func inLines(_ value: JSON) -> JSON {
        switch value {
        case .string(let text) where text.contains("\n"):
            .object(["lines": .array(text.split(separator: "\n", omittingEmptySubsequences: false).map { .string(String($0)) })])
        case .array(let list): .array(list.map(inLines))
        case .object(let members): .object(members.mapValues(inLines))
        case .null, .bool, .number, .string: value
        }
    }
}

private func folder(_ kind: String) -> URL {
    testsFolder.appendingPathComponent("vectors/\(kind)")
}
