// The client: `client.platform.send(...)`, `client.commerce(tenant:).send(...)`, `client.commerceProxy(seller:).send(...)`.
//
// A client serves one environment with its credentials. It renews tokens, explains errors, and sends requests over a transport.

import Foundation
internal import WaybillRust

/// A client for one environment. Share one between tasks.
public final class WaybillClient: Sendable {
    private let driver: Driver
    private let environment: String?

    /// Checks the configuration. Sends nothing.
    ///
    /// - Parameters:
    ///   - config: Environments and credentials.
    ///   - transport: Sends the requests; URLSession by default.
    ///   - sharedStore: Store that shares the login's tokens with other processes. With nil, tokens stay in this client's memory.
    ///   - onNote: Called with events to log, without secrets, from any thread.
    /// - Throws: `WaybillError` of kind `configuration` if the configuration is invalid.
    public convenience init(
        config: ClientConfig, transport: (any Transport)? = nil, sharedStore: SharedStoreOptions? = nil,
        onNote: (@Sendable (Note) -> Void)? = nil
    ) throws {
        let engine = try boundary { try Engine(config: Config(config, sharedStore: sharedStore)) }
        let shared = try sharedStore.map { try SharedLogin($0, onNote: onNote) }
        let carrier: any ExchangeTransport = transport.map(HostTransport.init) ?? SessionTransport()
        self.init(
            engine: engine, environment: config.environment, transport: carrier, maxUnreadBytes: config.maxUnreadBytes,
            shared: shared, onNote: onNote)
    }

    /// Creates a client over an existing engine and transport.
    init(
        engine: Engine, environment: String? = nil, transport: any ExchangeTransport = SessionTransport(),
        maxUnreadBytes: Int = ClientConfig.defaultMaxUnreadBytes, shared: SharedLogin? = nil, onNote: (@Sendable (Note) -> Void)?
    ) {
        self.environment = environment
        driver = Driver(engine, transport, maxUnreadBytes: maxUnreadBytes, shared: shared, onNote: onNote)
    }

    deinit {
        driver.close()
    }

    /// The platform API, with the API key.
    public var platform: PathFamily { PathFamily(client: self, route: .platform) }

    /// Returns the commerce API called directly, with the login's access token and `X-Tenant`, for one tenant.
    public func commerce(tenant: String) -> PathFamily {
        PathFamily(client: self, route: .commerce(tenant: tenant))
    }

    /// Returns the commerce API called through the platform, with the API key and `x-seller-id`, for one seller.
    public func commerceProxy(seller: String) -> PathFamily {
        PathFamily(client: self, route: .commerceProxy(seller: seller))
    }

    /// Adds or rotates credentials of this client's environment. Calls in flight continue.
    public func setCredentials(_ credentials: Credentials) throws {
        try driver.setCredentials(credentials)
    }

    /// Drops the access token, if you know that it is no longer valid. The next call that needs one renews it.
    public func invalidateAccessToken() { driver.invalidate(.accessToken) }

    /// Drops both tokens, and clears a rejected login at most once a minute. Call it after an account was unlocked. The next call
    /// that needs a token logs in with the password.
    public func invalidateTokens() { driver.invalidate(.tokens) }

    /// Returns the state of the login's tokens, or nil without a login. Store it like a password, and restore it in a later
    /// process. Also works after `close`; close first, so that no token is renewed afterwards.
    public func exportTokens() throws -> TokenSnapshot? { try driver.export() }

    /// Restores the tokens that `exportTokens` returned.
    ///
    /// - Throws: `WaybillError` with a code `snapshot.*` if the snapshot is damaged, of another login, or older than the current
    ///   tokens. Nothing changes then.
    public func restoreTokens(_ snapshot: TokenSnapshot) throws { try driver.restore(snapshot) }

    /// Fails all calls and open responses. Returns once a refresh in flight has ended, which gets two more seconds, or five with
    /// a shared store.
    public func close() async {
        driver.close()
        await driver.waitUntilClosed()
    }

    /// Starts a search for the current credentials.
    func searchBody() throws -> BodySearch { try driver.searchBody() }

    /// Adds the credentials that are current now to a search.
    func addCredentials(to search: BodySearch) throws { try driver.addCredentials(to: search) }

    /// Sends a call. Throws `CancellationError` if the task was cancelled.
    func send(_ call: Call, _ body: RequestBody, _ deadline: Date?) async throws -> Response {
        do {
            return try await carry(call, body, deadline)
        } catch let error as WaybillError where error.kind == .cancelled {
            throw CancellationError()
        }
    }

