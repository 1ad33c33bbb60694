// The connection: authentication, encryption and time limits.

import Foundation
import Testing
import Waybill
@testable import WaybillRedis
import WaybillTestSupport

/// Returns the code of the error that `body` throws.
private func code(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? TokenStoreError)?.code ?? "\(type(of: error))"
    }
}

private let lock = LockRequest(login: String(repeating: "0f", count: 32), owner: "a", lease: .seconds(20), knownSeq: 0)

@Suite(.serialized) struct RedisConnectionTests {
    @Test func aPasswordIsSentAndAWrongOneNamed() async throws {
        let secret = Secret("canary pass/word")
        let server = try await RedisServer(options: ["--requirepass", secret.expose()], password: secret)
        defer { server.stop() }
        var options = server.options
        #expect(await code { _ = try await RedisTokenStore(options).lock(lock) } == "NOAUTH")
        options.password = Secret("canary-other")
        #expect(await code { _ = try await RedisTokenStore(options).lock(lock) } == "WRONGPASS")
        options.username = "default"
        options.password = secret
        options.database = 3
        let store = try RedisTokenStore(options)
        #expect(try await store.lock(lock).record == nil)
        #expect(try await server.keys() == [])
        _ = try await server.admin.run(["SELECT", "3"])
        #expect(try await server.keys().count == 1)
        try await store.unlock(UnlockRequest(login: lock.login, owner: lock.owner))
        var text = "\(options) \(store)"
        dump(options, to: &text)
        dump(store, to: &text)
        #expect(!text.contains("canary"))
    }

    @Test func theServersCertificateAndNameAreCheckedOrTLSIsRefused() async throws {
        guard RedisTLS.isAvailable else {
            let options = RedisOptions(host: "127.0.0.1", tls: RedisTLS())
            #expect(await code { _ = try RedisTokenStore(options) } == "TLS_UNAVAILABLE")
            return
        }
        let files = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let (certificate, key) = (files.appendingPathComponent("c.pem").path, files.appendingPathComponent("k.pem").path)
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()

        let tlsPort = try freePort()
        let server = try await RedisServer(options: [
            "--tls-port", "\(tlsPort)", "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate,
            "--tls-auth-clients", "optional",
        ])
        defer { server.stop() }
        var options = RedisOptions(host: "127.0.0.1", port: tlsPort, tls: RedisTLS(authorityFile: certificate))
        #expect(try await RedisTokenStore(options).lock(lock).record == nil)
        options.tls?.certificateFile = certificate
        options.tls?.keyFile = key
        #expect(try await RedisTokenStore(options).lock(lock).record == nil)
        // A certificate of another host, one without a trusted authority, and a server without TLS.
        options.host = "localhost"
        #expect(await code { _ = try await RedisTokenStore(options).lock(lock) } == "TLS_FAILED")
        options = RedisOptions(host: "127.0.0.1", port: tlsPort, tls: RedisTLS())
        #expect(await code { _ = try await RedisTokenStore(options).lock(lock) } == "TLS_FAILED")
        options.port = server.port
        #expect(await code { _ = try await RedisTokenStore(options).lock(lock) } == "TIMED_OUT")
    }

    @Test func commandsToASuspendedServerTimeOutTogether() async throws {
        let (listener, port) = try listen()
        defer { close(listener) }
        let store = try RedisTokenStore(RedisOptions(host: "127.0.0.1", port: port))
        let began = ContinuousClock.now
        let codes = await withTaskGroup(of: String?.self) { group in
            for _ in 0 ..< 30 { group.addTask { await code { _ = try await store.lock(lock) } } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes == Array(repeating: "TIMED_OUT", count: 30))
        // Sequential time-outs would take half a minute.
        #expect((.milliseconds(900) ... .seconds(20)).contains(ContinuousClock.now - began))
    }

    @Test func responseThatArrivedDuringSuspensionIsUsed() async throws {
        let server = try await RedisServer()
        defer { server.stop() }
        let connection = RedisConnection(server.options, timeout: .seconds(3))
        _ = try await connection.run(["PING"])
        _ = try await server.admin.run(["CLIENT", "PAUSE", "60000", "WRITE"])
        // On a signal, it suspends this process, lets the server respond, and waits until the command's time limit has passed.
        let (stopping, signal) = (Process(), Pipe())
        stopping.executableURL = URL(fileURLWithPath: "/bin/sh")
        let own = ProcessInfo.processInfo.processIdentifier
        let answer = "redis-cli -p \(server.port) CLIENT UNPAUSE >/dev/null"
        stopping.arguments = ["-c", "read _; kill -STOP \(own); \(answer); sleep 4; kill -CONT \(own)"]
        stopping.standardInput = signal
        try stopping.run()
        let began = ContinuousClock.now
        let late = Task { try await connection.run(["SET", "a", "1"]) }
        try await eventually { try await server.admin.run(["INFO", "clients"]).shown.contains("blocked_clients:1") }
        signal.fileHandleForWriting.write(Data("\n".utf8))
        #expect(try await late.value == .text("OK"))
        #expect(ContinuousClock.now - began > .seconds(3))
        stopping.waitUntilExit()
    }

    @Test func refusedConnectionIsReported() async throws {
        let store = try RedisTokenStore(RedisOptions(host: "127.0.0.1", port: try freePort()))
        #expect(await code { _ = try await store.lock(lock) } == "NOT_CONNECTED")
        let nowhere = try RedisTokenStore(RedisOptions(host: "127.0.0.1", port: 70_000))
        #expect(await code { _ = try await nowhere.lock(lock) } == "NOT_CONNECTED")
    }

    @Test func aServerThatIsReplacedIsConnectedToAgain() async throws {
        let first = try await RedisServer()
        let store = try RedisTokenStore(first.options)
        _ = try await store.lock(lock)
        first.stop()
        #expect(await code { try await store.unlock(UnlockRequest(login: lock.login, owner: lock.owner)) } == "NOT_CONNECTED")
        let second = try await RedisServer(port: first.port)
        defer { second.stop() }
        #expect(try await store.lock(lock).record == nil)
    }

    @Test func anErrorOfTheServerIsNamedByItsFirstWord() async throws {
        let server = try await RedisServer()
        defer { server.stop() }
        let store = try RedisTokenStore(server.options)
        _ = try await server.admin.run(["REPLICAOF", "127.0.0.1", "1"])
        #expect(await code { _ = try await store.lock(lock) } == "READONLY")
        _ = try await server.admin.run(["REPLICAOF", "NO", "ONE"])
        #expect(try await store.lock(lock).record == nil)
    }

    @Test func writingToAConnectionThatIsClosedFailsAndEndsNoProcess() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        let written = withoutBrokenPipeSignal { write(ends[1], "x", 1) }
        #expect(written == -1)
        close(ends[1])
    }

    @Test func urlGivesTheServerAddress() throws {
        let plain = try #require(RedisOptions(url: "redis://store.example"))
        #expect(plain == RedisOptions(host: "store.example"))
        let full = try #require(RedisOptions(url: "rediss://ada:p%2Fw@[::1]:6380/2"))
        #expect(full == RedisOptions(
            host: "::1", port: 6380, username: "ada", password: Secret("p/w"), database: 2, tls: RedisTLS()))
        #expect(RedisOptions(url: "redis://:pw@h")?.username == nil)
        for url in ["", "http://h", "redis://", "redis://h/x", "redis://h?a=b", "h:6379"] { #expect(RedisOptions(url: url) == nil) }
    }
}
