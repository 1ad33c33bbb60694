// The queue on which a session calls its delegate. The number of queued calls is limited.
//
// URLSession on Linux queues one call for every 16 KiB that arrive and never waits. If the delegate wrote to disk more slowly
// than the network delivers, memory use would grow by the whole response. Here the session's reading thread waits for space, at
// most for a few writes to disk.

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
