// One login in a shared store: seals and opens its records, and returns the store's results for the engine.

import Foundation
internal import WaybillRust

final class SharedLogin: Sendable {
    private static let nonceBytes = 24
    /// Range of plausible times of a store's clock.
    private static let times: ClosedRange<Int64> = -(1 << 53) ... 1 << 53
    /// Maximum time that `close` waits for locks to be released.
    private static let patience = Duration.seconds(2)

    /// A held lock, or a request for one.
    private struct Holding {
        let login: String
        let owner: String
        /// Ends when the request has a result.
        let asked: Task<StoreResult, any Error>
    }

    private struct State {
        var holdings: [Int64: Holding] = [:]
        var releases: [Int64: Task<Void, Never>] = [:]
    }

    private let store: any TokenStore
    private let sealer: RecordSealer
    private let onNote: (@Sendable (Note) -> Void)?
    private let state = Locked(State())

    /// Creates the login. Throws `WaybillError` with the code `store.key` if a key is missing or invalid.
    init(_ options: SharedStoreOptions, onNote: (@Sendable (Note) -> Void)?) throws {
        store = options.store
        sealer = try boundary {
            try RecordSealer(keys: options.keys?.map { WaybillRust.SealingKey(id: $0.id, bytes: $0.bytes) })
        }
        self.onNote = onNote
    }

    /// Requests the lock. The returned function waits for the result, which is nil if the lock was released before.
    func lock(_ ticket: Int64, _ request: LockRequest) -> @Sendable () async throws -> StoreResult? {
        let asked = Task { [self] () -> StoreResult in
            guard let locked = await ask(.lock, { try await self.store.lock(request) }) else { return .failed(why: .down) }
            return try open(request.login, locked)
        }
        state.withLock { $0.holdings[ticket] = Holding(login: request.login, owner: request.owner, asked: asked) }
        return { [self] in
            let answer = try await asked.value
            return state.withLock { $0.holdings[ticket] == nil } ? nil : answer
        }
    }

    func save(_ ticket: Int64, _ snapshot: Snapshot, expectedSeq: Int64) async throws -> StoreResult {
        guard let holding = state.withLock({ $0.holdings[ticket] }) else { return .conflict }
        let seq = expectedSeq + 1
        let sealed = try boundary {
            try sealer.seal(login: holding.login, seq: seq, snapshot: snapshot, nonce: SharedLogin.drawNonce())
        }
        let request = SaveRequest(
            login: holding.login, owner: holding.owner, expectedSeq: expectedSeq, record: SealedRecord(sealed))
        guard let isSaved = await ask(.save, { try await self.store.save(request) }) else { return .failed(why: .down) }
        return isSaved ? .saved(seq: seq) : .conflict
    }

    /// Releases the lock, or aborts the request for it and releases what it acquires.
    func unlock(_ ticket: Int64) {
        state.withLock { state in
            guard let holding = state.holdings.removeValue(forKey: ticket) else { return }
            holding.asked.cancel()
            state.releases[ticket] = Task { [self] in
                _ = await holding.asked.result
                let request = UnlockRequest(login: holding.login, owner: holding.owner)
                _ = await ask(.unlock) { try await self.store.unlock(request) }
                self.state.withLock { $0.releases[ticket] = nil }
            }
        }
    }

    /// Releases all locks. Returns once that is done, or after two seconds.
    func close() async {
        state.withLock { Array($0.holdings.keys) }.forEach(unlock)
        let releases = state.withLock { Array($0.releases.values) }
        guard !releases.isEmpty else { return }
        await withCheckedContinuation { continuation in
            let waiting = Locked<CheckedContinuation<Void, Never>?>(continuation)
            let end: @Sendable () -> Void = {
                waiting.withLock { continuation in
                    continuation?.resume()
                    continuation = nil
                }
            }
            let patience = Task {
                try? await Task.sleep(for: SharedLogin.patience)
                end()
            }
            Task {
                for release in releases { await release.value }
                patience.cancel()
                end()
            }
        }
    }

    private func open(_ login: String, _ locked: LockedRecord) throws -> StoreResult {
        guard SharedLogin.times.contains(locked.storeTime) else {
            try tell(.lock, "NO_TIME")
            return .failed(why: .down)
        }
        guard let record = locked.record else { return .locked(snapshot: nil, storeTime: locked.storeTime) }
        switch try boundary({ try sealer.open(login: login, record: WaybillRust.SealedRecord(record)) }) {
        case .opened(let snapshot): return .locked(snapshot: snapshot, storeTime: locked.storeTime)
        case .failed(let why): return .failed(why: why)
        }
    }

    /// Returns the store's result, or nil if it failed. The failure is noted with the name of the error only, because its message
    /// may contain a secret.
    private func ask<Answer: Sendable>(
        _ what: StoreCommand, _ command: @Sendable () async throws -> Answer
    ) async -> Answer? {
        do {
            return try await command()
        } catch {
            // The failure of an aborted request does not matter.
            if !Task.isCancelled { try? tell(what, SharedLogin.name(of: error)) }
            return nil
        }
    }

    private func tell(_ failed: StoreCommand, _ reason: String) throws {
        let note = try boundary { try noteFailedCommand(command: failed, reason: reason) }
        onNote?(Note(code: note.code, message: note.message))
    }

    private static func name(of error: any Error) -> String {
        if let code = (error as? TokenStoreError)?.code, code.wholeMatch(of: #/[A-Z][A-Z_]{2,39}/#) != nil { return code }
        return "\(type(of: error))"
    }

    /// Returns a nonce for one save, from the system's secure random source.
    private static func drawNonce() -> Data {
        var random = SystemRandomNumberGenerator()
        return Data((0 ..< nonceBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}

extension SealedRecord {
    fileprivate init(_ record: WaybillRust.SealedRecord) {
        self.init(version: record.version, seq: record.seq, key: record.key, nonce: record.nonce, sealed: record.sealed)
    }
}

extension WaybillRust.SealedRecord {
    fileprivate init(_ record: SealedRecord) {
        self.init(version: record.version, seq: record.seq, key: record.key, nonce: record.nonce, sealed: record.sealed)
    }
}
