// The queue on which a session calls its delegate, with room for a bounded number of calls.
//
// URLSession on Linux puts one call in the queue for every 16 KiB that arrive and never waits: a delegate that writes to
// disk more slowly than the network delivers would grow the process by the whole answer. Here the session's reading
// thread waits for room, which is never longer than some writes to disk take.

import Foundation

final class PacedQueue: OperationQueue, @unchecked Sendable {
    private let room = DispatchSemaphore(value: 64)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        // The delegate's own thread must not wait for itself.
        guard OperationQueue.current !== self else { return super.addOperation(block) }
        room.wait()
        super.addOperation { [room] in
            block()
            room.signal()
        }
    }
}
