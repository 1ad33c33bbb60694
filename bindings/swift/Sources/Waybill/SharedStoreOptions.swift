// That a login's tokens are shared with other processes: the store, and the keys that seal what is kept there.

import Foundation

/// That the login's tokens are shared with other processes.
public struct SharedStoreOptions: Sendable {
    /// Where they are kept.
    public let store: any TokenStore
    /// The first seals, all open; nil where the store is trusted with tokens as they are.
    public let keys: [SealingKey]?
    /// While the store is down, a process logs in for itself with its password.
    public let loginWhileDown: Bool

    /// A store whose records are sealed. To rotate, add the new key in all processes, then make it the first.
    public init(store: any TokenStore, keys: [SealingKey], loginWhileDown: Bool = false) {
        self.store = store
        self.keys = keys
        self.loginWhileDown = loginWhileDown
    }

    /// A store that keeps tokens as they are: whoever reads it can use them.
    public init(trustedStore store: any TokenStore, loginWhileDown: Bool = false) {
        self.store = store
        keys = nil
        self.loginWhileDown = loginWhileDown
    }
}

/// A key that tokens are sealed with before they leave the process (XChaCha20-Poly1305).
public struct SealingKey: Sendable, Hashable {
    /// Names the key in records: letters, digits, `.`, `_` and `-`, up to 64 of them.
    public let id: String
    let bytes: Data

    /// A key of 32 bytes from a secure random source.
    public init(id: String, bytes: Data) {
        self.id = id
        self.bytes = bytes
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its id alone.
    public var description: String { "\(id): [redacted]" }
    /// Its id alone.
    public var debugDescription: String { description }
    /// A mirror of its id alone.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
