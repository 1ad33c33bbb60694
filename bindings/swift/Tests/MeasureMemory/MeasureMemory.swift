// Measures the memory that N calls leave behind after the first 10,000: KiB of the process. The transport is in this process, and
// some calls fail.

import Foundation
import WaybillRust
@testable import Waybill

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The servers. They respond at once, except to a few calls in a thousand.
private final class Servers: ExchangeTransport {
    private let answered = Locked(0)

    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent) {
        let number = answered.withLock { answered in
            answered += 1
            return answered
        }
        DispatchQueue.global().async {
            if head.url.contains("/realms/") {
                let tokens = #"{"access_token":"access-\#(number)","expires_in":60,"refresh_token":"refresh-\#(number)"}"#
                return Servers.answer(exchange, 200, tokens)
            }
            switch number % 1_000 {
            case 7: Servers.answer(exchange, 401, #"{"title":"expired"}"#)
            case 17: Servers.answer(exchange, 503, "{}")
            case 27: exchange.ended(NotAnswered(sent: true, detail: "connection reset"))
            // There is no response. The caller's deadline ends the call.
            case 37: break
            default: Servers.answer(exchange, 200, "{}")
            }
        }
    }

    private static func answer(_ exchange: Exchange, _ status: Int, _ body: String) {
        exchange.received(Exchange.Head(status: status, headers: [Header(name: "content-type", value: "application/json")]))
        exchange.received(Data(body.utf8))
        exchange.ended(nil)
    }

    func close() {}
}

@main struct MeasureMemory {
    private static let warm = 10_000
    private static let atOnce = 50
    private static let outcomes = Locked((served: 0, failed: 0))

    static func main() async throws {
        guard let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) else { throw NoCount() }
        let configuration = ClientConfig(
            environments: [
                Environment(
                    name: "sandbox", kind: .sandbox, commerceURL: "https://c.example/api", authURL: "https://id.example")
            ],
            environment: "sandbox",
            credentials: [
                Waybill.Credentials(environment: "sandbox", login: Waybill.Login(realm: "acme", username: "ann", password: Secret("pass")))
            ])
        let engine = try Engine(config: WaybillRust.Config(configuration))
        let client = WaybillClient(engine: engine, transport: Servers(), onNote: nil)
        await makeCalls(client, warm)
        let before = try await resident()
        let start = ContinuousClock.now
        await makeCalls(client, count - warm)
        let milliseconds = (ContinuousClock.now - start).milliseconds
        let grown = try await resident() - before
        let (served, failed) = outcomes.withLock { $0 }
        print(#"{"milliseconds":\#(milliseconds),"process_kib":\#(grown),"served":\#(served),"failed":\#(failed)}"#)
        await client.close()
    }

    private struct NoCount: Error {}

    private static func makeCalls(_ client: WaybillClient, _ count: Int) async {
        let commerce = client.commerce(tenant: "tenant-1")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<atOnce {
                group.addTask {
                    for _ in 0..<(count / atOnce) { await makeCall(commerce) }
                }
            }
        }
    }

    private static func makeCall(_ commerce: PathFamily) async {
        do {
            let answer = try await commerce.send("GET", "/orders", timeout: .milliseconds(100))
            for try await _ in answer.body {}
            outcomes.withLock { $0.served += 1 }
        } catch {
            outcomes.withLock { $0.failed += 1 }
        }
    }

    /// Returns the resident memory of the process in KiB, once nothing is in flight.
    private static func resident() async throws -> Int {
        try await Task.sleep(for: .milliseconds(500))
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