    private func carry(_ call: Call, _ body: RequestBody, _ deadline: Date?) async throws -> Response {
        await driver.letIn()
        let ticket = Locked(Ticket.waiting)
        let (exchange, head) = try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                let id = driver.begin(call, Driver.Pending(body: body, deadline: deadline, done: continuation))
                let cancelled = ticket.withLock { ticket in
                    defer { ticket = id.map(Ticket.begun) ?? .waiting }
                    return ticket == .cancelled
                }
                if let id, cancelled { driver.cancel(id) }
            }
        } onCancel: {
            let id = ticket.withLock { ticket -> Int64? in
                if case .begun(let id) = ticket { return id }
                ticket = .cancelled
                return nil
            }
            if let id { driver.cancel(id) }
        }
        let known = FailureDetails(
            stage: .api, pathFamily: FailureDetails.PathFamily(call.route), environment: environment, provider: nil, problem: nil,
            requestID: nil, evidence: [])
        let body = ResponseBody(exchange, of: self, status: head.status, known: known)
        return Response(status: head.status, headers: head.headers, body: body)
    }

    /// The state of a call. It may be cancelled before, while or after it begins.
    private enum Ticket: Equatable {
        case waiting
        case begun(Int64)
        case cancelled
    }
}

/// A path family: the platform API, or the commerce API for one tenant or seller.
public struct PathFamily: Sendable {
    fileprivate let client: WaybillClient
    fileprivate let route: Route

    /// Sends one authorised request. Returns once the head of the response has arrived; the body streams. Redirects are responses
    /// and are not followed.
    ///
    /// - Parameters:
    ///   - method: The method, such as `POST`.
    ///   - template: A path below the API's base URL with parameters in braces, such as `/flows/{flowId}/execute`.
    ///   - parameters: A value for each parameter of the template. They are percent-encoded and cannot change the path's
    ///     structure.
    ///   - allowEncodedSlashes: True if values of `parameters` may contain `/` and `\`. They are sent as `%2F` and `%5C`. A proxy
    ///     that decodes them sends the request to another path.
    ///   - query: Query parameters, in order. Names may repeat. An item without a value is sent with an empty one.
    ///   - headers: Headers, in order. Names may repeat. Those that Waybill or the connection sets are rejected.
    ///   - body: The body.
    ///   - scopes: Scopes that the operation needs, if you know them. Those that the API key does not list are noted, once.
    ///   - timeout: Time limit from now to the end of the response's body.
    /// - Throws: `WaybillError` if the request is rejected or fails, or if the response has an error status. `CancellationError`
    ///   if the task was cancelled.
    public func send(
        _ method: String, _ template: String, parameters: [String: String] = [:], allowEncodedSlashes: Bool = false,
        query: [URLQueryItem] = [],
        headers: Headers = [:], body: RequestBody = .none, scopes: [String] = [], timeout: Duration? = nil
    ) async throws -> Response {
        let deadline = timeout.flatMap(PathFamily.deadline(after:))
        let call = Call(
            route: route, method: method, template: template,
            parameters: parameters.map { NameValue(name: $0.key, value: $0.value) },
            allowEncodedSlashes: allowEncodedSlashes, scopes: scopes,
            query: query.map { NameValue(name: $0.name, value: $0.value ?? "") },
            headers: headers.lines.map { NameValue(name: $0.name, value: $0.value) }, body: body.boundary,
            deadline: deadline.map { Int64($0.timeIntervalSince1970 * 1000) })
        return try await client.send(call, body, deadline)
    }
}

extension PathFamily {
    /// Timeouts beyond the range of a clock. Such a call has no limit.
    private static let longest = Duration.seconds(200 * 365 * 24 * 3600).milliseconds

    fileprivate static func deadline(after timeout: Duration) -> Date? {
        let millis = timeout.milliseconds
        guard millis < longest else { return nil }
        return Date(timeIntervalSinceNow: Double(max(millis, -longest)) / 1000)
    }
}

/// An event to log. Contains no secret.
public struct Note: Sendable, Hashable {
    /// Stable identifier.
    public let code: String
    /// Description in one sentence.
    public let message: String
}

extension WaybillClient: CustomReflectable {
    /// A mirror without children, because they would lead to requests with credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestBody {
    fileprivate var boundary: WaybillRust.RequestBody {
        switch content {
        case .none: .empty
        case .bytes(let data): .bytes(bytes: data)
        case .file: .caller(replayable: true)
        case .stream(let replayable, _): .caller(replayable: replayable)
        }
    }
}
