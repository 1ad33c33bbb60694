// Callers that read late, and infinite timeouts.

import Foundation
import Testing
import WaybillTestSupport

@testable import Waybill

@Suite struct ImpoliteCallerTests {
    @Test func lateReaderGetsTheWholeBody() async throws {
        let body = BodyBuffer(limit: 1_000_000)
        let sent = pattern(900_000)
        #expect(append(sent, to: body) == 900_000)
        body.finish(.success(()))
        #expect(try await read(body) == sent)
    }

    @Test func beyondTheLimitTheBodyFails() async throws {
        let body = BodyBuffer(limit: 500_000)
        let taken = append(pattern(900_000), to: body)
        #expect(taken <= 500_000)
        await #expect {
            _ = try await read(body)
        } throws: { ($0 as? WaybillError)?.code == "body.behind" }
    }

    @Test func aLongBodyTakesNoMoreThanTheLimit() async throws {
        // The reader lags behind, and the file is overwritten many times.
        let body = BodyBuffer(limit: 700_000)
        let piece = pattern(50_000)
        var (sent, got) = (Data(), Data())
        for round in 0..<200 {
            #expect(body.append(piece), "round \(round)")
            sent.append(piece)
            while sent.count - got.count > 600_000 { got.append(try await body.next() ?? Data()) }
        }
        body.finish(.success(()))
        got.append(try await read(body))
        #expect(got == sent)
    }

    @Test func aConfigurationsFieldsAreNamedAsSwiftSpellsThem() {
        let http = Environment(name: "sandbox", kind: .sandbox, baseURL: "http://p.example/api/v1")
        let https = Environment(name: "sandbox", kind: .sandbox, baseURL: "https://p.example/api/v1")
        let wrongURL = ClientConfig(environments: [http], environment: "sandbox", credentials: [])
        var wrongTime = ClientConfig(environments: [https], environment: "sandbox", credentials: [])
        wrongTime.tokenTimeout = .zero
        for (field, config) in ["baseURL": wrongURL, "tokenTimeout": wrongTime] {
            #expect {
                _ = try WaybillClient(config: config)
            } throws: { ($0 as? WaybillError)?.message.hasPrefix("`\(field)` ") == true }
        }
    }

    @Test func timesWithoutEndAreNoLimit() async throws {
        let environment = Environment(name: "sandbox", kind: .sandbox, baseURL: "http://127.0.0.1:1/api/v1")
        let config = ClientConfig(
            environments: [environment], environment: "sandbox",
            credentials: [Credentials(environment: "sandbox", apiKey: Secret("key-1"))])
        let client = try WaybillClient(config: config)
        let expected: [(Duration, String)] = [
            (.seconds(Int64.max), "transport.not-sent"), (.seconds(Int64.max / 1000), "transport.not-sent"),
            (.zero, "call.deadline"), (.seconds(-1), "call.deadline"), (.seconds(Int64.min), "call.deadline"),
        ]
        for (timeout, code) in expected {
            await #expect {
                _ = try await client.platform.send("GET", "/x", timeout: timeout)
            } throws: { ($0 as? WaybillError)?.code == code }
        }
    }

    /// Appends in pieces. Returns the number of accepted bytes.
    private func append(_ data: Data, to body: BodyBuffer) -> Int {
        var taken = 0
        while taken < data.count {
            let piece = data[taken..<min(taken + 60_000, data.count)]
            guard body.append(Data(piece)) else { return taken }
            taken += piece.count
        }
        return taken
    }

    private func read(_ body: BodyBuffer) async throws -> Data {
        var data = Data()
        while let piece = try await body.next() { data.append(piece) }
        return data
    }

    private func pattern(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }) }
}
