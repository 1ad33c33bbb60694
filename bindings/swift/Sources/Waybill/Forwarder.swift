// What a back end forwards for a mobile app: the core decides what may be asked for, the host who may ask, and the client sends it.

import Foundation
internal import WaybillRust

/// Takes requests of an app, and forwards those that an allow-list names and the host permits. Make one and share it between
/// tasks: it counts the requests of each user.
public final class Forwarder: Sendable {
    fileprivate let client: WaybillClient
    fileprivate let handle: WaybillRust.Forwarder

    /// - Parameters:
    ///   - client: Sends what is forwarded; closing it stays yours.
    ///   - list: The JSON of an allow-list; `waybill forward schema` prints what it may hold.
    /// - Throws: `WaybillError` with the code `forward.list` where the list cannot be used.
    public init(client: WaybillClient, list: String) throws {
        self.client = client
        handle = try boundary { try WaybillRust.Forwarder(list: Data(list.utf8)) }
    }

    /// Takes a request of the app, with its session where it has one that you verified.
    ///
    /// - Returns: An answer, which is final, or a request that waits for your decision.
    /// - Throws: `WaybillError` with the code `forward.session` where the session has no user, or claims that are no JSON object.
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

/// A request of the app, of which the host's server has read the head.
public struct InboundRequest: Sendable {
    /// The id by which the log and the app name it, of your own making.
    public let requestID: String
    /// The method as it came.
    public let method: String
    /// The target as it came, undecoded: path and query.
    public let target: String
    /// Every header line, repeated names kept.
    public let headers: Headers
    /// Whether a body follows.
    public let hasBody: Bool

    /// A request as it came.
    public init(requestID: String, method: String, target: String, headers: Headers, hasBody: Bool) {
        self.requestID = requestID
        self.method = method
        self.target = target
        self.headers = headers
        self.hasBody = hasBody
    }
}

/// Who asks, as your own check of the session found it.
public struct Session: Sendable {
    /// The user's id, by which requests are counted.
    public let user: String
    /// The payload of the token that you verified: the text of a JSON object.
    public let claims: String

    /// The session of a user.
    public init(user: String, claims: String) {
        self.user = user
        self.claims = claims
    }
}

/// What comes of a request of the app.
public enum Received: Sendable {
    /// The app gets this.
    case answer(AppAnswer)
    /// The list allows it: you say whether the user may touch these objects. Without a decision nothing is sent.
    case authorize(Authorization)
}

/// A listed request that waits for your decision.
public struct Authorization: Sendable {
    /// The user of the session.
    public let user: String
    /// The operation's name in the list.
    public let operation: String
    /// The values of its parameters by name.
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

    /// The user may touch these objects: sends the call, and returns once it is known what the app gets. It does not throw for
    /// what the platform does. Cancelling its task, where the app is gone, cancels the call.
    ///
    /// - Parameter body: The app's body, where the request has one.
    /// - Throws: `WaybillError` with the code `forward.request` where this was decided before, or far too late, and `request.body`
    ///   where a body is given for a request without one, or none for one with one; `client.closed` where the client was closed
    ///   before; `CancellationError` where the task was cancelled.
    public func permit(body: RequestBody = .none) async throws -> AppAnswer {
        guard hasBody != body.isNone else { throw WaybillError(.forwardedBody) }
        return try await request.permit(body)
    }

    /// The user may not touch these objects, or nobody can say so.
    ///
    /// - Throws: `WaybillError` with the code `forward.request` where this was decided before, or far too late.
    public func deny() throws -> AppAnswer { try request.deny() }
}

/// A request under way. It is over once nothing of it is left in the host.
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
    /// The list gives every call a deadline.
    fileprivate var deadlineDate: Date? { deadline.map { Date(timeIntervalSince1970: Double($0) / 1000) } }
}

extension FailedCall {
    /// Nil where the app is gone.
    fileprivate init?(_ error: any Error) {
        if error is CancellationError { return nil }
        // What is no `WaybillError` was thrown by the app's own body.
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
    /// Id, method and names of headers: a target and a value may hold people's data.
    public var description: String { "\(requestID) \(method), \(headers.lines)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Session: CustomStringConvertible, CustomReflectable {
    /// Nothing of it: claims are people's data.
    public var description: String { "[redacted]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Authorization: CustomStringConvertible, CustomReflectable {
    /// The operation and the names of its parameters: their values may be people's data.
    public var description: String { "\(operation), \(parameters.keys.sorted())" }
    /// A mirror without children: below lies the client.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
