// What a client is made of: environments, and the credentials held for them.
//
// Credentials come from environment variables or a secret manager, never from source.

/// What a client is made of.
public struct ClientConfig: Sendable, Hashable {
    /// All environments the program knows.
    public var environments: [Environment]
    /// Name of the one this client serves.
    public var environment: String
    /// All credentials the program holds.
    public var credentials: [Credentials]
    /// How long a token exchange may take; 30 s where nothing is said.
    public var tokenTimeout: Duration?
    /// How long a call without a token may wait for the next try after a token exchange failed; 2 s where nothing is said.
    /// Where that try comes later the call fails at once, and its error says when.
    public var tokenRetryWait: Duration?
    /// Seed of the jitter between attempts.
    public var seed: Int64
    /// How many bytes of one answer may be unread: URLSession cannot hold a server back, so what a slow reader has not taken
    /// is kept, in memory and then in a temporary file. Beyond it the body fails with the code `body.behind`.
    public var maxUnreadBytes: Int

    /// 64 MiB.
    public static let defaultMaxUnreadBytes = 64 * 1024 * 1024

    /// Makes a configuration; `WaybillClient` checks it.
    public init(
        environments: [Environment], environment: String, credentials: [Credentials], tokenTimeout: Duration? = nil,
        tokenRetryWait: Duration? = nil, seed: Int64 = .random(in: .min ... .max),
        maxUnreadBytes: Int = ClientConfig.defaultMaxUnreadBytes
    ) {
        self.environments = environments
        self.environment = environment
        self.credentials = credentials
        self.tokenTimeout = tokenTimeout
        self.tokenRetryWait = tokenRetryWait
        self.seed = seed
        self.maxUnreadBytes = maxUnreadBytes
    }
}

/// One environment and its base URLs.
public struct Environment: Sendable, Hashable {
    /// The name that credentials refer to.
    public var name: String
    /// What it is for.
    public var kind: Kind
    /// The platform API, ending in `/api/v1`.
    public var baseURL: String?
    /// Commerce through the platform, ending in `/api/commerce`.
    public var proxyURL: String?
    /// Commerce direct, ending in `/api`.
    public var commerceURL: String?
    /// The identity provider.
    public var authURL: String?
    /// The mock service, in development alone.
    public var mockURL: String?

    /// What an environment is for; it decides what is allowed there.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The only kind with a mock service.
        case development
        /// Test connections.
        case staging
        /// Test credentials.
        case sandbox
        /// Real carriers.
        case production
    }

    /// Makes an environment; only the URLs of the path families in use are needed.
    public init(
        name: String, kind: Kind, baseURL: String? = nil, proxyURL: String? = nil, commerceURL: String? = nil,
        authURL: String? = nil, mockURL: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.baseURL = baseURL
        self.proxyURL = proxyURL
        self.commerceURL = commerceURL
        self.authURL = authURL
        self.mockURL = mockURL
    }
}

/// What is held for one environment.
public struct Credentials: Sendable, Hashable {
    /// Name of the environment these are of.
    public var environment: String
    /// The platform's API key.
    public var apiKey: Secret?
    /// The commerce login.
    public var login: Login?

    /// Makes credentials of an environment.
    public init(environment: String, apiKey: Secret? = nil, login: Login? = nil) {
        self.environment = environment
        self.apiKey = apiKey
        self.login = login
    }
}

/// A login at the identity provider, for the direct commerce path.
public struct Login: Sendable, Hashable {
    /// The realm.
    public var realm: String
    /// The user.
    public var username: String
    /// The password, for the password grant.
    public var password: Secret?
    /// A refresh token obtained elsewhere.
    public var refreshToken: Secret?

    /// Makes a login with a password, a refresh token or both.
    public init(realm: String, username: String, password: Secret? = nil, refreshToken: Secret? = nil) {
        self.realm = realm
        self.username = username
        self.password = password
        self.refreshToken = refreshToken
    }
}
