// Failing calls against `waybill dev`: tests/failures/cases.json, as described in its README.

import Foundation
import Testing
import Waybill
import WaybillTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct FailureCase: Sendable, CustomTestStringConvertible {
    let json: JSON
    var testDescription: String { json["cause"]?.text ?? "" }

    static let all = (try! JSON(file: testsFolder.appendingPathComponent("failures/cases.json")))["cases"]?.list.map(FailureCase.init) ?? []
}

@Suite(.serialized) struct FailureTests {
    static let origin = ProcessInfo.processInfo.environment["WAYBILL_DEV_ORIGIN"].flatMap { $0.isEmpty ? nil : $0 }

    @Test(.enabled(if: origin != nil, "WAYBILL_DEV_ORIGIN names no `waybill dev`"), arguments: FailureCase.all)
    func eachCauseHasItsCodeItsWordsAndItsRemedy(_ given: FailureCase) async throws {
        try await control("DELETE", "faults")
        try await control("POST", "user", .object(["disabled": .bool(false), "locked": .bool(false)]))
        let client = try WaybillClient(config: try await config(given.json["config"] ?? .null))
        for step in given.json["given"]?.list ?? [] {
            if let path = step["control"]?.text { try await control("POST", path, step["body"]) }
            if let call = step["call"] { _ = try await send(client, call) }
        }
        do {
            _ = try await send(client, given.json["call"] ?? .null)
            Issue.record("it did not fail")
        } catch let error as WaybillError {
            #expect(found(error) == given.json["expect"])
            var dumped = ""
            dump(error, to: &dumped)
            #expect(!"\(error) \(String(reflecting: error)) \(dumped)".contains("canary"))
        }
        await client.close()
    }

    private func found(_ error: WaybillError) -> JSON {
        .object([
            "code": .string(error.code), "stage": error.details.stage.map { .string("\($0)") } ?? .null,
            "status": error.status.map { .number(Double($0)) } ?? .null, "message": .string(steady(error.message)),
            "remedy": .string(error.remedy),
        ])
    }

    /// Replaces durations that depend on the time of the run by `N`.
    private func steady(_ text: String) -> String {
        text.replacingOccurrences(
            of: #"\d+ (seconds?|minutes?|hours?|days?|years?)"#, with: "N $1", options: .regularExpression)
    }

    private func config(_ changes: JSON) async throws -> ClientConfig {
        let served = try await JSON(request("GET", "config"))
        var credentials = served["credentials"]?.list.first?.members ?? [:]
        var login = credentials["login"]?.members ?? [:]
        for (name, value) in changes.members {
            switch name {
            case "api_key", "login": credentials[name] = value
            case "realm", "username", "password", "refresh_token": login[name] = value
            default: break
            }
        }
        if credentials["login"] != .null { credentials["login"] = .object(login) }
        var config = served.members
        config["credentials"] = .array([.object(credentials)])
        config["environments"] = .array((served["environments"]?.list ?? []) + [changes["other_environment"]].compactMap { $0 })
        config["token_timeout_ms"] = changes["token_timeout_ms"] ?? .null
        config["token_retry_wait_ms"] = .number(0)
        return ClientConfig(.object(config))
    }

    private func send(_ client: WaybillClient, _ call: JSON) async throws -> Response {
        let family: PathFamily
        switch call["route"] {
        case .string("platform"): family = client.platform
        case .string("commerce"): family = client.commerce(tenant: "tenant-1")
        case .string: family = client.commerceProxy(seller: "seller-1")
        default: family = client.commerce(tenant: call["route"]?["commerce"]?.text ?? "")
        }
        let parameters = Dictionary((call["parameters"]?.pairs ?? []).map { ($0.name, $0.value) }) { $1 }
        return try await family.send(
            call["method"]?.text ?? "GET", call["template"]?.text ?? "/things", parameters: parameters,
            headers: Headers((call["headers"]?.pairs ?? []).map { Header(name: $0.name, value: $0.value) }),
            timeout: call["deadline_ms"]?.integer.map { .milliseconds($0) })
    }

    private func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws {
        _ = try await request(method, path, body)
    }

    private func request(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Data {
        var request = URLRequest(url: try #require(URL(string: "\(FailureTests.origin ?? "")/_waybill/\(path)")))
        request.httpMethod = method
        request.httpBody = try body.map { try JSONEncoder().encode($0) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        #expect(200..<300 ~= status, "\(path): \(String(decoding: data, as: UTF8.self))")
        return data
    }
}
