// The driver: carries out the engine's steps. Every input returns all its actions, and nothing blocks while the engine is locked.
//
// An exchange belongs to the engine until it hands the response to a call. From then on the driver is responsible for its
// deadline, its cancellation and its close.

import Foundation
internal import WaybillRust

final class Driver: Sendable {
    /// A call that the engine has begun and not completed.
    struct Pending {
        let body: RequestBody
        let deadline: Date?
        /// Error of the caller's own stream.
        let bodyError = Locked<(any Error)?>(nil)
        let done: CheckedContinuation<(Exchange, Exchange.Head), any Error>
    }

    struct State {
        var calls: [Int64: Pending] = [:]
        /// Exchanges that were sent and still belong to the engine.
        var exchanges: [Int64: Exchange] = [:]
        var heads: [Int64: Exchange.Head] = [:]
        /// Responses that callers are reading.
        var answers: [Int64: Exchange] = [:]
        var closing = false
        var closed = false
        /// True once it is closed and holds no lock in the shared store.
        var released = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    let transport: any ExchangeTransport
    private let engine: WaybillRust.Engine
    private let maxUnreadBytes: Int
    private let shared: SharedLogin?
    private let onNote: (@Sendable (Note) -> Void)?
    private let state = Locked(State())
    private let timer = WakeTimer()

    init(
        _ engine: WaybillRust.Engine, _ transport: any ExchangeTransport, maxUnreadBytes: Int, shared: SharedLogin?,
        onNote: (@Sendable (Note) -> Void)?
    ) {
        self.maxUnreadBytes = maxUnreadBytes
        self.shared = shared
        self.engine = engine
        self.transport = transport
        self.onNote = onNote
        timer.onTime { [weak self] in self?.input { engine, now in try engine.onTime(now: now) } }
    }

    // MARK: From callers

    /// Begins a call. Resumes `done` once. Returns the call's id, or nil if it could not begin.
    func begin(_ call: Call, _ pending: Pending) -> Int64? {
        var id: Int64?
        perform { state, now in
            do {
                let begun = try boundary { try engine.begin(call: call, now: now) }
                state.calls[begun.call] = pending
                id = begun.call
                return begun.step
            } catch {
                pending.done.resume(throwing: error)
                throw error
            }
        }
        return id
    }

    /// Lets responses that arrived while the process was suspended be handled first.
    func letIn() async {
        await timer.letIn()
    }

    func cancel(_ call: Int64) {
        input { engine, now in try engine.cancel(call: call, now: now) }
    }

    func invalidate(_ what: Invalidate) {
        input { engine, now in try engine.invalidate(what: what, now: now) }
    }

    func setCredentials(_ credentials: Credentials) throws {
        try give { engine, now in
            try engine.setCredentials(credentials: WaybillRust.Credentials(credentials), now: now)
        }
    }

    func restore(_ snapshot: TokenSnapshot) throws {
        try give { engine, now in try engine.restore(snapshot: Snapshot(text: snapshot.text), now: now) }
    }

    func export() throws -> TokenSnapshot? {
        try boundary { try engine.exportTokens() }.map { TokenSnapshot(text: $0.text) }
    }

    /// Starts a search for the current credentials.
    func searchBody() throws -> BodySearch { try whileOpen { try BodySearch(engine: $0) } }

    /// Adds the credentials that are current now to a search.
    func addCredentials(to search: BodySearch) throws { try whileOpen { try search.addCredentials(engine: $0) } }

    /// Runs `ask` under the lock. Throws `client.closed` after `close`, even while a refresh is in flight.
    private func whileOpen<Value>(_ ask: (WaybillRust.Engine) throws -> Value) throws -> Value {
        try state.withLock { state in
            guard !state.closing else { throw WaybillError(.closed) }
            return try boundary { try ask(engine) }
        }
    }

