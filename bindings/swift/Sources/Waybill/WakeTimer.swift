// The engine's one timer: it is set anew by every step and replaces the time set before.

import Foundation

final class WakeTimer: @unchecked Sendable {
    // Dispatch sources may be used from any thread.
    private let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "waybill.timer"))

    init() {
        // At once: a source that is freed before it is activated ends the process.
        source.schedule(deadline: .distantFuture)
        source.activate()
    }

    /// Says what the timer calls.
    func onTime(_ handler: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: handler)
    }

    /// Sets the time, in milliseconds since the Unix epoch; nil is never.
    func wake(at time: Int64?, now: Int64) {
        guard let time else { return source.schedule(deadline: .distantFuture) }
        // A late timer is asked again by the engine; one that is early by part of a millisecond would be, too.
        source.schedule(deadline: .now() + .milliseconds(Int(clamping: max(0, time &- now))), leeway: .milliseconds(1))
    }

    deinit {
        source.cancel()
    }
}
