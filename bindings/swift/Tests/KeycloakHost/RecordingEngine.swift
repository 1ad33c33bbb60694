// The engine, which passes every input and its step to a listener, in the format of the shared access vectors.

import Foundation
import WaybillRust
@testable import Waybill
import WaybillTestSupport

final class RecordingEngine: WaybillRust.Engine, @unchecked Sendable {
    /// Set once, before the first input.
    var tell: @Sendable (JSON) -> Void = { _ in }

    override func begin(call: Call, now: Int64) throws -> Begun {
        try recorded("begin", call.json, now, { ($0.step, $0.call) }) { try super.begin(call: call, now: now) }
    }

    override func onHead(exchange: Int64, head: ResponseHead, now: Int64) throws -> Step {
        let input: [String: JSON] = [
            "exchange": .number(Double(exchange)), "status": .number(Double(head.status)), "headers": pairs(head.headers),
        ]
        return try recorded("on_head", .object(input), now) { try super.onHead(exchange: exchange, head: head, now: now) }
    }

    override func onBody(exchange: Int64, body: Data, complete: Bool, now: Int64) throws -> Step {
        let input: [String: JSON] = [
            "exchange": .number(Double(exchange)), "body": .string(String(decoding: body, as: UTF8.self)),
            "complete": .bool(complete),
        ]
        return try recorded("on_body", .object(input), now) {
            try super.onBody(exchange: exchange, body: body, complete: complete, now: now)
        }
    }

    override func onFailure(exchange: Int64, failure: TransportFailure, now: Int64) throws -> Step {
        let input: [String: JSON] = [
            "exchange": .number(Double(exchange)), "kind": .string(failure.kind == .notSent ? "not_sent" : "unknown"),
            "detail": .string(failure.detail),
        ]
        return try recorded("on_failure", .object(input), now) {
            try super.onFailure(exchange: exchange, failure: failure, now: now)
        }
    }

    override func onStore(ticket: Int64, result: StoreResult, now: Int64) throws -> Step {
        let input = result.json.merging(["ticket": .number(Double(ticket))]) { answer, _ in answer }
        return try recorded("on_store", .object(input), now) {
            try super.onStore(ticket: ticket, result: result, now: now)
        }
    }

    override func onTime(now: Int64) throws -> Step {
        try recorded("on_time", .object([:]), now) { try super.onTime(now: now) }
    }

    override func cancel(call: Int64, now: Int64) throws -> Step {
        try recorded("cancel", .object(["call": .number(Double(call))]), now) { try super.cancel(call: call, now: now) }
    }

    override func invalidate(what: Invalidate, now: Int64) throws -> Step {
        try recorded("invalidate", .object(["tokens": .bool(what == .tokens)]), now) {
            try super.invalidate(what: what, now: now)
        }
    }

    override func setCredentials(credentials: WaybillRust.Credentials, now: Int64) throws -> Step {
        try recorded("set_credentials", credentials.json, now) {
            try super.setCredentials(credentials: credentials, now: now)
        }
    }

    override func close(now: Int64) throws -> Step {
        try recorded("close", .object([:]), now) { try super.close(now: now) }
    }

    private func recorded(_ name: String, _ input: JSON, _ now: Int64, _ enter: () throws -> Step) throws -> Step {
        try recorded(name, input, now, { ($0, nil) }, enter)
    }

    private func recorded<Given>(
        _ name: String, _ input: JSON, _ now: Int64, _ step: (Given) -> (Step, Int64?), _ enter: () throws -> Given
    ) throws -> Given {
        let given = JSON.object([name: input, "now": .number(Double(now))])
        do {
            let entered = try enter()
            let (came, call) = step(entered)
            var expect = came.json.members
            expect["call"] = call.map { .number(Double($0)) }
            tell(.object(["input": given, "expect": .object(expect)]))
            return entered
        } catch let error as WaybillRust.WaybillError {
            guard case .Failed(let failure) = error else { throw error }
            let kind = Waybill.WaybillError(failure).kind.rawValue
            let refusal = JSON.object(["code": .string(failure.code), "kind": .string(kind)])
            tell(.object(["input": given, "expect": .object(["error": refusal])]))
            throw error
        }
    }
}

private func pairs(_ values: [NameValue]) -> JSON {
    .array(values.map { .array([.string($0.name), .string($0.value)]) })
}

private func text(_ text: String?) -> JSON {
    text.map(JSON.string) ?? .null
}

extension Call {
    fileprivate var json: JSON {
        let way: JSON =
            switch route {
            case .platform: .string("platform")
            case .commerce(let tenant): .object(["commerce": .string(tenant)])
            case .commerceProxy(let seller): .object(["commerce_proxy": .string(seller)])
            }
        let sent: JSON =
            switch body {
            case .empty: .string("empty")
            case .bytes(let bytes): .object(["bytes": .string(String(decoding: bytes, as: UTF8.self))])
            case .caller(let replayable): .object(["caller": .object(["replayable": .bool(replayable)])])
            }
        return .object([
            "route": way, "method": .string(method), "template": .string(template), "parameters": pairs(parameters),
            "query": pairs(query), "headers": pairs(headers), "body": sent,
            "deadline": deadline.map { .number(Double($0)) } ?? .null,
        ])
    }
}

extension WaybillRust.Credentials {
    fileprivate var json: JSON {
        let shown = login.map { login -> JSON in
            .object([
                "realm": .string(login.realm), "username": .string(login.username), "password": text(login.password),
                "refresh_token": text(login.refreshToken),
            ])
        }
        return .object(["environment": .string(environment), "api_key": text(apiKey), "login": shown ?? .null])
    }
}

extension StoreResult {
    fileprivate var json: [String: JSON] {
        switch self {
        case .locked(let snapshot, let storeTime):
            let time = JSON.number(Double(storeTime))
            return ["locked": .object(["snapshot": text(snapshot?.text), "store_time": time])]
        case .saved(let seq): return ["saved": .object(["seq": .number(Double(seq))])]
        case .conflict: return ["conflict": .object([:])]
        case .failed(.down): return ["failed": .string("down")]
        case .failed(.unreadable): return ["failed": .string("unreadable")]
        case .failed(.newerVersion): return ["failed": .string("newer-version")]
        }
    }
}
