// Canaries: no text of any value in a program shows a key, a password or a token.

import Foundation
import Testing
@testable import Waybill

/// Returns everything that a log, a debugger or `dump` prints of a value.
func texts(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(describing: value)) \(String(reflecting: value)) \(dumped)"
}

@Suite struct SecretTests {
    private let canary = "canary-3f9a"

    private var config: ClientConfig {
        ClientConfig(
            environments: [
                Environment(
                    name: "sandbox", kind: .sandbox, baseURL: "http://127.0.0.1:9/api/v1",
                    commerceURL: "http://127.0.0.1:9/api", authURL: "http://127.0.0.1:9")
            ],
            environment: "sandbox",
            credentials: [
                Credentials(
                    environment: "sandbox", apiKey: Secret("key-\(canary)"),
                    login: Login(
                        realm: "r", username: "ada", password: Secret("password-\(canary)"),
                        refreshToken: Secret("refresh-\(canary)")))
            ])
    }

    @Test func noTextOfAConfigurationShowsASecret() {
        let text = texts(of: config)
        #expect(!text.contains(canary))
        #expect(text.contains("[redacted]"))
    }

    @Test func noTextOfAClientAtWorkShowsASecret() async throws {
        let client = try WaybillClient(config: config)
        let call = Task { try await client.platform.send("POST", "/things", headers: ["x-note": "n"], body: .text("{}")) }
        #expect(!texts(of: client).contains(canary))
        #expect(!texts(of: client.platform).contains(canary))
        let result = await call.result
        #expect(!texts(of: result).contains(canary))
        await client.close()
        #expect(!texts(of: client).contains(canary))
    }

    @Test func noTextOfAFailedLoginShowsASecret() async throws {
        let client = try WaybillClient(config: config)
        await #expect {
            _ = try await client.commerce(tenant: "acme").send("GET", "/orders")
        } throws: { error in
            !texts(of: error).contains(canary) && !error.localizedDescription.contains(canary)
        }
        await client.close()
    }

    @Test func anErrorNamesTheFieldAndNotTheValue() {
        var broken = config
        broken.credentials[0].apiKey = Secret("\(canary)\nkey")
        #expect {
            _ = try WaybillClient(config: broken)
        } throws: { error in
            (error as? WaybillError)?.kind == .configuration && !texts(of: error).contains(canary)
        }
    }

    @Test func anAnswersHeadersAndBodyStayOutOfItsTexts() {
        let header = Header(name: "set-cookie", value: canary)
        let response = ErrorResponse(status: 500, headers: [header], body: Data(canary.utf8), complete: true)
        let error = WaybillError(
            code: "api.unavailable", kind: .api, message: "m", retry: .never, remedy: "r", help: "h", status: 500,
            details: FailureDetails(
                stage: .api, pathFamily: .platform, environment: "sandbox", provider: nil, problem: nil, requestID: nil,
                evidence: []), response: response)
        let bytes = texts(of: Data(canary.utf8))
        for text in [texts(of: header), texts(of: response), texts(of: error)] {
            #expect(!text.contains(canary) && !text.contains(bytes))
        }
    }
}
