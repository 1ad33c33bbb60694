// Measures the cost of a call, compared with a bare request of URLSession to the server at the given origin. Calls run one after
// another in alternating rounds, and fifty at once. Repeats this with a POST, which has its own connection. Prints microseconds
// and calls per second of the best round.

import Foundation
import Waybill

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Speed {
    var microseconds = Double.infinity
    var perSecond = 0.0

    mutating func take(_ other: Speed) {
        microseconds = min(microseconds, other.microseconds)
        perSecond = max(perSecond, other.perSecond)
    }

    var json: String { #"{"microseconds":\#(microseconds),"per_second":\#(perSecond)}"# }
}

@main struct MeasureCalls {
    private static let rounds = 10
    private static let atOnce = 50

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3, let calls = Int(words[2]) else { throw NoArguments() }
        let base = "\(words[1])/plain-call/measure-swift-\(ProcessInfo.processInfo.processIdentifier)/api/v1"
        let client = try WaybillClient(
            config: ClientConfig(
                environments: [Environment(name: "sandbox", kind: .sandbox, baseURL: base)], environment: "sandbox",
                credentials: [Credentials(environment: "sandbox", apiKey: Secret("canary-api-key"))]))
        let url = URL(string: base + "/things/c-1")!
        var speeds: [String: Speed] = [:]
        for _ in 0..<rounds {
            for (method, suffix) in [("GET", ""), ("POST", "_post")] {
                speeds["bare\(suffix)", default: Speed()].take(
                    try await measure(calls) { try await MeasureCalls.bare(method, url) })
                speeds["client\(suffix)", default: Speed()].take(
                    try await measure(calls) {
                        let answer = try await client.platform.send(
                            method, "/things/{id}", parameters: ["id": "c-1"], timeout: .seconds(30))
                        _ = try await answer.body.text()
                    })
            }
        }
        print("{" + speeds.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ",") + "}")
        await client.close()
    }

    private struct NoArguments: Error {}

    private static func bare(_ method: String, _ url: URL) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("Bearer canary-api-key", forHTTPHeaderField: "authorization")
        _ = try await URLSession.shared.data(for: request)
    }

    private static func measure(_ count: Int, _ call: @escaping @Sendable () async throws -> Void) async throws -> Speed {
        var start = ContinuousClock.now
        for _ in 0..<count { try await call() }
        let one = seconds(since: start) * 1e6 / Double(count)
        start = .now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<atOnce {
                group.addTask { for _ in 0..<(count / atOnce) { try await call() } }
            }
            try await group.waitForAll()
        }
        return Speed(microseconds: one, perSecond: Double(count) / seconds(since: start))
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
