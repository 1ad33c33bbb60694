// A host that makes the calls it is told to, for `waybill-keycloak` (tests/src/keycloak): commands come in on standard
// input and what happened goes out on standard output, a line of JSON each.

import Foundation
import WaybillRedis
import WaybillRust
@testable import Waybill
import WaybillTestSupport

@main struct KeycloakHost {
    static func main() async throws {
        var client: WaybillClient?
        for await line in lines() {
            guard let (name, value) = try JSON(Data(line.utf8)).members.first else { continue }
            switch name {
            case "config": client = try make(value)
            case "begin": if let client { Task { await send(client, value) } }
            case "set_credentials": try client?.setCredentials(Waybill.Credentials(value))
            case "close": await client?.close()
            // A process can hardly stand still at a point of its own choice here; the Node hosts do.
            case "stop_before_sending": break
            default: throw UnknownCommand(name: name)
            }
        }
    }

    /// Standard input, read on a thread of its own: a task that waits there would keep others from running.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    private struct UnknownCommand: Error {
        let name: String
    }

    /// Steps are recorded where no store is shared: the others would hold snapshots with tokens.
    private static func make(_ config: JSON) throws -> WaybillClient {
        let onNote = { @Sendable (note: Waybill.Note) in
            tell("note", .object(["code": .string(note.code), "message": .string(note.message)]))
        }
        if let store = config["store"] {
            return try WaybillClient(config: ClientConfig(config), sharedStore: shared(store), onNote: onNote)
        }
        let engine = try RecordingEngine(config: WaybillRust.Config(ClientConfig(config)))
        engine.tell = { step in tell("step", step) }
        return WaybillClient(engine: engine, onNote: onNote)
    }

    /// The store that the hosts of a fleet share a login through.
    private static func shared(_ store: JSON) throws -> SharedStoreOptions {
        guard let address = store["address"]?.text, let options = RedisOptions(url: address) else { throw NoAddress() }
        let keys = store["keys"]?.list.map { key in
            Waybill.SealingKey(id: key["id"]?.text ?? "", bytes: Data(base64Encoded: key["bytes"]?.text ?? "") ?? Data())
        }
        return SharedStoreOptions(store: try RedisTokenStore(options), keys: keys ?? [])
    }

    private struct NoAddress: Error {}

    private static func send(_ client: WaybillClient, _ call: JSON) async {
        let id = call["id"] ?? .null
        let timeout = call["deadline_ms"]?.integer.map { Duration.milliseconds($0) }
        do {
            let answer = try await client.commerce(tenant: "tenant-1").send(
                "GET", "/orders/{id}", parameters: ["id": "\(id.integer ?? 0)"], timeout: timeout)
            for try await _ in answer.body {}
            tell("outcome", .object(["id": id, "status": .number(Double(answer.status))]))
        } catch {
            let (code, message) = (error as? Waybill.WaybillError).map { ($0.code, $0.message) } ?? ("\(error)", "")
            tell("outcome", .object(["id": id, "code": .string(code), "message": .string(message)]))
        }
    }

    private static let output = Locked(FileHandle.standardOutput)

    private static func tell(_ name: String, _ value: JSON) {
        output.withLock { output in
            guard let line = try? JSONEncoder().encode(JSON.object([name: value])) else { return }
            output.write(line + Data("\n".utf8))
        }
    }
}
