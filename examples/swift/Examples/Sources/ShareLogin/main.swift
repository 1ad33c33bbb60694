// A process that shares its login with others through Redis or Valkey: start it twice.
//
// `export WAYBILL_STORE_KEY=$(head -c 32 /dev/urandom | base64)`, then `swift run ... ShareLogin ORIGIN redis://127.0.0.1:6379`,
// where ORIGIN is what `waybill dev` printed, with its sample credentials in the environment. It calls once a second, and says
// what it is told of the login.

import Foundation
import Waybill
import WaybillRedis

let secrets = ProcessInfo.processInfo.environment
let arguments = CommandLine.arguments.dropFirst() + []
guard let origin = arguments.first, let server = arguments.dropFirst().first.flatMap(RedisOptions.init(url:)) else {
    exit("name the origin that `waybill dev` printed, and the store, as in redis://127.0.0.1:6379")
}
guard let key = secrets["WAYBILL_STORE_KEY"].flatMap({ Data(base64Encoded: $0) }) else {
    exit("WAYBILL_STORE_KEY is base64 of 32 bytes")
}
let calls = arguments.dropFirst(2).first.flatMap(Int.init) ?? .max

let development = Environment(
    name: "development", kind: .development, commerceURL: origin + "/commerce/api", authURL: origin + "/auth")
let login = Login(
    realm: secrets["WAYBILL_REALM"] ?? "", username: secrets["WAYBILL_USERNAME"] ?? "",
    password: secrets["WAYBILL_PASSWORD"].map(Secret.init))
let config = ClientConfig(
    environments: [development], environment: "development",
    credentials: [Credentials(environment: "development", login: login)])

let shared = SharedStoreOptions(store: try RedisTokenStore(server), keys: [SealingKey(id: "1", bytes: key)])
let client = try WaybillClient(config: config, sharedStore: shared) { note in print("note:", note.code, note.message) }
for _ in 0 ..< calls {
    let orders = try await client.commerce(tenant: "tenant-1").send("GET", "/orders")
    print("GET /orders:", orders.status)
    try await Task.sleep(for: .seconds(1))
}
await client.close()

func exit(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
}