    /// Passes the engine an input of a waiting caller, who gets its error.
    private func give(_ cause: (WaybillRust.Engine, Int64) throws -> Step) throws {
        var refusal: WaybillError?
        perform { _, now in
            do {
                return try boundary { try cause(engine, now) }
            } catch let error as WaybillError where error.kind != .internal {
                refusal = error
                return nil
            }
        }
        if let refusal { throw refusal }
    }

    /// Fails all calls and responses. A refresh in flight finishes in the background.
    func close() {
        var answers: [Exchange] = []
        perform { state, now in
            guard !state.closing else { return nil }
            state.closing = true
            answers = Array(state.answers.values)
            state.answers = [:]
            return try boundary { try engine.close(now: now) }
        }
        // After the engine is closed: a reader whose body fails may begin a call at once, which must not be sent.
        let closed = WaybillError(.closed)
        answers.forEach { $0.abort(closed) }
    }

    /// Returns when nothing is in flight.
    func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.released ? continuation.resume() : state.closers.append(continuation)
            }
        }
    }

    // MARK: The engine's inputs

    func input(_ cause: (WaybillRust.Engine, Int64) throws -> Step) {
        perform { _, now in try boundary { try cause(engine, now) } }
    }

    /// Passes the engine one input and carries out its actions in order, before any other input.
    private func perform(_ input: (inout State, Int64) throws -> Step?) {
        let notes = state.withLock { state -> [Note] in
            do {
                let now = WakeTimer.now()
                guard let step = try input(&state, now) else { return [] }
                timer.wake(at: step.wakeAt, now: now)
                return try step.actions.compactMap { try performAction($0, &state) }
            } catch {
                stop(error, &state)
                return []
            }
        }
        if let onNote { notes.forEach(onNote) }
    }

    private func performAction(_ action: Action, _ state: inout State) throws -> Note? {
        switch action {
        case .send(let exchange, let purpose, let head, let body, deadline: _):
            // The engine is woken at the deadline and aborts the exchange.
            send(exchange, purpose, head, body, &state)
        case .read(let exchange, let limit):
            if let live = state.exchanges[exchange] { readBody(live, limit) }
        case .abort(let exchange):
            state.heads[exchange] = nil
            state.exchanges.removeValue(forKey: exchange)?.abort()
        case .lock(let ticket, let lease, let knownSeq):
            try lock(ticket, .milliseconds(lease), knownSeq)
        case .save(let ticket, let snapshot, let expectedSeq):
            giveStoreResult(ticket) { [shared] in try await shared?.save(ticket, snapshot, expectedSeq: expectedSeq) }
        case .unlock(let ticket):
            shared?.unlock(ticket)
        case .note(let note):
            return Note(code: note.code, message: note.message)
        case .done(let call, let outcome):
            complete(call, outcome, &state)
        case .closed:
            end(&state)
        }
        return nil
    }

    private func send(
        _ id: Int64, _ purpose: Purpose, _ head: RequestHead, _ body: WaybillRust.RequestBody, _ state: inout State
    ) {
        var content = RequestContent.none
        switch (body, purpose) {
        case (.empty, _): break
        case (.bytes(let bytes), _): content = .bytes(bytes)
        case (.caller, .call(let call)): content = state.calls[call].map(RequestContent.init) ?? .none
        case (.caller, .token): break
        }
        var upload: UploadStream?
        if case .stream = content { upload = UploadStream() }
        let exchange = Exchange(id: id, upload: upload, maxUnreadBytes: maxUnreadBytes, events: events)
        state.exchanges[id] = exchange
        transport.start(exchange, head, content)
    }

    private func readBody(_ exchange: Exchange, _ limit: Int64) {
        Task {
            let (data, complete) = await exchange.body.prefix(Int(limit))
            input { engine, now in try engine.onBody(exchange: exchange.id, body: data, complete: complete, now: now) }
            // The engine has the part that it asked for. The rest of the response is not needed.
            state.withLock { state in
                (state.exchanges[exchange.id], state.heads[exchange.id]) = (nil, nil)
            }
            exchange.abort()
        }
    }

    private func lock(_ ticket: Int64, _ lease: Duration, _ knownSeq: Int64) throws {
        guard let shared, let login = try boundary({ try engine.loginDigest() }) else { return }
        let request = LockRequest(login: login, owner: UUID().uuidString, lease: lease, knownSeq: knownSeq)
        giveStoreResult(ticket, shared.lock(ticket, request))
    }

    /// Passes the shared store's result to the engine, once it is there.
    private func giveStoreResult(_ ticket: Int64, _ result: @escaping @Sendable () async throws -> StoreResult?) {
        Task {
            let result = await Result.catching(result)
            perform { state, now in
                guard !state.closed, let result = try result.get() else { return nil }
                return try boundary { try engine.onStore(ticket: ticket, result: result, now: now) }
            }
        }
    }

    private func complete(_ call: Int64, _ outcome: Outcome, _ state: inout State) {
        guard let pending = state.calls.removeValue(forKey: call) else { return }
        switch outcome {
        case .failed(let failure):
            let bodyError = failure.kind == .transport ? pending.bodyError.withLock { $0 } : nil
            pending.done.resume(throwing: bodyError ?? WaybillError(failure))
        case .response(let id):
            guard let exchange = state.exchanges.removeValue(forKey: id), let head = state.heads.removeValue(forKey: id) else {
                // The engine never hands over a missing response.
                return pending.done.resume(throwing: WaybillError(.crashed))
            }
            if !exchange.isOver { state.answers[id] = exchange }
            if let deadline = pending.deadline { exchange.limit(until: deadline) }
            pending.done.resume(returning: (exchange, head))
        }
    }

    private func end(_ state: inout State) {
        guard !state.closed else { return }
        state.closed = true
        timer.wake(at: nil, now: 0)
        DispatchQueue.global().async { [transport] in transport.close() }
        guard let shared else { return release(&state) }
        Task {
            await shared.close()
            self.state.withLock(release)
        }
    }

    private func release(_ state: inout State) {
        state.released = true
        state.closers.forEach { $0.resume() }
        state.closers = []
    }

    /// Stops the client after an engine failure. Everything in flight fails, and so do later calls.
    private func stop(_ error: any Error, _ state: inout State) {
        let (calls, exchanges) = (state.calls.values, state.exchanges.values)
        (state.calls, state.exchanges, state.heads) = ([:], [:], [:])
        calls.forEach { $0.done.resume(throwing: error) }
        DispatchQueue.global().async { exchanges.forEach { $0.abort(error) } }
        end(&state)
    }

    // MARK: From exchanges

    private var events: Exchange.Events {
        Exchange.Events(
            head: { [self] exchange, head in
                let lines = head.headers.map { NameValue(name: $0.name, value: $0.value) }
                perform { state, now in
                    guard state.exchanges[exchange.id] != nil else { return nil }
                    state.heads[exchange.id] = head
                    let head = ResponseHead(status: UInt16(clamping: head.status), headers: lines)
                    return try boundary { try engine.onHead(exchange: exchange.id, head: head, now: now) }
                }
            },
            failure: { [self] exchange, failure in
                perform { state, now in
                    guard state.exchanges.removeValue(forKey: exchange.id) != nil else { return nil }
                    let failure = TransportFailure(failure)
                    return try boundary { try engine.onFailure(exchange: exchange.id, failure: failure, now: now) }
                }
            },
            over: { [self] exchange in
                state.withLock { _ = $0.answers.removeValue(forKey: exchange.id) }
            })
    }
}

extension Result where Success: Sendable, Failure == any Error {
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}

extension RequestContent {
    fileprivate init(_ pending: Driver.Pending) {
        self =
            switch pending.body.content {
            case .none: .none
            case .bytes(let data): .bytes(data)
            case .file(let url): .file(url)
            case .stream(replayable: _, let bytes):
                .stream(bytes.telling { [bodyError = pending.bodyError] error in bodyError.withLock { $0 = error } })
            }
    }
}
