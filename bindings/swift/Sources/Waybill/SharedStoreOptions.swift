// Settings for sharing a login's tokens with other processes: the store, and the keys that seal the records.

import Foundation

/// Settings for sharing the login's tokens with other processes.
public struct SharedStoreOptions: Sendable {
    /// The store.
    public let store: any TokenStore
    /// The first key seals, and all keys open. Nil if the store is trusted with unsealed tokens.
    public let keys: [SealingKey]?
    /// True if a process logs in with its own password while the store is down.
    public let loginWhileDown: Bool

    /// Creates settings for a store of sealed records. To rotate keys, add the new key in all processes, then make it the first.
    public init(store: any TokenStore, keys: [SealingKey], loginWhileDown: Bool = false) {
        self.store = store
        self.keys = keys
        self.loginWhileDown = loginWhileDown
    }

    /// Creates settings for a store of unsealed tokens. Everyone who can read the store can use them.
    public init(trustedStore store: any TokenStore, loginWhileDown: Bool = false) {
        self.store = store
        keys = nil
        self.loginWhileDown = loginWhileDown
    }
}

/// A key that seals tokens before they leave the process (XChaCha20-Poly1305).
public struct SealingKey: Sendable, Hashable {
    /// Id of the key in records: 1 to 64 letters, digits, `.`, `_` and `-`.
    public let id: String
    let bytes: Data

    /// Creates a key from 32 bytes of a secure random source.
    public init(id: String, bytes: Data) {
        self.id = id
        self.bytes = bytes
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The id only.
    public var description: String { "\(id): [redacted]" }
    /// The id only.
    public var debugDescription: String { description }
    /// A mirror of the id only.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
