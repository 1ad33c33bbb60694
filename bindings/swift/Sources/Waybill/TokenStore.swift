// The interface of a store that shares a login's tokens between processes. Conform to `TokenStore` to use your own.

/// Stores one record and one lock for each login. A thrown error means that the store is down. Functions have to throw within a
/// second if the store does not respond, and if their task is cancelled.
public protocol TokenStore: Sendable {
    /// Waits until the lock is free, acquires it, and returns the record. The task is cancelled when the lock is no longer
    /// needed.
    func lock(_ request: LockRequest) async throws -> LockedRecord

    /// Writes the record atomically, if the owner still holds the lock and the stored record has the expected number. Returns
    /// true if it was written.
    func save(_ request: SaveRequest) async throws -> Bool

    /// Releases the lock, if the owner still holds it.
    func unlock(_ request: UnlockRequest) async throws
}

/// The failure of a store command. A `TokenStore` throws it to give the client's note a reason.
public struct TokenStoreError: Error, Sendable, Hashable {
    /// A short name in capital letters and underscores, such as `TIMED_OUT`. Any other text is not logged.
    public let code: String

    /// Creates an error with this code.
    public init(code: String) {
        self.code = code
    }
}

/// A request for the lock of a login.
public struct LockRequest: Sendable, Hashable {
    /// Id of the login: 64 hexadecimal digits, equal in all processes that share it.
    public let login: String
    /// Id of the lock's owner: random, and new for each lock.
    public let owner: String
    /// Maximum time that the lock may be held. Renew it until then, or until it is released.
    public let lease: Duration
    /// Number of the known record; 0 for none. A newer record may be returned at once, without the lock.
    public let knownSeq: Int64

    /// Creates a request. A client creates its own.
    public init(login: String, owner: String, lease: Duration, knownSeq: Int64) {
        self.login = login
        self.owner = owner
        self.lease = lease
        self.knownSeq = knownSeq
    }
}

/// The result of a lock.
public struct LockedRecord: Sendable, Hashable {
    /// The record, or nil if there is none.
    public let record: SealedRecord?
    /// Current time of the store's clock, in milliseconds since the Unix epoch.
    public let storeTime: Int64

    /// Creates the result of a lock.
    public init(record: SealedRecord?, storeTime: Int64) {
        self.record = record
        self.storeTime = storeTime
    }
}

/// A request to write a record.
public struct SaveRequest: Sendable, Hashable {
    /// Id of the login.
    public let login: String
    /// Id of the lock's owner.
    public let owner: String
    /// Number of the stored record; 0 if there is none.
    public let expectedSeq: Int64
    /// Record to write.
    public let record: SealedRecord

    /// Creates a request. A client creates its own.
    public init(login: String, owner: String, expectedSeq: Int64, record: SealedRecord) {
        self.login = login
        self.owner = owner
        self.expectedSeq = expectedSeq
        self.record = record
    }
}

/// A request to release a lock.
public struct UnlockRequest: Sendable, Hashable {
    /// Id of the login.
    public let login: String
    /// Id of the lock's owner.
    public let owner: String

    /// Creates a request. A client creates its own.
    public init(login: String, owner: String) {
        self.login = login
        self.owner = owner
    }
}

/// A login's record: strings to store unchanged. Only processes with the key can read `sealed`.
public struct SealedRecord: Sendable, Hashable {
    /// Version of the record's layout, in decimal digits.
    public let version: String
    /// Record number, in decimal digits. It increases by one with each save.
    public let seq: String
    /// Id of the key that sealed the record; empty if it is not sealed.
    public let key: String
    /// Nonce; empty if the record is not sealed.
    public let nonce: String
    /// Sealed tokens; the plain tokens if the record is not sealed.
    public let sealed: String

    /// Creates a record from stored strings.
    public init(version: String, seq: String, key: String, nonce: String, sealed: String) {
        self.version = version
        self.seq = seq
        self.key = key
        self.nonce = nonce
        self.sealed = sealed
    }
}

extension SealedRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The record's properties, without the part that may contain tokens.
    public var description: String { "SealedRecord \(seq) of version \(version), key '\(key)': \(sealed.utf8.count) bytes" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
