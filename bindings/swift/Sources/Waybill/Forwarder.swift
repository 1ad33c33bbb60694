// Forwards a mobile app's requests from a back end. The core decides which requests are allowed, the host authorises the user,
// and the client sends the request.

import Foundation
internal import WaybillRust

/// Receives requests of an app, and forwards those that are on an allow-list and that the host permits. Create one and share it
/// between tasks, because it counts the requests of each user.
public final class Forwarder: Sendable {
    fileprivate let client: WaybillClient
    fileprivate let handle: WaybillRust.Forwarder

    /// Creates a forwarder.
    ///
    /// - Parameters:
    ///   - client: Sends the requests. You have to close it.
    ///   - list: The JSON of an allow-list; `waybill forward schema` prints its schema.
    /// - Throws: `WaybillError` with the code `forward.list` if the list is invalid.
    public init(client: WaybillClient, list: String) throws {
        self.client = client
        handle = try boundary { try WaybillRust.Forwarder(list: Data(list.utf8)) }
    }

    /// Receives a request of the app. Pass its session only if you have verified it.
    ///
    /// - Returns: A final response, or a request that waits for your decision.
    /// - Throws: `WaybillError` with the code `forward.session` if the session has no user, or if its claims are not a JSON
    ///   object.
    public func receive(_ request: InboundRequest, session: Session? = nil) throws -> Received {
        let inbound = WaybillRust.InboundRequest(
            requestId: request.requestID, method: request.method, target: request.target,
            headers: request.headers.lines.map { NameValue(name: $0.name, value: $0.value) }, hasBody: request.hasBody)
        let who = session.map { WaybillRust.Session(user: $0.user, claims: $0.claims) }
        switch try boundary({ try handle.receive(request: inbound, session: who, now: WakeTimer.now()) }) {
        case .refused(let refused): return .answer(AppAnswer(refused))
        case .answered(let head): return .answer(AppAnswer(head, Data()))
        case .authorize(let asked):
            let parameters = asked.parameters.map { ($0.name, $0.value) }
            return .authorize(
                Authorization(
                    user: asked.user, operation: asked.operation, parameters: Dictionary(parameters) { $1 },
                    hasBody: request.hasBody, request: ForwardedRequest(id: asked.id, of: self)))
        }
    }
}

/// A request of the app, after the host's server has read its head.
public struct InboundRequest: Sendable {
    /// Id of the request in the log and for the app. You choose it.
    public let requestID: String
    /// The method as received.
    public let method: String
    /// The request target as received, not decoded: path and query.
    public let target: String
    /// Header fields, in order. Names may repeat.
    public let headers: Headers
    /// True if the request has a body.
    public let hasBody: Bool

    /// Creates a request.
    public init(requestID: String, method: String, target: String, headers: Headers, hasBody: Bool) {
        self.requestID = requestID
        self.method = method
        self.target = target
        self.headers = headers
        self.hasBody = hasBody
    }
}

/// The user's session, which you have verified.
public struct Session: Sendable {
    /// Id of the user. Requests are counted by it.
    public let user: String
    /// The payload of the verified token: the text of a JSON object.
    public let claims: String

    /// Creates the session of a user.
    public init(user: String, claims: String) {
        self.user = user
        self.claims = claims
    }
}

/// The result of a received request.
public enum Received: Sendable {
    /// A final response for the app.
    case answer(AppAnswer)
    /// A request on the allow-list that waits for your decision. Without it nothing is sent.
    case authorize(Authorization)
}

/// A request on the allow-list that waits for your decision.
public struct Authorization: Sendable {
    /// User of the session.
    public let user: String
    /// Name of the operation in the list.
    public let operation: String
    /// Parameters of the operation, by name.
    public let parameters: [String: String]
    private let hasBody: Bool
    private let request: ForwardedRequest

    fileprivate init(
        user: String, operation: String, parameters: [String: String], hasBody: Bool, request: ForwardedRequest
    ) {
        self.user = user
        self.operation = operation
        self.parameters = parameters
        self.hasBody = hasBody
        self.request = request
    }

