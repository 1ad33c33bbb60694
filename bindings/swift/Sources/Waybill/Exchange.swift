// One request and its response, as the transport reports them.
//
// Only a few queues call URLSession. Its functions wait for its working thread, which may wait for our delegate (PacedQueue). So
// neither a delegate method nor code under the driver's lock may call it. One queue per exchange would need one thread per
// waiting exchange. Dispatch has 255 threads, and would deadlock with all of them waiting.

import Foundation
internal import WaybillRust

final class Exchange: Sendable {
    /// The head of a response. Header names are in lower case.
    struct Head: Sendable {
        let status: Int
        let headers: [Header]
    }

    /// The events that an exchange reports to the driver, each at most once.
    struct Events: Sendable {
        var head: @Sendable (Exchange, Head) -> Void
        var failure: @Sendable (Exchange, NotAnswered) -> Void
        /// Called when no more events follow: the body ended, or the exchange was dropped. Called later, on a separate queue.
        var over: @Sendable (Exchange) -> Void
    }

    /// The work that carries an exchange. It has not begun.
    struct Work: Sendable {
        let resume: @Sendable () -> Void
        let cancel: @Sendable () -> Void
    }

    private enum Phase {
        case waiting
        case answered
        case over
    }
    private struct State {
        var phase = Phase.waiting
        var work: Work?
        var pump: Task<Void, Never>?
        var timer: DispatchWorkItem?
    }

    let id: Int64
    let body: BodyBuffer
    /// The streamed body of the request. URLSession may request it once.
    let upload: UploadStream?
    private let events: Events
    private static let queues = (0..<4).map { DispatchQueue(label: "waybill.exchange.\($0)") }
    private let queue: DispatchQueue
    private let state = Locked(State())

    init(id: Int64, upload: UploadStream?, maxUnreadBytes: Int, events: Events) {
        self.id = id
        body = BodyBuffer(limit: maxUnreadBytes)
        self.upload = upload
        self.events = events
        queue = Exchange.queues[Int(id.magnitude % UInt64(Exchange.queues.count))]
    }

    /// Creates the work and begins it, unless the exchange was dropped before.
    func start(_ make: @escaping @Sendable () -> Work, sending bytes: ByteStream? = nil) {
        queue.async { [self] in
            guard state.withLock({ $0.phase == .waiting }) else { return }
            let work = make()
            let dropped = state.withLock { state in
                state.work = work
                guard state.phase != .over else { return true }
                if let bytes, let upload {
                    state.pump = Task { await Exchange.fill(upload, bytes) }
                }
                return false
            }
            dropped ? work.cancel() : work.resume()
        }
    }

    private static func fill(_ upload: UploadStream, _ bytes: ByteStream) async {
        do {
            for try await data in bytes {
                try await upload.write(data)
            }
            upload.end(failed: false)
        } catch {
            upload.end(failed: true)
        }
    }

    /// Drops the exchange. Nothing more is reported, the connection is dropped, and a reader of the body fails.
    func abort(_ reason: any Error = CancellationError()) {
        body.finish(.failure(reason), discarding: true)
        guard end() != .over else { return }
        upload?.end(failed: true)
        queue.async { [self] in
            state.withLock { $0.work }?.cancel()
            events.over(self)
        }
    }

    /// Runs work that calls URLSession.
    func perform(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// True if nothing more arrives.
    var isOver: Bool { state.withLock { $0.phase == .over } }

    /// Fails the body at its call's deadline, unless it has ended.
    func limit(until time: Date) {
        let timer = DispatchWorkItem { [weak self] in self?.abort(WaybillError(.deadlineInBody)) }
        let armed = state.withLock { state in
            guard state.phase == .answered else { return false }
            state.timer = timer
            return true
        }
        if armed {
            DispatchQueue.global().asyncAfter(deadline: .now() + max(0, time.timeIntervalSinceNow), execute: timer)
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

    /// Ends the exchange when the session has completed it. `failure` is nil if the response is complete.
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

    /// Changes the phase to `over` and returns the phase before.
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
