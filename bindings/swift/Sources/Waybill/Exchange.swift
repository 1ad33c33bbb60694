// One request and its answer, as URLSession reports them.
//
// URLSession is only touched from the exchange's own queue: its calls wait for its working thread, which in turn may wait
// for our delegate (PacedQueue), so neither a delegate method nor a holder of the driver's lock may call it.

import Foundation
internal import WaybillRust
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class Exchange: Sendable {
    /// The head of an answer, names in lower case.
    struct Head: Sendable {
        let status: Int
        let headers: [Header]
    }

    /// How an exchange reports to the driver; each is called at most once.
    struct Events: Sendable {
        var head: @Sendable (Exchange, Head) -> Void
        var failure: @Sendable (Exchange, NotAnswered) -> Void
        /// Nothing more comes: the body ended, or the exchange was dropped. Called later, on a queue of its own.
        var over: @Sendable (Exchange) -> Void
    }

    private enum Phase {
        case waiting
        case answered
        case over
    }
    private struct State {
        var phase = Phase.waiting
        var task: URLSessionTask?
        var pump: Task<Void, Never>?
        var timer: DispatchWorkItem?
    }

    let id: Int64
    let body: BodyBuffer
    /// The streamed body of the request, for the one time that URLSession may ask for it.
    let upload: UploadStream?
    private let events: Events
    private let queue = DispatchQueue(label: "waybill.exchange")
    private let state = Locked(State())

    init(id: Int64, upload: UploadStream?, maxUnreadBytes: Int, events: Events) {
        self.id = id
        body = BodyBuffer(limit: maxUnreadBytes)
        self.upload = upload
        self.events = events
    }

    /// Makes the task and starts it, unless the exchange was dropped before.
    func start(_ make: @escaping @Sendable () -> URLSessionTask, pump: (@Sendable (UploadStream) async throws -> Void)?) {
        queue.async { [self] in
            guard state.withLock({ $0.phase == .waiting }) else { return }
            let task = make()
            let dropped = state.withLock { state in
                state.task = task
                guard state.phase != .over else { return true }
                if let pump, let upload {
                    state.pump = Task { await Exchange.fill(upload, pump) }
                }
                return false
            }
            dropped ? task.cancel() : task.resume()
        }
    }

    private static func fill(_ upload: UploadStream, _ pump: @Sendable (UploadStream) async throws -> Void) async {
        do {
            try await pump(upload)
            upload.end(failed: false)
        } catch {
            upload.end(failed: true)
        }
    }

    /// Drops the exchange: nothing is reported any more, the connection is let go, and a reader of the body fails.
    func abort(_ reason: any Error = CancellationError()) {
        body.finish(.failure(reason), discarding: true)
        guard end() != .over else { return }
        upload?.end(failed: true)
        queue.async { [self] in
            state.withLock { $0.task }?.cancel()
            events.over(self)
        }
    }

    /// Whether nothing more comes.
    var isOver: Bool { state.withLock { $0.phase == .over } }

    /// Fails the body at its call's deadline, where it has not ended by then.
    func limit(until time: Date) {
        let timer = DispatchWorkItem { [weak self] in self?.abort(WaybillError(.deadlineInBody)) }
        let armed = state.withLock { state in
            guard state.phase == .answered else { return false }
            state.timer = timer
            return true
        }
        if armed {
            queue.asyncAfter(deadline: .now() + max(0, time.timeIntervalSinceNow), execute: timer)
        }
    }

    // MARK: From the session's delegate

    func received(_ head: Head) {
        let first = state.withLock { state in
            defer { if state.phase == .waiting { state.phase = .answered } }
            return state.phase == .waiting
        }
        if first { events.head(self, head) }
    }

    func received(_ data: Data) {
        guard !body.append(data), state.withLock({ $0.phase != .over }) else { return }
        abort()
    }

    /// The session is done with it: `failure` is nil where the answer is whole.
    func ended(_ failure: NotAnswered?) {
        body.finish(failure == nil ? .success(()) : .failure(WaybillError(.lostInBody)))
        switch end() {
        case .waiting: events.failure(self, failure ?? NotAnswered(.lost))
        case .answered: break
        case .over: return
        }
        upload?.end(failed: true)
        queue.async { [self] in events.over(self) }
    }

    /// Moves to `over` and returns the phase before.
    private func end() -> Phase {
        let (phase, pump, timer) = state.withLock { state in
            defer { state.phase = .over }
            return (state.phase, state.pump, state.timer)
        }
        pump?.cancel()
        timer?.cancel()
        return phase
    }
}
