// What the server is told by its environment. A variable that is missing stops it with that variable's name.

import Foundation
import Waybill

struct Settings {
    struct WrongSetting: Error, CustomStringConvertible {
        let description: String
    }

    let host: String
    let port: UInt16
    /// The platform, and the key that never leaves this server.
    let client: ClientConfig
    /// Whose sessions count: the key that signs them, who issues them, and for whom.
    let sessionKey: Data
    let sessionIssuer: String
    let sessionAudience: String
    let allowList: String
    let permissions: [String: [String]]

    init(_ variables: [String: String]) throws {
        func required(_ name: String) throws -> String {
            guard let value = variables[name], !value.isEmpty else { throw WrongSetting(description: "set the environment variable \(name)") }
            return value
        }
        func read(_ path: String) throws -> Data {
            guard let data = FileManager.default.contents(atPath: path) else { throw WrongSetting(description: "cannot read \(path)") }
            return data
        }
        host = variables["HOST"] ?? "127.0.0.1"
        guard let port = UInt16(variables["PORT"] ?? "8080") else { throw WrongSetting(description: "PORT is no port") }
        self.port = port
        client = ClientConfig(
            environments: [Environment(name: "sandbox", kind: .sandbox, baseURL: try required("WAYBILL_BASE_URL"))],
            environment: "sandbox",
            credentials: [Credentials(environment: "sandbox", apiKey: Secret(try required("WAYBILL_API_KEY")))])
        sessionKey = try read(required("SESSION_PUBLIC_KEY"))
        sessionIssuer = try required("SESSION_ISSUER")
        sessionAudience = try required("SESSION_AUDIENCE")
        allowList = String(decoding: try read(variables["ALLOW_LIST"] ?? "../../allow-list.json"), as: UTF8.self)
        permissions = try JSONDecoder().decode([String: [String]].self, from: read(variables["PERMISSIONS"] ?? "../../permissions.json"))
    }
}
