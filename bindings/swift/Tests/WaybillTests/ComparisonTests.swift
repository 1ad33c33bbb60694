// The comparison through the package's public API: it returns complete reports, and throws errors.

import Foundation
import Testing
import Waybill

@Suite struct ComparisonTests {
    private let old = Data(#"{"openapi":"3.1.0","info":{"title":"t","version":"1.0.0"},"paths":{}}"#.utf8)
    private let new = Data(
        #"{"openapi":"3.1.0","info":{"title":"t","version":"1.1.0"},"paths":{"/flows":{"get":{"responses":{}}}}}"#.utf8)

    @Test func aReportCountsAddedOperations() throws {
        let report = try compare(previous: old, current: new, options: CompareOptions(previousName: "a.json", currentName: "b.json"))

        let json = try #require(try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
        let counts = try #require(json["counts"] as? [String: Any])
        #expect(counts["additive"] as? Int == 1)
        #expect(try report.render(.markdown).contains("/flows"))
    }

    @Test func anUnreadableDescriptionIsAnErrorOfKindComparison() {
        #expect {
            try compare(previous: Data("{".utf8), current: new)
        } throws: { error in
            let error = error as? WaybillError
            return error?.kind == .comparison && error?.retry == .never && error?.code.isEmpty == false
        }
    }
}
