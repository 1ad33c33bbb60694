// The shared forward vectors, through a client whose transport returns the step's response.

import Foundation
import Testing
@testable import Waybill
import WaybillTestSupport

@Suite struct ForwardVectors {
    @Test(arguments: try! vectorNames(of: "forward"))
    func theAnswersAreTheExpectedOnes(_ name: String) async throws {
        let folder = testsFolder.appendingPathComponent("vectors/forward")
        let vector = try JSON(file: folder.appendingPathComponent("\(name).json"))
        guard vector["hosts"]?.list.contains(.string("swift")) == true else { return }
        let list = try String(contentsOf: folder.appendingPathComponent(vector["list"]?.text ?? ""), encoding: .utf8)
        let platform = Platform()
        let key = vector.members["apiKey"] == .null ? nil : "canary-api-key-0123456789"
        let client = try client(key, platform)
        let forwarder = try Forwarder(client: client, list: list)
        // Undecided requests stay in progress as long as they are referenced.
        var held: [Received] = []
        var isAsExpected = true
        for (at, step) in (vector["steps"]?.list ?? []).enumerated() {
            platform.state.withLock { $0 = (step["platform"], nil) }
            var given = try await take(step, forwarder, &held)
            if let sent = platform.state.withLock({ $0.sent }) { given["sent"] = sent }
            #expect(JSON.object(given) == step["expect"], "step \(at + 1)")
            isAsExpected = isAsExpected && JSON.object(given) == step["expect"]
        }
        await client.close()
        if isAsExpected { Evidence.vector("forward/\(name)") }
    }

    private func client(_ key: String?, _ platform: Platform) throws -> WaybillClient {
        let environment = Environment(
            name: "sandbox", kind: .sandbox, baseURL: "https://platform.example/api/v1",
            proxyURL: "https://platform.example/api/commerce")
        let credentials = key.map { [Credentials(environment: "sandbox", apiKey: Secret($0))] } ?? []
        let config = ClientConfig(environments: [environment], environment: "sandbox", credentials: credentials)
        return try WaybillClient(config: config, transport: platform)
    }

    /// Handles one request. Returns the host's question, the app's response and the log entry.
    private func take(_ step: JSON, _ forwarder: Forwarder, _ held: inout [Received]) async throws -> [String: JSON] {
        let request = step["request"] ?? .null
        let body = request["body"]?.text
        let headers = Headers((request["headers"]?.pairs ?? []).map { Header(name: $0.name, value: $0.value) })
        let inbound = InboundRequest(
            requestID: "r-1", method: request["method"]?.text ?? "", target: request["target"]?.text ?? "", headers: headers,
            hasBody: body != nil)
        let session = try step["session"].map { session in
            let claims = try JSONEncoder().encode(session["claims"] ?? .null)
            return Session(user: session["user"]?.text ?? "", claims: String(decoding: claims, as: UTF8.self))
        }
        let received = try forwarder.receive(inbound, session: session)
        held.append(received)
        switch received {
        case .answer(let answer): return try await show(answer)
        case .authorize(let asked):
            let authorize = JSON.object([
                "user": .string(asked.user), "operation": .string(asked.operation),
                "parameters": .object(asked.parameters.mapValues(JSON.string)),
            ])
            let answer: AppAnswer
            switch step["decision"]?.text {
            case "none": return ["authorize": authorize]
            case "deny": answer = try asked.deny()
            default: answer = try await asked.permit(body: body.map(RequestBody.text) ?? .none)
            }
            return try await show(answer).merging(["authorize": authorize]) { own, _ in own }
        }
    }

    private func show(_ answer: AppAnswer) async throws -> [String: JSON] {
        var body = Data()
        var shown: [String: JSON] = [:]
        do {
            for try await piece in answer.body { body.append(piece) }
        } catch let error as WaybillError where error.code == "forward.credential" {
            shown["isCut"] = .bool(true)
        }
        if let log = answer.log { shown["log"] = .string(log) }
        shown["answer"] = .object([
            "status": .number(Double(answer.status)), "headers": lines(answer.headers),
            "body": .string(String(decoding: body, as: UTF8.self)),
        ])
        return shown
    }
}

/// A platform that returns the step's response and records the request.
private final class Platform: Transport {
    let state = Locked<(answer: JSON?, sent: JSON?)>((nil, nil))

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let headers = request.headers.sorted { $0.name < $1.name }
        let sent = JSON.object(["method": .string(request.method), "url": .string(request.url), "headers": lines(headers)])
        let answer = state.withLock { state in
            state.sent = sent
            return state.answer
        }
        let fields = (answer?["headers"]?.pairs ?? []).map { Header(name: $0.name, value: $0.value) }
        let text = answer?["body"]?.text ?? ""
        return TransportResponse(status: Int(answer?["status"]?.integer ?? 0), headers: fields, body: AsyncStream { stream in
            if !text.isEmpty { stream.yield(Data(text.utf8)) }
            stream.finish()
        })
    }
}

private func lines(_ headers: [Header]) -> JSON {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
}
