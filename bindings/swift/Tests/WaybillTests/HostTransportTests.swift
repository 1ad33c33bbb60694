// A custom transport: its input, the meaning of its failures, and its possible mistakes.

import Foundation
import Testing
import WaybillTestSupport

@testable import Waybill

@Suite struct HostTransportTests {
    @Test func itIsGivenWholeRequestsAndPrintsNoSecretOfThem() async throws {
        let seen = Locked([TransportRequest]())
        let client = try client { request in
            seen.withLock { $0.append(request) }
            if request.url.contains("/realms/") {
                return answer(200, #"{"access_token":"canary-access","expires_in":60}"#)
            }
            return answer(200, "fine", [Header(name: "X-Answer", value: "1"), Header(name: "x-answer", value: "2")])
        }
        let response = try await client.platform.send(
            "POST", "/things", headers: ["a": "1", "b": "2", "a": "3"], body: .stream(pieces("one", "two")))
        #expect(response.headers.filter { $0.name == "x-answer" }.map(\.value) == ["1", "2"])
        #expect(try await response.body.text() == "fine")
        _ = try await client.commerce(tenant: "acme").send("GET", "/orders")

        let requests = seen.withLock { $0 }
        let call = try #require(requests.first)
        #expect("\(call.method) \(call.url)" == "POST https://p.example/api/v1/things")
        #expect(call.headers.filter { $0.name == "a" }.map(\.value) == ["1", "3"])
        guard case .stream(let bytes) = call.body else {
            Issue.record("the body is no stream")
            return
        }
        var sent = Data()
        for try await piece in bytes { sent.append(piece) }
        #expect(sent == Data("onetwo".utf8))
        var texts = ""
        for request in requests { dump(request, to: &texts) }
        #expect(!"\(requests) \(texts)".contains("canary"))
        await client.close()
    }

    @Test(arguments: TransportError.Reason.allCases)
    func itsReasonDecidesWhetherTheRequestCountsAsSent(_ reason: TransportError.Reason) async throws {
        let isSent = reason == .lost || reason == .timedOut
        let error = try await failure { _ in throw TransportError(reason) }
        #expect(error.code == (isSent ? "transport.lost" : "transport.not-sent"))
    }

    @Test func anyOtherErrorCountsAsSent() async throws {
        struct Odd: Error { let text = "canary" }
        for thrown in [Odd() as any Error, CancellationError(), URLError(.cannotConnectToHost)] {
            let error = try await failure { _ in throw thrown }
            #expect(error.code == "transport.lost")
            #expect(!"\(error)".contains("canary"))
        }
        for status in [0, -1, 70_000] {
            let error = try await failure { _ in answer(status, "") }
            #expect(error.code == "response.status")
        }
    }

    @Test func aBodyThatBreaksIsLost() async throws {
        struct Torn: Error {}
        let client = try client { _ in
            let (body, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
            continuation.yield(Data("begun".utf8))
            continuation.finish(throwing: Torn())
            return TransportResponse(status: 200, headers: [], body: body)
        }
        let response = try await client.platform.send("GET", "/things")
        await #expect {
            _ = try await response.body.text()
        } throws: { ($0 as? WaybillError)?.code == "transport.lost" }
        await client.close()
    }

    @Test func anAnswerIsReadNoFasterThanItIsTaken() async throws {
        let given = Locked(0)
        let client = try client { _ in
            TransportResponse(status: 200, headers: [], body: Endless(given: given))
        }
        let response = try await client.platform.send("GET", "/things")
        try await Task.sleep(for: .milliseconds(300))
        let before = given.withLock { $0 }
        #expect(before <= BodyBuffer.memoryLimit / Endless.pieceSize + 2)
        var got = 0
        for try await piece in response.body {
            got += piece.count
            if got > 2 * BodyBuffer.memoryLimit { break }
        }
        #expect(given.withLock { $0 } > before)
        await client.close()
    }

    @Test func cancellingAndDeadlinesEndIt() async throws {
        let seen = Locked((begun: 0, ended: 0))
        let client = try client { _ in
            seen.withLock { $0.begun += 1 }
            defer { seen.withLock { $0.ended += 1 } }
            try await Task.sleep(for: .seconds(3600))
            return answer(200, "")
        }
        await #expect {
            _ = try await client.platform.send("GET", "/things", timeout: .milliseconds(50))
        } throws: { ($0 as? WaybillError)?.code == "call.deadline" }
        // On a busy machine that call may have ended before its request began.
        let before = seen.withLock { $0.begun }
        let call = Task { try await client.platform.send("GET", "/things") }
        try await eventually { seen.withLock { $0.begun } > before }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
        try await eventually { seen.withLock { $0.ended == $0.begun } }
        await client.close()
    }

    @Test func tenThousandCallsAtOnceAreEachAnsweredOnceAndNeedOneLogin() async throws {
        let seen = Locked((calls: 0, logins: 0))
        let client = try client { request in
            await Task.yield()
            if request.url.contains("/realms/") {
                seen.withLock { $0.logins += 1 }
                return answer(200, #"{"access_token":"access","expires_in":3600}"#)
            }
            let number = seen.withLock { seen in
                seen.calls += 1
                return seen.calls
            }
            return answer(200, "\(number)")
        }
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10_000 {
                group.addTask { try await client.commerce(tenant: "acme").send("GET", "/orders").body.text() }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.count == 10_000)
        #expect(seen.withLock { $0.logins } == 1)
        await client.close()
    }

    // MARK: Shared types

    private struct Given: Transport {
        let work: @Sendable (TransportRequest) async throws -> TransportResponse

        func send(_ request: TransportRequest) async throws -> TransportResponse { try await work(request) }
    }

    private func client(
        _ work: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) throws -> WaybillClient {
        let environment = Environment(
            name: "sandbox", kind: .sandbox, baseURL: "https://p.example/api/v1", commerceURL: "https://p.example/api",
            authURL: "https://p.example")
        let login = Login(realm: "acme", username: "ada", password: Secret("canary-password"))
        let config = ClientConfig(
            environments: [environment], environment: "sandbox",
            credentials: [Credentials(environment: "sandbox", apiKey: Secret("canary-key"), login: login)])
        return try WaybillClient(config: config, transport: Given(work: work))
    }

    private func failure(
        _ work: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) async throws -> WaybillError {
        let client = try client(work)
        defer { Task { await client.close() } }
        do {
            _ = try await client.platform.send("POST", "/things")
        } catch let error as WaybillError {
            return error
        }
        throw NotFailed()
    }

    private struct NotFailed: Error {}

    /// An endless body that counts its pieces.
    private struct Endless: AsyncSequence, Sendable {
        typealias Element = Data
        static let pieceSize = 16 * 1024
        let given: Locked<Int>

        func makeAsyncIterator() -> Iterator { Iterator(given: given) }

        struct Iterator: AsyncIteratorProtocol {
            let given: Locked<Int>

            mutating func next() async -> Data? {
                given.withLock { $0 += 1 }
                return Data(count: Endless.pieceSize)
            }
        }
    }
}

private func pieces(_ texts: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
        texts.forEach { continuation.yield(Data($0.utf8)) }
        continuation.finish()
    }
}

private func answer(_ status: Int, _ text: String, _ headers: [Header] = []) -> TransportResponse {
    TransportResponse(status: status, headers: headers, body: pieces(text))
}
