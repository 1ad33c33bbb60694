// An identity provider and an API that accepts its access tokens. The provider rotates refresh tokens, and ends the login if one
// is used twice, like Keycloak with `revokeRefreshToken`.

import Foundation
import Waybill

final class IdentityProvider: Transport {
    private struct State {
        var lifetime = 300
        /// Grants of the received token requests, in order: `password` or `refresh_token`.
        var grants: [String] = []
        var replays = 0
        var sessions: [String: String] = [:]
        var access: [String: Date] = [:]
        var issued = 0
    }

    let password = "canary-password-1"
    private let state = Locked(State())

    var grants: [String] { state.withLock(\.grants) }
    var replays: Int { state.withLock(\.replays) }

    init(lifetime: Int = 300) {
        state.withLock { $0.lifetime = lifetime }
    }

    /// Returns the configuration of a client that logs in here.
    func config(password: String? = nil) -> ClientConfig {
        let environment = Environment(
            name: "sandbox", kind: .sandbox, commerceURL: "https://commerce.example/api", authURL: "https://id.example")
        let login = Login(realm: "shop", username: "u-1", password: Secret(password ?? self.password))
        return ClientConfig(
            environments: [environment], environment: "sandbox",
            credentials: [Credentials(environment: "sandbox", login: login)])
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        // A delay like that of a network, so that calls of a fleet overlap.
        try await Task.sleep(for: .milliseconds(20))
        let (status, body) = state.withLock { state in
            request.url.hasSuffix("/token") ? self.token(form(of: request), &state) : self.api(request, state)
        }
        let json = [Header(name: "content-type", value: "application/json")]
        return TransportResponse(status: status, headers: json, body: AsyncStream { stream in
            stream.yield(Data(body.utf8))
            stream.finish()
        })
    }

    private func form(of request: TransportRequest) -> [String: String] {
        guard case .bytes(let bytes) = request.body else { return [:] }
        let items = URLComponents(string: "?" + String(decoding: bytes, as: UTF8.self))?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    private func token(_ form: [String: String], _ state: inout State) -> (Int, String) {
        state.grants.append(form["grant_type"] ?? "")
        guard form["grant_type"] == "refresh_token" else {
            return form["password"] == password ? issue("s-\(state.sessions.count)", &state) : (401, #"{"error":"invalid_grant"}"#)
        }
        let token = form["refresh_token"] ?? ""
        let session = String(token.split(separator: ".").dropFirst().first ?? "")
        guard state.sessions[session] == token else {
            state.replays += 1
            state.sessions[session] = nil
            return (400, #"{"error":"invalid_grant"}"#)
        }
        return issue(session, &state)
    }

    private func issue(_ session: String, _ state: inout State) -> (Int, String) {
        state.issued += 1
        let (access, refresh) = ("canary-access.\(session).\(state.issued)", "canary-refresh.\(session).\(state.issued)")
        state.sessions[session] = refresh
        state.access[access] = Date() + TimeInterval(state.lifetime)
        let body = #"{"access_token":"\#(access)","refresh_token":"\#(refresh)","expires_in":\#(state.lifetime),"token_type":"Bearer"}"#
        return (200, body)
    }

    private func api(_ request: TransportRequest, _ state: State) -> (Int, String) {
        let token = request.headers.first { $0.name.lowercased() == "authorization" }?.value.dropFirst("Bearer ".count) ?? ""
        let isGood = state.access[String(token)].map { $0 > Date() } ?? false
        return isGood ? (200, "{}") : (401, #"{"error":{"message":"expired"}}"#)
    }
}
