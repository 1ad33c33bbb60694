// Uploads whose source fails: the call fails, and the server never receives a request that looks complete.

import Foundation
import Testing

@testable import Waybill

@Suite struct UploadTests {
    private struct Torn: Error {}

    /// Ten of them exceed the buffer of `UploadStream`.
    private static let pieceSize = 50_000

    @Test(arguments: [0, 1, 10], [0, 5])
    func streamThatFailsLeavesItsRequestIncomplete(_ pieces: Int, _ pauseMilliseconds: Int) async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        for _ in 0 ..< 5 {
            let torn = AsyncThrowingStream<Data, any Error> { continuation in
                Task {
                    for _ in 0 ..< pieces {
                        continuation.yield(Data(count: UploadTests.pieceSize))
                        if pauseMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(pauseMilliseconds)) }
                    }
                    continuation.finish(throwing: Torn())
                }
            }
            await #expect(throws: Torn.self) {
                _ = try await client.platform.send("POST", "/things", body: .stream(torn))
            }
            let received = await server.next()
            #expect(received?.isWhole == false, "\(String(describing: received))")
        }
        await client.close()
    }

    @Test func streamThatFailedBeforeItsCallIsNeverSent() async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        for _ in 0 ..< 5 {
            await #expect(throws: Torn.self) {
                let torn = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Torn()) }
                _ = try await client.platform.send("POST", "/things", body: .stream(torn))
            }
            let received = await server.next()
            #expect(received?.isWhole == false, "\(String(describing: received))")
        }
        await client.close()
    }

    @Test(arguments: [0, 1, 3])
    func streamThatEndsArrivesWhole(_ pieces: Int) async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        let body = AsyncStream<Data> { continuation in
            for _ in 0 ..< pieces { continuation.yield(Data(count: UploadTests.pieceSize)) }
            continuation.finish()
        }
        #expect(try await client.platform.send("POST", "/things", body: .stream(body)).status == 200)
        #expect(await server.next() == UploadServer.Received(bodyBytes: pieces * UploadTests.pieceSize, isWhole: true))
        await client.close()
    }

    @Test func cancelledUploadLeavesItsRequestIncomplete() async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        let (endless, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.yield(Data(count: UploadTests.pieceSize))
        let call = Task { _ = try await client.platform.send("POST", "/things", body: .stream(endless)) }
        await server.waitForBytes()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await server.next()?.isWhole == false)
        await client.close()
    }

    @Test func cancelledReaderOfBytesFails() async {
        let (endless, continuation) = AsyncStream<Data>.makeStream()
        let reader = Task { for try await _ in ByteStream(endless) {} }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        continuation.finish()
    }

    @Test(arguments: ["missing", "folder"])
    func fileThatCannotBeReadIsNotSent(_ name: String) async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID())")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(throws: WaybillError.self) {
            let file = RequestBody.file(folder.appendingPathComponent(name))
            _ = try await client.platform.send("POST", "/things", body: file, timeout: .seconds(2))
        }
        await client.close()
        #expect(server.wholeRequests.withLock { $0 } == 0)
    }

    @Test func forwardedBodyBeyondItsLimitLeavesItsRequestIncomplete() async throws {
        let server = try UploadServer()
        let client = try client(of: server)
        let list = """
            {"operations": [{"name": "add", "route": "platform", "method": "POST", "template": "/things",
              "mediaTypes": ["application/json"], "bodyBytes": 10}]}
            """
        let forwarder = try Forwarder(client: client, list: list)
        let headers: Headers = ["content-type": "application/json", "transfer-encoding": "chunked"]
        let request = InboundRequest(requestID: "r-1", method: "POST", target: "/things", headers: headers, hasBody: true)
        guard case .authorize(let asked) = try forwarder.receive(request, session: Session(user: "ann", claims: "{}")) else {
            Issue.record("the request was rejected")
            return
        }
        let long = AsyncStream<Data> { continuation in
            continuation.yield(Data(count: 11))
            continuation.finish()
        }
        #expect(try await asked.permit(body: .stream(long)).status == 413)
        #expect(await server.next()?.isWhole == false)
        await client.close()
    }

    private func client(of server: UploadServer) throws -> WaybillClient {
        let environment = Environment(name: "development", kind: .development, baseURL: "http://127.0.0.1:\(server.port)/api/v1")
        let key = Credentials(environment: "development", apiKey: Secret("canary-key"))
        return try WaybillClient(config: ClientConfig(environments: [environment], environment: "development", credentials: [key]))
    }
}
