// The README's code for releases runs: its blocks are in ReadmeExamples.swift, and are called here.

import Foundation
import Testing
import Waybill

@Suite struct ReadmeTests {
    private let old = Data(
        #"{"openapi":"3.1.0","info":{"title":"t","version":"1.4.0"},"paths":{"/flows":{"get":{"responses":{}}}}}"#.utf8)
    private let new = Data(#"{"openapi":"3.1.0","info":{"title":"t","version":"1.5.0"},"paths":{}}"#.utf8)

    @Test func everyBlockWithFunctionsIsInTheExamples() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let readme = try String(contentsOf: here.appendingPathComponent("../../README.md"), encoding: .utf8)
        let examples = try String(contentsOf: here.appendingPathComponent("ReadmeExamples.swift"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }.filter { $0.contains("func ") }
        #expect(blocks.count == 6)
        for block in blocks { #expect(examples.contains(block), "\(block)") }
    }

    @Test(.enabled(if: MockClientTests.origin != nil, "WAYBILL_MOCK_ORIGIN names no `waybill mock`"))
    func mockServiceIsSeededAndCalledAsInTheReadme() async throws {
        let origin = try #require(MockClientTests.origin)
        let mock = try MockClient(environment: Environment(name: "local", kind: .development, mockURL: origin))
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let wsdl = try Data(contentsOf: here.appendingPathComponent("../../../../tests/mock/track/track.wsdl"))
        #expect(try await seedAndTrack(mock, wsdl: wsdl, number: "RP2026").contains("IN_TRANSIT"))
    }

    @Test func releaseIsAnnouncedAsInTheReadme() throws {
        let release = Release(version: "1.5.0", previous: "1.4.0", date: "2026-04-11")
        let (changelog, comment) = try announce(previous: old, current: new, release: release)
        #expect(changelog.contains("title: \"t 1.5.0\"") && changelog.contains("GET /flows"))
        #expect(comment.hasPrefix("<!-- waybill:comment description=Flows head=5d20e9b7 "))
        #expect(try next(after: "1.4.0", compare(previous: old, current: new)) == "2.0.0")
    }

    @Test func unreachableModelKeepsTheStandardTextAndHidesTheKey() async throws {
        // The port of the discard service has no listener.
        let options = ModelOptions(provider: .openai, baseURL: "http://127.0.0.1:9/v1")
        let report = try compare(previous: old, current: new)
        let found = try await rewrite(
            report, as: Release(version: "1.5.0", previous: "1.4.0"), by: options, key: "canary")
        #expect(found.worded == 0)
        #expect(found.refusals.map(\.reason) == ["there is no response: no whole answer came, tried 3 times"])
        #expect(!found.text.contains("canary"))
    }
}
