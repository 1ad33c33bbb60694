// A test's own server, Redis or Valkey, on a free port of loopback, without persistence.

import Foundation
import Waybill
@testable import WaybillRedis
import WaybillTestSupport

final class RedisServer: @unchecked Sendable {
    struct NotStarted: Error {}

    /// Redis, and Valkey if the system has it.
    static let programs = ["redis-server"] + ["valkey-server"].filter { program in
        ["/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    let port: Int
    private let process = Process()
    /// Connection for the test's own commands.
    let admin: RedisConnection

    /// Starts `redis-server` or `valkey-server`. Returns once it responds.
    init(_ program: String = "redis-server", options: [String] = [], port: Int? = nil, password: Secret? = nil) async throws {
        self.port = try port ?? freePort()
        admin = RedisConnection(
            RedisOptions(host: "127.0.0.1", port: self.port, password: password), timeout: .seconds(5))
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, "--port", "\(self.port)", "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"] + options
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        do {
            try await eventually { (try? await admin.run(["PING"])) == .text("PONG") }
        } catch {
            stop()
            throw NotStarted()
        }
    }

    func signal(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    func stop() {
        signal(SIGCONT)
        signal(SIGKILL)
        process.waitUntilExit()
    }

    var options: RedisOptions { RedisOptions(host: "127.0.0.1", port: port) }

    func keys() async throws -> [String] {
        guard case .list(let keys) = try await admin.run(["KEYS", "*"]) else { return [] }
        return keys.map(\.shown).sorted()
    }

    /// Returns the key and the fields of the only record.
    func record() async throws -> (key: String, fields: [RedisReply]) {
        let key = try await keys().first { $0.hasSuffix(":record") } ?? ""
        guard case .list(let fields) = try await admin.run(["HGETALL", key]) else { return (key, []) }
        return (key, fields)
    }

    /// Returns the output of the server's monitor while `body` runs.
    func monitor(_ body: () async throws -> Void) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("monitor-\(UUID())")
        try Data().write(to: file)
        let watching = Process()
        watching.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        watching.arguments = ["redis-cli", "-p", "\(port)", "MONITOR"]
        watching.standardOutput = try FileHandle(forWritingTo: file)
        try watching.run()
        defer {
            kill(watching.processIdentifier, SIGKILL)
            watching.waitUntilExit()
            try? FileManager.default.removeItem(at: file)
        }
        let seen = { try String(contentsOf: file, encoding: .utf8) }
        try await eventually { try seen().contains("OK") }
        try await body()
        _ = try await admin.run(["ECHO", "the end"])
        try await eventually { try seen().contains("the end") }
        return try seen()
    }
}

extension RedisReply {
    /// All texts of the reply.
    var shown: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .list(let items): items.map(\.shown).joined(separator: "\n")
        case .null, .other: ""
        case .failure(let code): code
        }
    }
}

/// Returns a socket that listens on a port of loopback, and the port.
func listen() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
        }
    }
    guard isBound else { throw RedisServer.NotStarted() }
    return (listener, Int(in_port_t(bigEndian: address.sin_port)))
}

func freePort() throws -> Int {
    let (socket, port) = try listen()
    close(socket)
    return port
}
