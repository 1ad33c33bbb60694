// The address of a Redis or Valkey server, and its credentials.

import Foundation
import Waybill

/// A Redis or Valkey server: a single one, or the address of a proxy in front of several. Clusters are not supported.
public struct RedisOptions: Sendable, Hashable {
    /// Name or address of the host.
    public var host: String
    /// The port.
    public var port: Int
    /// The user, if the server has an access list. Nil is the default user.
    public var username: String?
    /// The password, if the server requires one.
    public var password: Secret?
    /// Number of the database.
    public var database: Int
    /// TLS settings; nil for a plain connection.
    public var tls: RedisTLS?

    /// Creates options for a server, by default on port 6379.
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

    /// Parses a URL: `redis://user:password@host:port/database`, or `rediss://` for TLS. Returns nil for any other URL.
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

/// TLS 1.2 or later. The server's certificate and host name are verified.
///
/// The build of this package needs hiredis 1.0 or later with its TLS part, and OpenSSL's headers. Debian 13 has both
/// (`libhiredis-dev`, `libssl-dev`). hiredis 0.14 in Debian 12 has no TLS. A store with these options is then rejected: it never
/// falls back to a plain connection.
public struct RedisTLS: Sendable, Hashable {
    /// PEM file of the trusted authorities. Nil is the system's.
    public var authorityFile: String?
    /// PEM file of this client's certificate chain, if the server requires one.
    public var certificateFile: String?
    /// PEM file of that certificate's key.
    public var keyFile: String?

    /// Creates TLS settings with these files.
    public init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// True if the hiredis that this package was built with supports TLS.
    public static var isAvailable: Bool {
        #if HIREDIS_TLS
        true
        #else
        false
        #endif
    }
}
