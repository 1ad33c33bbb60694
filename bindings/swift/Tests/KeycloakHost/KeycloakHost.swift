// A host that makes calls on command, for `waybill-keycloak` (tests/src/keycloak). Commands arrive on standard input and results
// are written to standard output, as one line of JSON each.

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
            case "stop_before_sending": transport.stopsBeforeSending.withLock { $0 = value.flag ?? false }
            default: throw UnknownCommand(name: name)
            }
        }
    }

    /// Standard input, read on a separate thread: a task that blocks there would prevent others from running.
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

    private static let transport = StoppingTransport()

    private static func make(_ config: JSON) throws -> WaybillClient {
        let onNote = { @Sendable (note: Waybill.Note) in
            tell("note", .object(["code": .string(note.code), "message": .string(note.message)]))
        }
        let store = try config["store"].map { try shared($0, config["shared_store"]?["login_while_down"]?.flag ?? false) }
        let engine = try RecordingEngine(config: WaybillRust.Config(ClientConfig(config), sharedStore: store))
        engine.tell = { step in tell("step", step) }
        let login = try store.map { try SharedLogin($0, onNote: onNote) }
        return WaybillClient(engine: engine, transport: transport, shared: login, onNote: onNote)
    }

    /// Creates the store through which the hosts of a fleet share a login.
    private static func shared(_ store: JSON, _ loginWhileDown: Bool) throws -> SharedStoreOptions {
        guard let address = store["address"]?.text, let options = RedisOptions(url: address) else { throw NoAddress() }
        let keys = store["keys"]?.list.map { key in
            Waybill.SealingKey(id: key["id"]?.text ?? "", bytes: Data(base64Encoded: key["bytes"]?.text ?? "") ?? Data())
        }
        return SharedStoreOptions(store: try RedisTokenStore(options), keys: keys ?? [], loginWhileDown: loginWhileDown)
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

    fileprivate static func tell(_ name: String, _ value: JSON) {
        output.withLock { output in
            guard let line = try? JSONEncoder().encode(JSON.object([name: value])) else { return }
            output.write(line + Data("\n".utf8))
        }
    }
}

/// Suspends the process after a token request was saved and before it is sent, until another process resumes it.
private final class StoppingTransport: ExchangeTransport {
    let stopsBeforeSending = Locked(false)
    private let carrier = SessionTransport()

    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent) {
        let stops = stopsBeforeSending.withLock { stops in
            defer { stops = stops && !head.url.hasSuffix("/token") }
            return stops && head.url.hasSuffix("/token")
        }
        if stops {
            KeycloakHost.tell("stopped", .object([:]))
            kill(getpid(), SIGSTOP)
        }
        carrier.start(exchange, head, body)
    }

    func close() {
        carrier.close()
    }
}
