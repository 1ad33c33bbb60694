// A token store in Redis or Valkey, with the scripts, keys and times that are the same in all languages.

import Foundation
import Waybill
internal import WaybillRust

/// Stores logins in Redis 7 or Valkey, each with a lock and a record (`waybill:{…}:lock`, `waybill:{…}:record`).
///
/// It has one connection, which is opened by the first command and by the first command after a failure. A command has one
/// second.
public final class RedisTokenStore: TokenStore {
    private let connection: RedisConnection
    private let layout: StoreLayout
    /// Tasks that renew the held locks, by owner.
    private let renewals = Locked([String: Task<Void, Never>]())

    /// Creates a store on this server. Sends nothing.
    ///
    /// - Throws: `TokenStoreError` with the code `TLS_UNAVAILABLE` if TLS is requested but this package was built without it.
    public init(_ options: RedisOptions) throws {
        if options.tls != nil, !RedisTLS.isAvailable { throw RedisError.tlsUnavailable }
        layout = try storeLayout()
        connection = RedisConnection(options, timeout: .milliseconds(layout.commandTimeoutMs))
    }

    deinit {
        renewals.withLock { $0.values.forEach { $0.cancel() } }
    }

    /// Waits until the lock is free, acquires it and renews it. A record newer than the known one is returned without the lock.
    public func lock(_ request: LockRequest) async throws -> LockedRecord {
        let values = [request.owner, String(layout.lockLifetimeMs), String(request.knownSeq)]
        for tries in 0 ... Int64.max {
            try Task.checkCancellation()
            let (isHeld, locked) = try read(try await run(layout.lockScript, request.login, values))
            if isHeld { renew(request) }
            if isHeld || locked.record != nil { return locked }
            let random = Int64(UInt32.random(in: .min ... .max))
            try await Task.sleep(for: .milliseconds(try pauseBeforeRetry(tries: tries, random: random)))
        }
        throw CancellationError()
    }

    /// Writes the record, if the owner still holds the lock and the stored record has the expected number.
    public func save(_ request: SaveRequest) async throws -> Bool {
        let record = request.record
        let fields = [record.version, record.seq, record.key, record.nonce, record.sealed]
        let values = [request.owner, String(request.expectedSeq)] + fields
        return try await run(layout.saveScript, request.login, values) == .integer(1)
    }

    /// Stops renewing the lock, and releases it.
    public func unlock(_ request: UnlockRequest) async throws {
        renewals.withLock { $0.removeValue(forKey: request.owner) }?.cancel()
        _ = try await run(layout.unlockScript, request.login, [request.owner])
    }

    /// Renews the lock until it is released, another process holds it, or its lease is over.
    private func renew(_ request: LockRequest) {
        let (login, owner) = (request.login, request.owner)
        let over = ContinuousClock.now + request.lease
        let pause = Duration.milliseconds(layout.lockRenewalMs)
        let renewal = Task { [weak self] in
            while (try? await Task.sleep(for: pause)) != nil, ContinuousClock.now < over {
                guard let isOurs = await self?.renewOnce(login, owner), isOurs else { break }
            }
            self?.renewals.withLock { $0[owner] = nil }
        }
        renewals.withLock { $0[owner] = renewal }
    }

    /// Renews the lock once. Returns false if the owner no longer holds it. A failed renewal is followed by the next one.
    private func renewOnce(_ login: String, _ owner: String) async -> Bool {
        guard let answer = try? await run(layout.renewScript, login, [owner, String(layout.lockLifetimeMs)]) else { return true }
        return answer == .integer(1)
    }

    private func run(_ script: String, _ login: String, _ values: [String]) async throws -> RedisReply {
        let keys = try storeKeys(login: login)
        return try await connection.run(["EVAL", script, "2", keys.lock, keys.record] + values)
    }

    /// Parses the lock script's result: 1 if the lock is held, seconds and microseconds, and the record's fields, if returned.
    private func read(_ reply: RedisReply) throws -> (isHeld: Bool, LockedRecord) {
        guard case .list(let items) = reply, items.count >= 3, case .text(let seconds) = items[1], case .text(let micros) = items[2],
            let seconds = Int64(seconds), let micros = Int64(micros), (0 ... 1 << 40).contains(seconds)
        else { throw RedisError.unexpectedAnswer }
        // A missing field is noticed when the record is opened.
        let fields = (3 ..< 8).map { index -> String? in
            if index < items.count, case .text(let text) = items[index] { text } else { nil }
        }
        let isThere = fields.contains { $0 != nil }
        let texts = fields.map { $0 ?? "" }
        let record = Waybill.SealedRecord(version: texts[0], seq: texts[1], key: texts[2], nonce: texts[3], sealed: texts[4])
        let storeTime = seconds * 1000 + micros / 1000
        return (items[0] == .integer(1), LockedRecord(record: isThere ? record : nil, storeTime: storeTime))
    }
}

extension RedisTokenStore: CustomReflectable {
    /// A mirror without children, because they would lead to the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
