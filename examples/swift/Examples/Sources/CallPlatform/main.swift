// One call over each of the platform's three path families, and one refused call with what to do about it.
//
// `waybill dev` prints an address and sample credentials: give it the former, and the latter in the environment.

import Foundation
import Waybill

let secrets = ProcessInfo.processInfo.environment
let origin = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:4010"
let development = Environment(
    name: "development", kind: .development, baseURL: origin + "/api/v1", proxyURL: origin + "/api/commerce",
    commerceURL: origin + "/commerce/api", authURL: origin + "/auth")
let login = Login(
    realm: secrets["WAYBILL_REALM"] ?? "", username: secrets["WAYBILL_USERNAME"] ?? "",
    password: secrets["WAYBILL_PASSWORD"].map(Secret.init))
let credentials = Credentials(environment: "development", apiKey: secrets["WAYBILL_API_KEY"].map(Secret.init), login: login)
let config = ClientConfig(environments: [development], environment: "development", credentials: [credentials])

let client = try WaybillClient(config: config) { note in print("note:", note.code) }
let executed = try await client.platform.send(
    "POST", "/flows/{flowId}/execute", parameters: ["flowId": "f 1"], headers: ["content-type": "application/json"],
    body: .text("{}"))
print("platform:", executed.status)

let orders = try await client.commerce(tenant: "tenant-1").send(
    "GET", "/orders", query: [URLQueryItem(name: "page", value: "1")])
print("commerce:", orders.status)

let proxied = try await client.commerceProxy(seller: "seller-1").send("GET", "/orders")
print("commerce through the platform:", proxied.status)

do {
    _ = try await client.commerce(tenant: "").send("GET", "/orders")
} catch let error as WaybillError {
    print("refused:", error)
}
await client.close()
