// A login that several clients share through a real server. Like separate processes, each has its own connection.

import Foundation
import Testing
import Waybill
@testable import WaybillRedis
import WaybillTestSupport

private let key = SealingKey(id: "2026-11", bytes: Data(repeating: 7, count: 32))
private let otherKey = SealingKey(id: "2026-12", bytes: Data(repeating: 9, count: 32))

/// Clients that share one login.
private final class Fleet: Sendable {
    let server: RedisServer
    let provider: IdentityProvider
    private let clients = Locked([WaybillClient]())
    private let noted = Locked([Note]())

    init(_ program: String = "redis-server", lifetime: Int = 300) async throws {
        server = try await RedisServer(program)
        provider = IdentityProvider(lifetime: lifetime)
    }

    var notes: [Note] { noted.withLock { $0 } }

    func join(_ options: SharedStoreOptions? = nil, password: String? = nil) throws -> WaybillClient {
        let options = try options ?? self.options()
        let client = try WaybillClient(
            config: provider.config(password: password), transport: provider, sharedStore: options,
            onNote: { [noted] note in noted.withLock { $0.append(note) } })
        clients.withLock { $0.append(client) }
        return client
    }

    func options(keys: [SealingKey] = [key]) throws -> SharedStoreOptions {
        SharedStoreOptions(store: try RedisTokenStore(server.options), keys: keys)
    }

    func end() async {
        for client in clients.withLock({ $0 }) { await client.close() }
        server.stop()
    }
}

private func call(_ client: WaybillClient) async throws -> Int {
    try await client.commerce(tenant: "north").send("GET", "/orders").status
}

/// Returns the code of a failed call.
private func code(_ client: WaybillClient) async -> String? {
    do {
        _ = try await call(client)
        return nil
    } catch {
        return (error as? WaybillError)?.code
    }
}