    /// Permits the request: the user may access these objects. Sends the call, and returns the response for the app. Does not
    /// throw for failures of the platform. If the app has disconnected, cancel the task to cancel the call.
    ///
    /// - Parameter body: The app's body, if the request has one.
    /// - Throws: `WaybillError` with the code `forward.request` if the request was decided before or its time has passed;
    ///   `request.body` if a body is given for a request without one, or missing for a request with one; `client.closed` if the
    ///   client was closed before. `CancellationError` if the task was cancelled.
    public func permit(body: RequestBody = .none) async throws -> AppAnswer {
        guard hasBody != body.isNone else { throw WaybillError(.forwardedBody) }
        return try await request.permit(body)
    }

    /// Denies the request: the user may not access these objects, or you cannot decide. Returns the response for the app.
    ///
    /// - Throws: `WaybillError` with the code `forward.request` if the request was decided before or its time has passed.
    public func deny() throws -> AppAnswer { try request.deny() }
}

/// A request in progress. It ends when the host has released everything of it.
final class ForwardedRequest: Sendable {
    private let id: Int64
    private let forwarder: Forwarder

    init(id: Int64, of forwarder: Forwarder) {
        self.id = id
        self.forwarder = forwarder
    }

    deinit { end() }

    func end() { try? forwarder.handle.end(id: id) }

    func deny() throws -> AppAnswer { AppAnswer(try boundary { try forwarder.handle.deny(id: id) }) }

    func permit(_ body: RequestBody) async throws -> AppAnswer {
        let (client, handle) = (forwarder.client, forwarder.handle)
        let permitted = try boundary { try handle.permit(id: id) }
        let search = try client.searchBody()
        let limited = LimitedBody(body, most: Int(clamping: permitted.bodyBytes))
        defer { withExtendedLifetime(self) {} }
        let response: Response
        do {
            if limited.isTooLong { return try refuseBody() }
            response = try await client.send(permitted.call, limited.body, permitted.call.deadlineDate)
        } catch {
            if limited.isTooLong { return try refuseBody() }
            guard let failed = FailedCall(error) else {
                end()
                throw error
            }
            return AppAnswer(try boundary { try handle.fail(id: id, failed: failed, search: search) })
        }
        try client.addCredentials(to: search)
        let lines = response.headers.map { NameValue(name: $0.name, value: $0.value) }
        let head = ResponseHead(status: UInt16(clamping: response.status), headers: lines)
        let answer = try boundary { try handle.answer(id: id, head: head, search: search) }
        guard case .pass(let head) = answer else {
            end()
            return AppAnswer(answer)
        }
        return AppAnswer(head, SearchedBody(response.body, search, of: self))
    }

    private func refuseBody() throws -> AppAnswer { AppAnswer(try boundary { try forwarder.handle.refuseBody(id: id) }) }
}

extension Call {
    /// The deadline, which the list sets for every call.
    fileprivate var deadlineDate: Date? { deadline.map { Date(timeIntervalSince1970: Double($0) / 1000) } }
}

extension FailedCall {
    /// Returns nil if the app has disconnected.
    fileprivate init?(_ error: any Error) {
        if error is CancellationError { return nil }
        // Any other error comes from the app's own body.
        let failure = error as? WaybillError ?? WaybillError(.lostInBody)
        var retryAfter: Int64?
        if case .after(let wait) = failure.retry { retryAfter = wait.milliseconds }
        self.init(
            code: failure.code, message: failure.message, retryAfterMs: retryAfter, status: failure.status.map { UInt16(clamping: $0) },
            response: failure.response.map { response in
                let lines = response.headers.map { NameValue(name: $0.name, value: $0.value) }
                let head = ResponseHead(status: UInt16(clamping: response.status), headers: lines)
                return WaybillRust.ErrorResponse(head: head, body: response.body, complete: response.complete)
            })
    }
}

extension InboundRequest: CustomStringConvertible, CustomReflectable {
    /// The id, the method and the header names. Targets and values may contain personal data.
    public var description: String { "\(requestID) \(method), \(headers.lines)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Session: CustomStringConvertible, CustomReflectable {
    /// Redacted, because claims are personal data.
    public var description: String { "[redacted]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Authorization: CustomStringConvertible, CustomReflectable {
    /// The operation and the names of its parameters. Their values may be personal data.
    public var description: String { "\(operation), \(parameters.keys.sorted())" }
    /// A mirror without children, because they would lead to the client.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
