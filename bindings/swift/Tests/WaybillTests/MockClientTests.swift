// The mock service's client, against a running mock service, and against responses in the platform's format.

import Foundation
import Testing
import WaybillTestSupport

@testable import Waybill

@Suite struct MockClientTests {
    @Test func itExistsInDevelopmentAlone() {
        for kind in [Environment.Kind.staging, .sandbox, .production] {
            #expect(code { _ = try MockClient(environment: Environment(name: "other", kind: kind, mockURL: "http://mock")) } == "environment.mock-outside-development")
        }
        #expect(code { _ = try MockClient(environment: Environment(name: "local", kind: .development)) } == "environment.no-url")
    }

    static let origin = ProcessInfo.processInfo.environment["WAYBILL_MOCK_ORIGIN"].flatMap { $0.isEmpty ? nil : $0 }

    @Test(.enabled(if: origin != nil, "WAYBILL_MOCK_ORIGIN names no `waybill mock`"))
    func aRunningMockServiceIsSeededCalledLoggedAndCounted() async throws {
        let origin = try #require(MockClientTests.origin)
        let client = try MockClient(environment: Environment(name: "local", kind: .development, mockURL: origin))
        try await client.waitUntilUp(timeout: .seconds(30))
        #expect(try await client.checkHealth().isUp)
        let carrier = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../tests/mock/carriers/tramonta/ShipService_v21.wsdl")
        let good = ServiceDefinition([DefinitionFile(path: "ShipService_v21.wsdl", content: try Data(contentsOf: carrier))])
        let seeded = try await client.seed([good, ServiceDefinition([DefinitionFile(path: "broken.wsdl", text: "<definitions")])])
        #expect(seeded.map { $0.failure == nil } == [true, false])
        let service = try #require(seeded.first?.services.first)
        let listed = try #require(try await client.listServices().first { $0.name == service.name && $0.version == service.version })
        #expect(listed.type == "SOAP_HTTP")
        let operation = try #require(listed.operations.first?.name)
        let reply = try await client.callSoap(
            SoapCall(service: service.name, version: service.version, operation: operation, payload: "<Unknown xmlns='urn:x'/>"))
        #expect(reply.isFault && reply.envelope.contains("Fault"))
        let page = try await client.listInvocations(service: service.name, version: service.version, page: 0, size: 1)
        #expect(page.entries.first?.valid == false)
        #expect(page.entries.first?.request?.body?.contains("urn:x") == true)
        #expect(try await client.readMetrics().contains { $0.name == "waybill_mock_requests_total" && $0.labels["service"] == service.name })
        #expect(String(decoding: try await client.exportServices(), as: UTF8.self).contains(service.name))

        let missing = await failure {
            _ = try await client.callSoap(SoapCall(service: "Other", version: "1.0", operation: "Find", payload: "<Find/>"))
        }
        #expect(missing?.code == "service.unknown" && missing?.remedy == "import the definition; use the exact path")
        #expect(missing?.message.contains("Other:1.0 is not imported; imported: ") == true)
        let refused = await failure { _ = try await client.upload(ServiceDefinition([DefinitionFile(path: "a.wsdl", text: "<a")])) }
        #expect(refused?.code == "import.refused")
        let outside = await failure {
            _ = try await client.callSoap(
                SoapCall(service: "A", version: "1", operation: "A", payload: "<A/>", namespace: "urn:carrier"))
        }
        #expect(outside?.code == "request.invalid")
    }

    @Test func platformResponsesAreReadAndNoCredentialIsSent() async throws {
        let sent = Locked([TransportRequest]())
        let client = try mockClient { request in
            let asked = sent.withLock { sent in
                sent.append(request)
                return sent.count
            }
            if request.url.hasSuffix("/api/health") {
                return asked < 3 ? answer(502, "") : answer(200, #"{"status":"UP"}"#)
            }
            if request.url.hasSuffix("/api/artifact/upload") { return answer(201, "Track:1.0", type: "text/plain") }
            return answer(200, #"[{"name":"Track","version":"1.0","type":"SOAP_HTTP","operations":[]}]"#)
        }
        let seeded = try await client.seed([ServiceDefinition([DefinitionFile(path: "track.wsdl", text: "<a/>")])])
        #expect(seeded.map(\.failure) == [nil])
        let requests = sent.withLock { $0 }
        #expect(requests.map(\.method) == ["GET", "GET", "GET", "POST", "GET"])
        #expect(!requests.contains { $0.headers.contains { ["authorization", "cookie"].contains($0.name) } })
    }

    @Test func hangingUnreachableAndForeignServersAreDistinguished() async throws {
        let hanging = try mockClient { _ in
            try await Task.sleep(for: .seconds(3600))
            return answer(200, "")
        }
        let late = await failure { try await hanging.waitUntilUp(timeout: .milliseconds(300)) }
        #expect(late?.code == "mock.not-up" && late?.message.hasSuffix("the response did not arrive in time") == true)
        let down = try mockClient { _ in throw TransportError(.notConnected) }
        #expect(await failure { try await down.waitUntilUp(timeout: .zero) }?.code == "mock.not-up")
        #expect(await failure { _ = try await down.checkHealth() }?.code == "transport.not-sent")
        let other = try mockClient { _ in answer(200, "<html>") }
        #expect(await failure { try await other.waitUntilUp() }?.code == "mock.other-server")
        // Over URLSession, to a port without a listener.
        let nobody = try MockClient(environment: Environment(name: "local", kind: .development, mockURL: "http://127.0.0.1:1"))
        #expect(await failure { try await nobody.waitUntilUp(timeout: .milliseconds(300)) }?.code == "mock.not-up")
    }

    @Test func cancellingEndsACall() async throws {
        let isAsked = Locked(false)
        let client = try mockClient { _ in
            isAsked.withLock { $0 = true }
            try await Task.sleep(for: .seconds(3600))
            return answer(200, "")
        }
        let call = Task { try await client.readMetrics() }
        try await eventually { isAsked.withLock { $0 } }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
    }
}

private func mockClient(
    _ act: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
) throws -> MockClient {
    let environment = Environment(name: "local", kind: .development, mockURL: "http://mock:8080")
    return try MockClient(environment: environment, transport: ActingTransport(act: act))
}

private struct ActingTransport: Transport {
    let act: @Sendable (TransportRequest) async throws -> TransportResponse

    func send(_ request: TransportRequest) async throws -> TransportResponse { try await act(request) }
}

private func answer(_ status: Int, _ text: String, type: String = "application/json") -> TransportResponse {
    let body = AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(text.utf8))
        continuation.finish()
    }
    return TransportResponse(status: status, headers: [Header(name: "Content-Type", value: type)], body: body)
}

private func failure(_ call: () async throws -> Void) async -> WaybillError? {
    do {
        try await call()
        return nil
    } catch {
        return error as? WaybillError
    }
}

private func code(_ make: () throws -> Void) -> String? {
    do {
        try make()
        return nil
    } catch {
        return (error as? WaybillError)?.code
    }
}
