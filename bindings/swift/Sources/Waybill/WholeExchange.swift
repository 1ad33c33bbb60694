// One request and its complete response, within a time limit.

import Foundation
internal import WaybillRust

enum WholeExchange {
    enum Outcome: Sendable {
        case answer(Exchange.Head, Data, complete: Bool)
        case failure(NotAnswered)
    }

    /// The result for the head. The first one is kept, and later ones are ignored.
    private final class HeadResult: Sendable {
        private enum State {
            case pending(CheckedContinuation<Outcome, Never>?)
            case resolved(Outcome)
        }
        enum Outcome: Sendable {
            case head(Exchange.Head)
            case failure(NotAnswered)
        }
        private let state = Locked(State.pending(nil))

        func resolve(_ outcome: Outcome) {
            let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
                guard case .pending(let waiter) = state else { return nil }
                state = .resolved(outcome)
                return waiter
            }
            waiter?.resume(returning: outcome)
        }

        func wait() async -> Outcome {
            await withCheckedContinuation { continuation in
                let resolved = state.withLock { state -> Outcome? in
                    if case .resolved(let outcome) = state { return outcome }
                    state = .pending(continuation)
                    return nil
                }
                if let resolved { continuation.resume(returning: resolved) }
            }
        }
    }

    /// Sends a request. If the task is cancelled, it returns at once, with any outcome.
    static func send(_ request: MockRequest, over transport: any ExchangeTransport) async -> Outcome {
        let result = HeadResult()
        let events = Exchange.Events(
            head: { _, head in result.resolve(.head(head)) }, failure: { _, failure in result.resolve(.failure(failure)) },
            over: { _ in })
        // The id only selects a queue here.
        let exchange = Exchange(id: .random(in: 0 ..< 4), upload: nil, maxUnreadBytes: Int(clamping: request.bodyLimit), events: events)
        let isLate = Locked(false)
        let timer = DispatchWorkItem {
            isLate.withLock { $0 = true }
            result.resolve(.failure(NotAnswered(.timedOut)))
            exchange.abort()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(clamping: request.timeoutMs)), execute: timer)
        defer {
            timer.cancel()
            exchange.abort()
        }
        return await withTaskCancellationHandler {
            transport.start(exchange, request.head, request.body.isEmpty ? .none : .bytes(request.body))
            switch await result.wait() {
            case .failure(let failure):
                return .failure(failure)
            case .head(let head):
                let (data, complete) = await exchange.body.prefix(Int(clamping: request.bodyLimit))
                return isLate.withLock { $0 } ? .failure(NotAnswered(.timedOut)) : .answer(head, data, complete: complete)
            }
        } onCancel: {
            result.resolve(.failure(NotAnswered(.lost)))
            exchange.abort()
        }
    }
}
