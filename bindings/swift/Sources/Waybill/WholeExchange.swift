// One request and its answer, read whole, within a time.

import Foundation
internal import WaybillRust

enum WholeExchange {
    enum Outcome: Sendable {
        case answer(Exchange.Head, Data, complete: Bool)
        case failure(NotAnswered)
    }

    /// What came of the head: the first that is told.
    private final class FirstTold: Sendable {
        private enum State {
            case waiting(CheckedContinuation<Result, Never>?)
            case told(Result)
        }
        enum Result: Sendable {
            case head(Exchange.Head)
            case failure(NotAnswered)
        }
        private let state = Locked(State.waiting(nil))

        func tell(_ result: Result) {
            let waiter = state.withLock { state -> CheckedContinuation<Result, Never>? in
                guard case .waiting(let waiter) = state else { return nil }
                state = .told(result)
                return waiter
            }
            waiter?.resume(returning: result)
        }

        func wait() async -> Result {
            await withCheckedContinuation { continuation in
                let told = state.withLock { state -> Result? in
                    if case .told(let result) = state { return result }
                    state = .waiting(continuation)
                    return nil
                }
                if let told { continuation.resume(returning: told) }
            }
        }
    }

    /// Sends a request; where the task is cancelled it ends at once, with any outcome.
    static func send(_ request: MockRequest, over transport: any ExchangeTransport) async -> Outcome {
        let first = FirstTold()
        let events = Exchange.Events(
            head: { _, head in first.tell(.head(head)) }, failure: { _, failure in first.tell(.failure(failure)) },
            over: { _ in })
        // No other exchange is kept under this number.
        let exchange = Exchange(id: .random(in: 0 ..< 4), upload: nil, maxUnreadBytes: Int(clamping: request.bodyLimit), events: events)
        let isLate = Locked(false)
        let timer = DispatchWorkItem {
            isLate.withLock { $0 = true }
            first.tell(.failure(NotAnswered(.timedOut)))
            exchange.abort()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(clamping: request.timeoutMs)), execute: timer)
        defer {
            timer.cancel()
            exchange.abort()
        }
        return await withTaskCancellationHandler {
            transport.start(exchange, request.head, request.body.isEmpty ? .none : .bytes(request.body))
            switch await first.wait() {
            case .failure(let failure):
                return .failure(failure)
            case .head(let head):
                let (data, complete) = await exchange.body.prefix(Int(clamping: request.bodyLimit))
                return isLate.withLock { $0 } ? .failure(NotAnswered(.timedOut)) : .answer(head, data, complete: complete)
            }
        } onCancel: {
            first.tell(.failure(NotAnswered(.lost)))
            exchange.abort()
        }
    }
}
