// The client: `client.platform.send(...)`, `client.commerce(tenant:).send(...)`, `client.commerceProxy(seller:).send(...)`.
//
// One client is one environment and the credentials held for it. It keeps tokens alive, says what an error means, and
// carries everything over URLSession.

import Foundation
internal import WaybillRust

/// A client for a logistics platform's APIs. Share one between tasks.
public final class WaybillClient: Sendable {
    private let driver: Driver
    private let environment: String?

    /// Checks the configuration and makes a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - config: Environments and credentials.
    ///   - transport: Carries its requests; URLSession where none is given.
    ///   - sharedStore: Where the login's tokens are shared with other processes; they stay in this one where none is given.
    ///   - onNote: Told what is worth a log line, without secrets; called from any thread.
    /// - Throws: `WaybillError` of kind `configuration` that names what is wrong.
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

    /// A client over an engine of the caller's making, and a transport of its own or the caller's.
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

    /// The commerce API direct, with an access token and `X-Tenant`.
    public func commerce(tenant: String) -> PathFamily {
        PathFamily(client: self, route: .commerce(tenant: tenant))
    }

    /// The commerce API through the platform, with the API key and `x-seller-id`.
    public func commerceProxy(seller: String) -> PathFamily {
        PathFamily(client: self, route: .commerceProxy(seller: seller))
    }

    /// Adds or rotates credentials; nothing in flight is lost.
    public func setCredentials(_ credentials: Credentials) throws {
        try driver.setCredentials(credentials)
    }

    /// Drops the access token, where you learned that it is no longer good: the next call that needs one renews it.
    public func invalidateAccessToken() { driver.invalidate(.accessToken) }

    /// Drops both tokens, and a refusal of the login at most once a minute: call it when an account was unlocked. The next
    /// call that needs a token logs in with the password.
    public func invalidateTokens() { driver.invalidate(.tokens) }

    /// The state of the login's tokens, to keep as you would keep a password, and to restore in a later process; nil without
    /// a login. It can be had once the client is closed too: close first, so that nothing is renewed after it.
    public func exportTokens() throws -> TokenSnapshot? { try driver.export() }

    /// Takes over what `exportTokens` gave, so that the login goes on where it stood.
    ///
    /// - Throws: `WaybillError` with a code `snapshot.*` where it is damaged, another login's, or older than what is held;
    ///   nothing is changed then.
    public func restoreTokens(_ snapshot: TokenSnapshot) throws { try driver.restore(snapshot) }

    /// Fails all calls and open answers, gives a refresh in flight two seconds, and returns when nothing is in flight.
    public func close() async {
        driver.close()
        await driver.waitUntilClosed()
    }

    /// A search for the credentials that are in force.
    func searchBody() throws -> BodySearch { try driver.searchBody() }

    /// Has a search look for the credentials that are in force by now too.
    func addCredentials(to search: BodySearch) throws { try driver.addCredentials(to: search) }

    /// Throws `CancellationError` where the task was cancelled.
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

    /// Cancellation may come before, while or after a call begins.
    private enum Ticket: Equatable {
        case waiting
        case begun(Int64)
        case cancelled
    }
}

/// One of the platform's three path families.
public struct PathFamily: Sendable {
    fileprivate let client: WaybillClient
    fileprivate let route: Route

    /// Sends one request and returns with the head of its answer.
    ///
    /// - Parameters:
    ///   - method: The method, such as `POST`.
    ///   - template: The path template, such as `/flows/{flowId}/execute`.
    ///   - parameters: One value for each name in the template.
    ///   - allowEncodedSlashes: Whether values of `parameters` may hold `/` and `\`, sent as `%2F` and `%5C`; a proxy that
    ///     decodes these sends the request to another path.
    ///   - query: The query, in order; an item without a value has an empty one.
    ///   - headers: Further headers, in order, repeated names kept; those of Waybill and of the connection are refused.
    ///   - body: The body.
    ///   - scopes: Those that the operation needs, where you know them: one that the API key does not list is noted, once.
    ///   - timeout: The time for the whole call, the reading of the answer's body included.
    /// - Throws: `WaybillError`, or `CancellationError` where the task was cancelled.
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
    /// Times beyond this are none that a clock says; such a call has no limit.
    private static let longest = Duration.seconds(200 * 365 * 24 * 3600).milliseconds

    fileprivate static func deadline(after timeout: Duration) -> Date? {
        let millis = timeout.milliseconds
        guard millis < longest else { return nil }
        return Date(timeIntervalSinceNow: Double(max(millis, -longest)) / 1000)
    }
}

/// Something worth a log line, without secrets.
public struct Note: Sendable, Hashable {
    /// Stable identifier.
    public let code: String
    /// One sentence.
    public let message: String
}

extension WaybillClient: CustomReflectable {
    /// A mirror without children: below lie requests with their credentials.
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
