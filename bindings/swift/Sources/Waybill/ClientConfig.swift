// The configuration of a client: environments and their credentials.
//
// Read credentials from environment variables or a secret manager, never from source code.

/// The configuration of a client.
public struct ClientConfig: Sendable, Hashable {
    /// All environments that you know. They are checked together.
    public var environments: [Environment]
    /// Name of the environment to serve.
    public var environment: String
    /// All credentials that you have. The client uses those of `environment`; the others only guard against mix-ups.
    public var credentials: [Credentials]
    /// Time-out of a token exchange. Nil is 30 s.
    public var tokenTimeout: Duration?
    /// Maximum time that a call without a token waits for the next try after a failed token exchange. Nil is 2 s. If the next try
    /// comes later, the call fails at once, and its error says when to retry.
    public var tokenRetryWait: Duration?
    /// Seed for the jitter of retries. It should differ between processes.
    public var seed: Int64
    /// Maximum number of unread bytes of one response. URLSession cannot pause a server, so unread bytes are buffered, in memory
    /// and then in a temporary file. Beyond this limit the body fails with the code `body.behind`.
    public var maxUnreadBytes: Int

    /// The default of `maxUnreadBytes`: 64 MiB.
    public static let defaultMaxUnreadBytes = 64 * 1024 * 1024

    /// Creates a configuration. `WaybillClient` checks it.
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

/// One deployment of the platform. URLs are https, without userinfo, query or fragment. http is allowed for loopback addresses
/// and for the mock service.
public struct Environment: Sendable, Hashable {
    /// Unique name among the environments. Credentials refer to it.
    public var name: String
    /// Purpose of the environment.
    public var kind: Kind
    /// The platform API; ends in `/api/v1`.
    public var baseURL: String?
    /// The commerce API through the platform; ends in `/api/commerce`.
    public var proxyURL: String?
    /// The commerce API itself; ends in `/api`.
    public var commerceURL: String?
    /// The identity provider, without its `/realms/...` part.
    public var authURL: String?
    /// The mock service. Only for kind development.
    public var mockURL: String?

    /// The purpose of an environment. It determines what is allowed there.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A developer's own environment. Only this kind has a mock service.
        case development
        /// Shared tests before a release, with test connections.
        case staging
        /// The platform's public trial environment.
        case sandbox
        /// Real carriers, real shipments.
        case production
    }

    /// Creates an environment. Only the URLs of the path families in use are needed.
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

/// Credentials for one environment: an API key, a commerce login, or both.
public struct Credentials: Sendable, Hashable {
    /// Name of the environment.
    public var environment: String
    /// The platform's API key.
    public var apiKey: Secret?
    /// The commerce login.
    public var login: Login?

    /// Creates credentials for an environment.
    public init(environment: String, apiKey: Secret? = nil, login: Login? = nil) {
        self.environment = environment
        self.apiKey = apiKey
        self.login = login
    }
}

/// A user at the identity provider, with a password, a refresh token, or both. For direct commerce calls.
public struct Login: Sendable, Hashable {
    /// The provider's realm.
    public var realm: String
    /// The user's name.
    public var username: String
    /// The user's password, for the password grant.
    public var password: Secret?
    /// A refresh token obtained earlier.
    public var refreshToken: Secret?

    /// Creates a login with a password, a refresh token or both.
    public init(realm: String, username: String, password: Secret? = nil, refreshToken: Secret? = nil) {
        self.realm = realm
        self.username = username
        self.password = password
        self.refreshToken = refreshToken
    }
}