private func callAll(_ clients: [WaybillClient]) async throws -> [Int] {
    try await withThrowingTaskGroup(of: Int.self) { group in
        for client in clients { group.addTask { try await call(client) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

@Suite(.serialized) struct SharedStoreTests {
    /// Runs a test with its own server.
    private func with(
        _ program: String = "redis-server", lifetime: Int = 300, _ body: (Fleet) async throws -> Void
    ) async throws {
        let fleet = try await Fleet(program, lifetime: lifetime)
        do {
            try await body(fleet)
        } catch {
            await fleet.end()
            throw error
        }
        await fleet.end()
    }

    @Test(arguments: RedisServer.programs)
    func ofManyClientsOneLogsInAndTheOthersUseItsToken(_ program: String) async throws {
        try await with(program) { fleet in
            let clients = try (0 ..< 8).map { _ in try fleet.join() }
            #expect(try await Set(callAll(clients + clients + clients)) == [200])
            #expect(fleet.provider.grants == ["password"])
        }
    }

    @Test func renewedTokenIsSharedAndNoRefreshTokenIsResent() async throws {
        try await with(lifetime: 3) { fleet in
            let clients = try (0 ..< 4).map { _ in try fleet.join() }
            let began = ContinuousClock.now
            try await eventually {
                let statuses = try await callAll(clients)
                #expect(statuses == [200, 200, 200, 200])
                return fleet.provider.grants.count > 3
            }
            #expect(fleet.provider.replays == 0)
            #expect(fleet.provider.grants.filter { $0 == "password" }.count == 1)
            // Tokens with a lifetime of three seconds are not renewed at once.
            #expect(ContinuousClock.now - began > .seconds(2))
        }
    }

    @Test func inTheSteadyStateNothingIsAskedOfTheStore() async throws {
        try await with { fleet in
            let client = try fleet.join()
            _ = try await call(client)
            try await eventually { try await !fleet.server.keys().contains { $0.hasSuffix(":lock") } }
            let seen = try await fleet.server.monitor {
                for _ in 0 ..< 50 { _ = try await call(client) }
            }
            #expect(!seen.contains("waybill:"))
        }
    }

    @Test func nothingThatTheStoreShowsHoldsATokenOrThePassword() async throws {
        try await with { fleet in
            _ = try await fleet.server.admin.run(["CONFIG", "SET", "slowlog-log-slower-than", "0"])
            var shown = try await fleet.server.monitor {
                let client = try fleet.join()
                _ = try await call(client)
                try await eventually { try await !fleet.server.keys().contains { $0.hasSuffix(":lock") } }
            }
            let (record, fields) = try await fleet.server.record()
            #expect(record.wholeMatch(of: #/waybill:\{[0-9a-f]{64}\}:record/#) != nil)
            let names = stride(from: 0, to: fields.count, by: 2).map { fields[$0].shown }
            #expect(names.sorted() == ["key", "nonce", "sealed", "seq", "version"])
            shown += fields.map(\.shown).joined() + "\(fleet.notes)"
            shown += try await fleet.server.admin.run(["SLOWLOG", "GET", "100"]).shown
            #expect(shown.contains("waybill:"))
            #expect(!shown.contains("canary"))
        }
    }

    @Test func killedClientBlocksOthersOnlyUntilItsLockExpires() async throws {
        try await with { fleet in
            _ = try await call(try fleet.join())
            let record = try await fleet.server.record().key
            let lock = record.dropLast("record".count) + "lock"
            _ = try await fleet.server.admin.run(["DEL", record])
            // Taken before the lock is set, because the lock's lifetime starts then.
            let began = ContinuousClock.now
            _ = try await fleet.server.admin.run(["SET", String(lock), "a process that is no more", "PX", "1500"])
            #expect(try await call(try fleet.join()) == 200)
            #expect(ContinuousClock.now - began >= .milliseconds(1450))
        }
    }

    @Test func duringStoreOutageOnlyClientsWithTokenCanCall() async throws {
        try await with { fleet in
            let holding = try fleet.join()
            _ = try await call(holding)
            fleet.server.signal(SIGSTOP)
            #expect(try await call(holding) == 200)
            let without = try fleet.join()
            // The call ends while the server is still suspended.
            #expect(await code(without) == "store.failed")
            #expect(fleet.notes.contains { $0.code == "store.down" })
            #expect(fleet.notes.contains { $0.code == "store.error" && $0.message.contains("TIMED_OUT") })
            fleet.server.signal(SIGCONT)
        }
    }

    @Test func aStoreThatWasGoneIsUsedAgain() async throws {
        try await with { fleet in
            let store = try RedisTokenStore(fleet.server.options)
            let request = LockRequest(login: String(repeating: "0f", count: 32), owner: "a", lease: .seconds(20), knownSeq: 0)
            _ = try await store.lock(request)
            _ = try await fleet.server.admin.run(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"])
            try await store.unlock(UnlockRequest(login: request.login, owner: "a"))
            #expect(try await fleet.server.keys() == [])
        }
    }

    @Test func aLockIsRenewedUntilItIsReleased() async throws {
        try await with { fleet in
            let store = try RedisTokenStore(fleet.server.options)
            let login = String(repeating: "0f", count: 32)
            _ = try await store.lock(LockRequest(login: login, owner: "a", lease: .seconds(20), knownSeq: 0))
            // A lock lives for ten seconds. This one has less than nine seconds left until it is renewed.
            _ = try await fleet.server.admin.run(["PEXPIRE", "waybill:{\(login)}:lock", "9000"])
            try await eventually {
                guard case .integer(let left) = try await fleet.server.admin.run(["PTTL", "waybill:{\(login)}:lock"]) else { return false }
                return left > 9000
            }
            try await store.unlock(UnlockRequest(login: login, owner: "another"))
            #expect(try await fleet.server.keys().count == 1)
            try await store.unlock(UnlockRequest(login: login, owner: "a"))
            #expect(try await fleet.server.keys() == [])
        }
    }

    @Test func aRecordThatAnotherKeySealedIsNotReadAndNeverWrittenOver() async throws {
        try await with { fleet in
            _ = try await call(try fleet.join())
            let stored = try await fleet.server.record().fields
            let other = try fleet.join(try fleet.options(keys: [otherKey]))
            #expect(await code(other) == "store.failed")
            #expect(fleet.notes.contains { $0.code == "store.unreadable" })
            #expect(try await fleet.server.record().fields == stored)
            #expect(try await call(try fleet.join(try fleet.options(keys: [otherKey, key]))) == 200)
            #expect(fleet.provider.grants == ["password"])
        }
    }

    @Test func aWrongPasswordCostsAFleetOneTry() async throws {
        try await with { fleet in
            let clients = try (0 ..< 5).map { _ in try fleet.join(password: "canary-wrong") }
            for client in clients { #expect(await code(client) == "token.credentials-rejected") }
            #expect(fleet.provider.grants == ["password"])
        }
    }

    @Test func withoutAKeyTheStoreIsRefusedUnlessItIsTrusted() async throws {
        try await with { fleet in
            for keys in [[], [SealingKey(id: "k", bytes: Data(repeating: 1, count: 5))], [key, key]] {
                #expect {
                    _ = try fleet.join(try fleet.options(keys: keys))
                } throws: { error in
                    (error as? WaybillError)?.code == "store.key"
                }
            }
            let store = try RedisTokenStore(fleet.server.options)
            #expect(try await call(try fleet.join(SharedStoreOptions(trustedStore: store))) == 200)
            #expect(try await fleet.server.record().fields.map(\.shown).joined().contains("canary-refresh"))
        }
    }
}
