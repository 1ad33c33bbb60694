// The engine's one timer: it is set anew by every step and replaces the time set before.

import Foundation

final class WakeTimer: @unchecked Sendable {
    /// Timers are a few milliseconds late on a busy machine.
    private static let late: Int64 = 50
    /// How long what waits in a socket is given to arrive.
    private static let arrival = DispatchTimeInterval.milliseconds(200)

    // Dispatch sources may be used from any thread.
    private let queue = DispatchQueue(label: "waybill.timer")
    private let source: any DispatchSourceTimer
    private let due = Locked<Int64?>(nil)

    init() {
        source = DispatchSource.makeTimerSource(queue: queue)
        // At once: a source that is freed before it is activated ends the process.
        source.schedule(deadline: .distantFuture)
        source.activate()
    }

    /// Says what the timer calls.
    func onTime(_ handler: @escaping @Sendable () -> Void) {
        source.setEventHandler { [queue, due] in
            WakeTimer.isOverdue(due) ? queue.asyncAfter(deadline: .now() + WakeTimer.arrival, execute: handler) : handler()
        }
    }

    /// Where the process stood still, the engine's time has long come, and an answer may be waiting in its socket: it goes
    /// before any input that lets the engine see how late it is.
    func letIn() async {
        guard WakeTimer.isOverdue(due) else { return }
        await withCheckedContinuation { continuation in
            queue.asyncAfter(deadline: .now() + WakeTimer.arrival) { continuation.resume() }
        }
    }

    private static func isOverdue(_ due: Locked<Int64?>) -> Bool {
        due.withLock { $0.map { now() - $0 > late } ?? false }
    }

    /// Milliseconds since the Unix epoch.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// Sets the time, in milliseconds since the Unix epoch; nil is never.
    func wake(at time: Int64?, now: Int64) {
        due.withLock { $0 = time }
        guard let time else { return source.schedule(deadline: .distantFuture) }
        // A late timer is asked again by the engine; one that is early by part of a millisecond would be, too.
        source.schedule(deadline: .now() + .milliseconds(Int(clamping: max(0, time &- now))), leeway: .milliseconds(1))
    }

    deinit {
        source.cancel()
    }
}
