// Where a Redis or Valkey server is, and what it takes to be let in.

import Foundation
import Waybill

/// A Redis or Valkey server: a single one, or the address of whatever stands before several. A cluster is not supported.
public struct RedisOptions: Sendable, Hashable {
    /// The host's name or address.
    public var host: String
    /// The port.
    public var port: Int
    /// The user, where the server has an access list; its default user where none is given.
    public var username: String?
    /// The password, where the server asks for one.
    public var password: Secret?
    /// The number of the database.
    public var database: Int
    /// TLS; nil for a plain connection.
    public var tls: RedisTLS?

    /// A server, by default on port 6379.
    public init(
        host: String, port: Int = 6379, username: String? = nil, password: Secret? = nil, database: Int = 0, tls: RedisTLS? = nil
    ) {
        self.host = host
        self.port = port
        self.username = username
        self.password = password
        self.database = database
        self.tls = tls
    }

    /// What a URL says: `redis://user:password@host:port/database`, or `rediss://` for TLS; nil where it is no such URL.
    public init?(url: String) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty, parts.query == nil else { return nil }
        guard ["redis", "rediss"].contains(parts.scheme) else { return nil }
        let path = parts.path.drop { $0 == "/" }
        guard let database = path.isEmpty ? 0 : Int(path) else { return nil }
        let username = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            host: host.trimmingCharacters(in: ["[", "]"]), port: parts.port ?? 6379, username: username,
            password: parts.password.map(Secret.init), database: database, tls: parts.scheme == "rediss" ? RedisTLS() : nil)
    }
}

/// TLS 1.2 or later, the server's certificate and host name checked. It needs hiredis 1.0 or later with its TLS part and
/// OpenSSL's headers when this package is built, as in Debian 13 (`libhiredis-dev`, `libssl-dev`); hiredis 0.14, which Debian 12
/// has, has none. A store with these options is refused then: it never falls back to a plain connection.
public struct RedisTLS: Sendable, Hashable {
    /// A PEM file of the authorities that are trusted; the system's where none is given.
    public var authorityFile: String?
    /// A PEM file of this client's certificate chain, where the server asks for one.
    public var certificateFile: String?
    /// A PEM file of that certificate's key.
    public var keyFile: String?

    /// TLS with these files.
    public init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// Whether the hiredis that this package was built with has TLS.
    public static var isAvailable: Bool {
        #if HIREDIS_TLS
        true
        #else
        false
        #endif
    }
}
