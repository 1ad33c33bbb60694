// A server of a test's own, Redis or Valkey, on a free port of loopback, with nothing kept on disk.

import Foundation
import Waybill
@testable import WaybillRedis
import WaybillTestSupport

final class RedisServer: @unchecked Sendable {
    struct NotStarted: Error {}

    /// Redis, and Valkey where the system has it.
    static let programs = ["redis-server"] + ["valkey-server"].filter { program in
        ["/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    let port: Int
    private let process = Process()
    /// What the test itself asks of the server.
    let admin: RedisConnection

    /// Starts `redis-server` or `valkey-server`, and returns once it answers.
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

    /// The fields of the one record there is, and its key.
    func record() async throws -> (key: String, fields: [RedisReply]) {
        let key = try await keys().first { $0.hasSuffix(":record") } ?? ""
        guard case .list(let fields) = try await admin.run(["HGETALL", key]) else { return (key, []) }
        return (key, fields)
    }

    /// What the server does while `body` runs, as its monitor shows it.
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
    /// Every text in it.
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

/// A socket that listens on a port of loopback, and the port.
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
