// A custom store: the requests it receives, and the client's reaction if it fails, hangs or returns invalid results.

import Foundation
import Testing
import Waybill
import WaybillTestSupport

/// A store that keeps one login in memory. It runs a test's action first.
private final class MemoryStore: TokenStore {
    struct State {
        var record: SealedRecord?
        var locks: [LockRequest] = []
        var unlocked: [String] = []
    }

    let state = Locked(State())
    private let beforeLock: @Sendable () async throws -> Void
    private let storeTime: Int64?

    init(storeTime: Int64? = nil, beforeLock: @escaping @Sendable () async throws -> Void = {}) {
        self.storeTime = storeTime
        self.beforeLock = beforeLock
    }

    func lock(_ request: LockRequest) async throws -> LockedRecord {
        state.withLock { $0.locks.append(request) }
        try await beforeLock()
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        return LockedRecord(record: state.withLock(\.record), storeTime: storeTime ?? now)
    }

    func save(_ request: SaveRequest) async throws -> Bool {
        state.withLock { state in
            guard Int64(state.record?.seq ?? "0") == request.expectedSeq else { return false }
            state.record = request.record
            return true
        }
    }

    func unlock(_ request: UnlockRequest) async throws {
        state.withLock { $0.unlocked.append(request.owner) }
    }
}

private let key = SealingKey(id: "1", bytes: Data(repeating: 3, count: 32))

@Suite struct OwnStoreTests {
    private func client(
        _ store: any TokenStore, _ provider: IdentityProvider = IdentityProvider(), loginWhileDown: Bool = false,
        onNote: (@Sendable (Note) -> Void)? = nil
    ) throws -> WaybillClient {
        let options = SharedStoreOptions(store: store, keys: [key], loginWhileDown: loginWhileDown)
        return try WaybillClient(config: provider.config(), transport: provider, sharedStore: options, onNote: onNote)
    }

    private func call(_ client: WaybillClient) async throws {
        _ = try await client.commerce(tenant: "north").send("GET", "/orders")
    }

    @Test func eachLockHasAnOwnerOfItsOwnAndIsReleasedOnceClosed() async throws {
        let (store, provider) = (MemoryStore(), IdentityProvider())
        for _ in 0 ..< 2 {
            let client = try client(store, provider)
            try await call(client)
            client.invalidateTokens()
            try await call(client)
            await client.close()
            let (asked, released) = store.state.withLock { ($0.locks.map(\.owner), $0.unlocked) }
            #expect(Set(asked) == Set(released) && Set(asked).count == asked.count)
        }
        #expect(store.state.withLock { Set($0.locks.map(\.login)).count } == 1)
        #expect(store.state.withLock { $0.record?.sealed.contains("canary") } == false)
    }

    @Test func storeErrorIsNamedWithoutItsText() async throws {
        struct Torn: Error { let text = "canary-text" }
        let cases: [(any Error, String)] = [
            (Torn(), "Torn"), (TokenStoreError(code: "READONLY"), "READONLY"),
            (TokenStoreError(code: "canary-text"), "TokenStoreError"),
        ]
        for (error, name) in cases {
            let notes = Locked([Note]())
            let client = try client(MemoryStore { throw error }) { note in notes.withLock { $0.append(note) } }
            await #expect {
                try await call(client)
            } throws: { error in
                (error as? WaybillError)?.code == "store.failed" && !"\(error)".contains("canary")
            }
            await client.close()
            let messages = notes.withLock { $0.filter { $0.code == "store.error" }.map(\.message) }
            #expect(messages.first == "the shared store failed to acquire the lock: \(name)")
            #expect(!"\(messages)".contains("canary"))
        }
    }

    @Test(arguments: [Int64.max, Int64.min])
    func invalidStoreTimeCountsAsOutage(_ time: Int64) async throws {
        let notes = Locked([Note]())
        let client = try client(MemoryStore(storeTime: time)) { note in notes.withLock { $0.append(note) } }
        await #expect(throws: WaybillError.self) { try await call(client) }
        #expect(notes.withLock { $0.contains { $0.code == "store.error" && $0.message.contains("NO_TIME") } })
        await client.close()
    }

    @Test func whileTheStoreIsDownAProcessMayLogInForItself() async throws {
        let provider = IdentityProvider()
        let client = try client(MemoryStore { throw TokenStoreError(code: "DOWN") }, provider, loginWhileDown: true)
        try await call(client)
        #expect(provider.grants == ["password"])
        await client.close()
    }

    @Test func lockThatComesAfterCloseIsReleasedAndCloseDoesNotWaitForIt() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        // This store ignores cancellation, and responds when the test tells it to.
        let store = MemoryStore { await Task.detached { for await _ in gate { break } }.value }
        let client = try client(store)
        let failing = Task { try await call(client) }
        try await eventually { !store.state.withLock { $0.locks.isEmpty } }
        let began = ContinuousClock.now
        await client.close()
        // It waits for the lock, which never arrives, and still ends.
        #expect(ContinuousClock.now - began >= .milliseconds(1900))
        await #expect(throws: WaybillError.self) { try await failing.value }
        #expect(store.state.withLock { $0.unlocked } == [])
        open.yield()
        try await eventually { store.state.withLock { $0.unlocked } == store.state.withLock { $0.locks.map(\.owner) } }
    }

    @Test func noTextOfTheStoreShowsASecret() {
        let record = SealedRecord(version: "1", seq: "7", key: "", nonce: "", sealed: "canary")
        let canary = SealingKey(id: "k", bytes: Data("canary".utf8))
        let values: [Any] = [
            record, LockedRecord(record: record, storeTime: 1), canary, SharedStoreOptions(store: MemoryStore(), keys: [canary]),
            SaveRequest(login: "l", owner: "o", expectedSeq: 1, record: record),
        ]
        for value in values {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains("canary") && !showsBytes(text))
        }
        var leak = ""
        dump(Data("canary".utf8), to: &leak)
        #expect(showsBytes(leak))
    }

    /// True if a string contains the first bytes of "canary" as numbers. A single one may be part of an address, which differs
    /// each time.
    private func showsBytes(_ text: String) -> Bool { text.contains(#/\b99\W+97\W+110\b/#) }
}
