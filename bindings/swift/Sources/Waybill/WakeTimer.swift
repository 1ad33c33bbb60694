// The engine's only timer. Every step sets it and replaces the time of the step before.

import Foundation

final class WakeTimer: @unchecked Sendable {
    /// Timers are a few milliseconds late on a busy machine.
    private static let late: Int64 = 50
    /// Time for a waiting response to arrive from its socket.
    private static let arrival = DispatchTimeInterval.milliseconds(200)

    // Dispatch sources may be used from any thread.
    private let queue = DispatchQueue(label: "waybill.timer")
    private let source: any DispatchSourceTimer
    private let due = Locked<Int64?>(nil)

    init() {
        source = DispatchSource.makeTimerSource(queue: queue)
        // Activated at once: releasing a source that was never activated ends the process.
        source.schedule(deadline: .distantFuture)
        source.activate()
    }

    /// Sets the handler of the timer.
    func onTime(_ handler: @escaping @Sendable () -> Void) {
        source.setEventHandler { [queue, due] in
            WakeTimer.isOverdue(due) ? queue.asyncAfter(deadline: .now() + WakeTimer.arrival, execute: handler) : handler()
        }
    }

    /// After the process was suspended, the engine is overdue, and a response may be waiting in its socket. Waits for the
    /// response, which has to be handled before an input that tells the engine the time.
    func letIn() async {
        guard WakeTimer.isOverdue(due) else { return }
        await withCheckedContinuation { continuation in
            queue.asyncAfter(deadline: .now() + WakeTimer.arrival) { continuation.resume() }
        }
    }

    private static func isOverdue(_ due: Locked<Int64?>) -> Bool {
        due.withLock { $0.map { now() - $0 > late } ?? false }
    }

    /// Returns the time in milliseconds since the Unix epoch.
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// Sets the time, in milliseconds since the Unix epoch. Nil disables the timer.
    func wake(at time: Int64?, now: Int64) {
        due.withLock { $0 = time }
        guard let time else { return source.schedule(deadline: .distantFuture) }
        // The engine tolerates a late wake-up. After one that is a fraction of a millisecond early, it sets the same time again.
        source.schedule(deadline: .now() + .milliseconds(Int(clamping: max(0, time &- now))), leeway: .milliseconds(1))
    }

    deinit {
        source.cancel()
    }
}
