// Forwarding for a mobile app: the core decides, the client sends, and no response shows the app how the back end is authorised.

import Foundation
import Testing
import WaybillTestSupport

@testable import Waybill

@Suite struct ForwarderTests {
    private let seen = Locked([TransportRequest]())

    @Test func listedRequestIsForwardedWithTheBackEndsKeyOnly() async throws {
        let forwarder = try forwarder { _ in
            respond(200, "done", [Header(name: "content-type", value: "application/json"), Header(name: "set-cookie", value: "a=b")])
        }
        let foreign: Headers = [
            "content-type": "application/json", "content-length": "2", "Authorization": "Bearer app", "Cookie": "c=d", "X-Tenant": "other",
        ]
        let request = InboundRequest(requestID: "r-1", method: "POST", target: "/flows/f-1/execute", headers: foreign, hasBody: true)
        let asked = try authorize(forwarder, request)
        #expect((asked.user, asked.operation) == ("ann", "run-flow"))
        #expect(asked.parameters == ["flowId": "f-1"])
        let answer = try await asked.permit(body: .text("{}"))
        #expect(answer.status == 200)
        #expect(answer.headers.map(\.name) == ["cache-control", "content-type"])
        #expect(try await text(answer) == "done")
        let sent = try #require(seen.withLock { $0.first })
        #expect("\(sent.method) \(sent.url)" == "POST https://p.example/api/v1/flows/f-1/execute")
        #expect(sent.headers.filter { $0.name == "authorization" }.map(\.value) == ["Bearer \(key)"])
        #expect(!sent.headers.contains { ["cookie", "x-tenant"].contains($0.name) })
    }

    @Test func unlistedForeignAndSessionlessRequestsAreNotForwarded() async throws {
        let forwarder = try forwarder { _ in respond(200, "") }
        let expected = [
            (post("/flows/f-9/execute"), 404), (get("//flows/f-1"), 404), (get("/flows/%2e%2e"), 404), (get("/flows/a%2fb"), 404),
            (get("http://platform.example/flows/f-1"), 404), (post("/flows/f-1/execute", type: "text/plain"), 415),
            (post("/flows/f-1/execute", length: "200"), 413),
        ]
        for (request, status) in expected {
            guard case .answer(let refusal) = try forwarder.receive(request, session: session) else {
                Issue.record("\(request.target) is forwarded")
                continue
            }
            #expect(refusal.status == status, "\(request.target)")
            #expect(try await text(refusal).utf8.count == refusal.body.count)
        }
        guard case .answer(let refusal) = try forwarder.receive(get("/flows/f-1")) else { throw Unexpected() }
        #expect(refusal.status == 401)
        #expect(try authorize(forwarder, get("/flows/f-1")).deny().status == 404)
        #expect(seen.withLock { $0.isEmpty })
    }

    @Test(arguments: [(401, 502), (403, 404), (404, 404), (302, 502), (503, 502), (429, 503), (400, 400)])
    func platformFailuresAreHiddenFromTheApp(_ status: Int, _ expected: Int) async throws {
        let forwarder = try forwarder { _ in respond(status, "internal \(key)", [Header(name: "location", value: "/keys")]) }
        let answer = try await authorize(forwarder, get("/flows/f-1")).permit()
        #expect(answer.status == expected)
        #expect(!"\(try await text(answer)) \(answer.log ?? "") \(answer.headers.map(\.value))".contains("canary"))
    }

    @Test func anErrorThatIsListedPassesWithItsBody() async throws {
        let forwarder = try forwarder { _ in respond(422, #"{"field":"name"}"#) }
        let answer = try await authorize(forwarder, post("/flows/f-1/execute")).permit(body: .text("{}"))
        #expect(answer.status == 422)
        #expect(try await text(answer) == #"{"field":"name"}"#)
    }

    @Test func aBodyOfUnknownLengthIsCutWhereTheListEndsIt() async throws {
        let forwarder = try forwarder { request in
            if case .stream(let bytes) = request.body { for try await _ in bytes {} }
            return respond(200, "")
        }
        let headers: Headers = ["content-type": "application/json", "transfer-encoding": "chunked"]
        let chunked = InboundRequest(requestID: "r-1", method: "POST", target: "/flows/f-1/execute", headers: headers, hasBody: true)
        for (count, status) in [(101, 413), (100, 200)] {
            #expect(try await authorize(forwarder, chunked).permit(body: .stream(pieces(count))).status == status)
            #expect(try await authorize(forwarder, chunked).permit(body: .bytes(Data(count: count))).status == status)
        }
        let gone = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Unexpected()) }
        #expect(try await authorize(forwarder, chunked).permit(body: .stream(gone)).status == 502)
    }

