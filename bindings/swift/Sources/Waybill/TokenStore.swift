// A store that processes share a login's tokens through, as this package asks it: conform to `TokenStore` to use your own.

/// Keeps one record and one lock for each login. What a function throws says that the store is down; let it throw within a
/// second, and where its task is cancelled.
public protocol TokenStore: Sendable {
    /// Waits for whoever holds the lock, takes it, and gives the record. The lock is no longer wanted where the task is cancelled.
    func lock(_ request: LockRequest) async throws -> LockedRecord

    /// Writes the record in one step with two checks: that the lock is still its owner's, and that the stored record has the
    /// number expected. Returns whether it was written.
    func save(_ request: SaveRequest) async throws -> Bool

    /// Releases the lock where it is still its owner's.
    func unlock(_ request: UnlockRequest) async throws
}

/// What a `TokenStore` may throw so that the client's note says why.
public struct TokenStoreError: Error, Sendable, Hashable {
    /// A short name in capital letters and underscores, such as `TIMED_OUT`; another text is not shown.
    public let code: String

    /// An error with this code.
    public init(code: String) {
        self.code = code
    }
}

/// A lock that is asked for.
public struct LockRequest: Sendable, Hashable {
    /// Names the login: 64 hexadecimal digits, equal in all processes that share it.
    public let login: String
    /// Who asks: random, and another one for each lock.
    public let owner: String
    /// How long the lock may be held; renew it until then, or until it is released.
    public let lease: Duration
    /// The number of the record that is known; 0 for none. A newer record may be given at once, without the lock.
    public let knownSeq: Int64

    /// A request; a client makes its own.
    public init(login: String, owner: String, lease: Duration, knownSeq: Int64) {
        self.login = login
        self.owner = owner
        self.lease = lease
        self.knownSeq = knownSeq
    }
}

/// The record of a login, and when it was read.
public struct LockedRecord: Sendable, Hashable {
    /// The record; nil where there is none.
    public let record: SealedRecord?
    /// The store's own time, in milliseconds since the Unix epoch.
    public let storeTime: Int64

    /// What a store answers.
    public init(record: SealedRecord?, storeTime: Int64) {
        self.record = record
        self.storeTime = storeTime
    }
}

/// A record to be written.
public struct SaveRequest: Sendable, Hashable {
    /// Names the login.
    public let login: String
    /// Who holds the lock.
    public let owner: String
    /// The number that the stored record has; 0 where there is none.
    public let expectedSeq: Int64
    /// What to write.
    public let record: SealedRecord

    /// A request; a client makes its own.
    public init(login: String, owner: String, expectedSeq: Int64, record: SealedRecord) {
        self.login = login
        self.owner = owner
        self.expectedSeq = expectedSeq
        self.record = record
    }
}

/// A lock to be released.
public struct UnlockRequest: Sendable, Hashable {
    /// Names the login.
    public let login: String
    /// Who holds the lock.
    public let owner: String

    /// A request; a client makes its own.
    public init(login: String, owner: String) {
        self.login = login
        self.owner = owner
    }
}

/// A login's record: texts to keep as they are. What is in `sealed` only processes that hold the key can read.
public struct SealedRecord: Sendable, Hashable {
    /// The version of the record's layout, in decimal digits.
    public let version: String
    /// The record's number, in decimal digits: one more with each save.
    public let seq: String
    /// The id of the key that it is sealed with; empty where it is not sealed.
    public let key: String
    /// The nonce that it is sealed with; empty where it is not sealed.
    public let nonce: String
    /// The sealed snapshot; the snapshot itself, which holds tokens, where it is not sealed.
    public let sealed: String

    /// A record as it was kept.
    public init(version: String, seq: String, key: String, nonce: String, sealed: String) {
        self.version = version
        self.seq = seq
        self.key = key
        self.nonce = nonce
        self.sealed = sealed
    }
}

extension SealedRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What it is, without what is in it.
    public var description: String { "SealedRecord \(seq) of version \(version), key '\(key)': \(sealed.utf8.count) bytes" }
    /// What it is, without what is in it.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