    @Test func aBodyThatRepeatsTheKeyIsCutBeforeItAlsoWhereTwoPiecesShareIt() async throws {
        let forwarder = try forwarder { _ in
            let parts = [Data("before \(key.prefix(9))".utf8), Data("\(key.dropFirst(9)) behind".utf8)]
            return TransportResponse(status: 200, headers: [], body: AsyncStream { stream in
                for part in parts { stream.yield(part) }
                stream.finish()
            })
        }
        var pieces = try await authorize(forwarder, get("/flows/f-1")).permit().body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("before ".utf8))
        #expect(await code { _ = try await pieces.next() } == "forward.credential")
        #expect(try room(forwarder) == 2)
    }

    @Test func aKeyThatWasRotatedMeanwhileIsLookedForToo() async throws {
        let held = Locked<WaybillClient?>(nil)
        let client = try client { _ in
            try held.withLock { $0 }?.setCredentials(Credentials(environment: "sandbox", apiKey: Secret("canary-rotated-key")))
            return respond(200, "x canary-rotated-key")
        }
        held.withLock { $0 = client }
        var pieces = try await authorize(Forwarder(client: client, list: list()), get("/flows/f-1")).permit().body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("x ".utf8))
        await client.close()
        held.withLock { $0 = nil }
    }

    @Test func anAppThatGoesAwayEndsTheCall() async throws {
        let dropped = Locked(false)
        let forwarder = try forwarder { _ in
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                dropped.withLock { $0 = true }
                throw error
            }
            return respond(200, "")
        }
        let call = Task { try await authorize(forwarder, get("/flows/f-1")).permit() }
        try await eventually { !seen.withLock { $0.isEmpty } }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
        try await eventually { dropped.withLock { $0 } }
        #expect(try room(forwarder) == 2)
    }

    @Test func platformThatHangsIsATimeoutAndADecisionIsMadeOnce() async throws {
        let client = try client { _ in
            try await Task.sleep(for: .seconds(3600))
            return respond(200, "")
        }
        let asked = try authorize(Forwarder(client: client, list: list(timeoutSeconds: 1)), get("/flows/f-1"))
        #expect(await code { _ = try await asked.permit(body: .text("the request has none")) } == "request.body")
        #expect(try await asked.permit().status == 504)
        #expect(await code { _ = try asked.deny() } == "forward.request")
    }

    @Test func permitAfterCloseThrowsTheClosedError() async throws {
        let client = try client { _ in respond(200, "") }
        let asked = try authorize(Forwarder(client: client, list: list()), get("/flows/f-1"))
        await client.close()
        #expect(await code { _ = try await asked.permit() } == "client.closed")
        #expect(seen.withLock { $0.isEmpty })
    }

    @Test func permitRacingCloseIsAnsweredOrThrowsTheClosedError() async throws {
        for _ in 0 ..< 50 {
            let client = try client { _ in respond(200, "") }
            let forwarder = try Forwarder(client: client, list: list(concurrent: 16))
            let waiting = try (0 ..< 16).map { _ in try authorize(forwarder, get("/flows/f-1")) }
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for asked in waiting {
                    group.addTask {
                        await code {
                            let answer = try await asked.permit()
                            #expect([200, 503].contains(answer.status))
                        }
                    }
                }
                group.addTask {
                    await client.close()
                    return nil
                }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(outcomes.subtracting([nil, "client.closed"]).isEmpty, "\(outcomes)")
        }
    }

    @Test func droppedRequestsMakeRoom() async throws {
        let forwarder = try forwarder { _ in respond(200, "a body that nobody reads") }
        for _ in 0 ..< 5 {
            _ = try authorize(forwarder, get("/flows/f-1"))
            _ = try await authorize(forwarder, get("/flows/f-1")).permit()
        }
        #expect(try room(forwarder) == 2)
    }

    @Test func invalidListsAndSessionsAreNamedAndAppDataIsHidden() async throws {
        let client = try client { _ in respond(200, "") }
        #expect(await code { _ = try Forwarder(client: client, list: "{}") } == "forward.list")
        let forwarder = try Forwarder(client: client, list: list())
        for session in [Session(user: "", claims: "{}"), Session(user: "ann", claims: "[]")] {
            #expect(await code { _ = try forwarder.receive(get("/flows/f-1"), session: session) } == "forward.session")
        }
        let request = InboundRequest(requestID: "r", method: "GET", target: "/flows/canary", headers: ["a": "canary"], hasBody: false)
        let asked = try forwarder.receive(request, session: Session(user: "canary", claims: #"{"a":"canary"}"#))
        var texts = "\(request) \(Session(user: "canary", claims: "canary")) \(asked)"
        dump(request, to: &texts)
        dump(asked, to: &texts)
        #expect(!texts.contains("canary"), "\(texts)")
    }

    // MARK: Set-up

    private struct Unexpected: Error {}

    private let session = Session(user: "ann", claims: #"{"flows":["f-1","f-2"]}"#)

    private func client(_ platform: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) throws -> WaybillClient {
        let environment = Environment(name: "sandbox", kind: .sandbox, baseURL: "https://p.example/api/v1")
        let config = ClientConfig(
            environments: [environment], environment: "sandbox", credentials: [Credentials(environment: "sandbox", apiKey: Secret(key))])
        return try WaybillClient(config: config, transport: Platform { [seen] request in
            seen.withLock { $0.append(request) }
            return try await platform(request)
        })
    }

    private func forwarder(_ platform: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) throws -> Forwarder {
        try Forwarder(client: client(platform), list: list())
    }

    private func authorize(_ forwarder: Forwarder, _ request: InboundRequest) throws -> Authorization {
        guard case .authorize(let asked) = try forwarder.receive(request, session: session) else { throw Unexpected() }
        return asked
    }

    private func code(_ call: () async throws -> Void) async -> String? {
        do {
            try await call()
            return nil
        } catch {
            return (error as? WaybillError)?.code
        }
    }

    /// Returns the number of further requests that may be in progress. The list allows two.
    private func room(_ forwarder: Forwarder) throws -> Int {
        var waiting: [Authorization] = []
        while case .authorize(let asked) = try forwarder.receive(get("/flows/f-1"), session: session) { waiting.append(asked) }
        return waiting.count
    }

    private func get(_ target: String) -> InboundRequest {
        InboundRequest(requestID: "r-1", method: "GET", target: target, headers: [:], hasBody: false)
    }

    private func post(_ target: String, type: String = "application/json", length: String = "2") -> InboundRequest {
        let headers: Headers = ["content-type": type, "content-length": length]
        return InboundRequest(requestID: "r-1", method: "POST", target: target, headers: headers, hasBody: true)
    }

    private func text(_ answer: AppAnswer) async throws -> String {
        var whole = Data()
        for try await piece in answer.body { whole.append(piece) }
        return String(decoding: whole, as: UTF8.self)
    }

    private func pieces(_ count: Int) -> AsyncStream<Data> {
        AsyncStream { stream in
            for _ in 0 ..< count { stream.yield(Data("x".utf8)) }
            stream.finish()
        }
    }
}

private struct Platform: Transport {
    let carry: @Sendable (TransportRequest) async throws -> TransportResponse

    init(_ carry: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) { self.carry = carry }

    func send(_ request: TransportRequest) async throws -> TransportResponse { try await carry(request) }
}

private let key = "canary-api-key-0123456789"

/// Only broken code reaches the timeout, except in tests of the timeout.
private func list(timeoutSeconds: Int = 60, concurrent: Int = 2) -> String {
    """
    {
      "limits": {"bodyBytes": 1000, "timeoutSeconds": \(timeoutSeconds), "concurrent": \(concurrent), "requestsPerMinute": 1000},
      "operations": [
        {"name": "run-flow", "route": "platform", "method": "POST", "template": "/flows/{flowId}/execute",
         "path": {"flowId": {"claim": "flows"}}, "mediaTypes": ["application/json"], "bodyBytes": 100, "errorBodies": [422]},
        {"name": "flow", "route": "platform", "method": "GET", "template": "/flows/{flowId}", "path": {"flowId": {"any": "looked up"}}}
      ]
    }
    """
}

private func respond(_ status: Int, _ text: String, _ headers: [Header] = []) -> TransportResponse {
    TransportResponse(status: status, headers: headers, body: AsyncStream { stream in
        if !text.isEmpty { stream.yield(Data(text.utf8)) }
        stream.finish()
    })
}
