// Steps of the engine in the format of the shared access vectors.

import Foundation
import WaybillRust

extension JSON {
    fileprivate static func int(_ number: Int64?) -> JSON { number.map { .number(Double($0)) } ?? .null }
    fileprivate static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension Step {
    /// The step in this format.
    package var json: JSON {
        .object(["actions": .array(actions.map(\.json)), "wake_at": .int(wakeAt)])
    }
}

extension Action {
    fileprivate var json: JSON {
        switch self {
        case .send(let exchange, let purpose, let head, let body, let deadline):
            let headers = head.headers.map { JSON.array([.string($0.name), .string($0.value)]) }
            let send: [String: JSON] = [
                "exchange": .int(exchange), "purpose": purpose.json, "method": .string(head.method), "url": .string(head.url),
                "headers": .array(headers.sorted { $0.list[0].text! < $1.list[0].text! }), "body": body.json,
                "deadline": .int(deadline),
            ]
            return .object(["send": .object(send)])
        case .read(let exchange, let limit):
            return .object(["read": .object(["exchange": .int(exchange), "limit": .int(limit)])])
        case .abort(let exchange): return .object(["abort": .object(["exchange": .int(exchange)])])
        case .note(let note): return .object(["note": .object(["code": .string(note.code)])])
        case .done(let call, let outcome):
            let done = outcome.json.members.merging(["call": .int(call)]) { $1 }
            return .object(["done": .object(done)])
        case .lock(let ticket, let lease, let knownSeq):
            return .object(["lock": .object(["ticket": .int(ticket), "lease": .int(lease), "known_seq": .int(knownSeq)])])
        case .save(let ticket, let snapshot, let expectedSeq):
            let save: [String: JSON] = [
                "ticket": .int(ticket), "snapshot": .string(snapshot.text), "expected_seq": .int(expectedSeq),
            ]
            return .object(["save": .object(save)])
        case .unlock(let ticket): return .object(["unlock": .object(["ticket": .int(ticket)])])
        case .closed: return .string("closed")
        }
    }
}

extension Purpose {
    fileprivate var json: JSON {
        switch self {
        case .token: .string("token")
        case .call(let call): .object(["call": .int(call)])
        }
    }
}

extension WaybillRust.RequestBody {
    fileprivate var json: JSON {
        switch self {
        case .empty: .string("empty")
        case .bytes(let bytes): .object(["bytes": .string(String(decoding: bytes, as: UTF8.self))])
        case .caller(let replayable): .object(["caller": .object(["replayable": .bool(replayable)])])
        }
    }
}

extension Outcome {
    fileprivate var json: JSON {
        switch self {
        case .response(let exchange): return .object(["response": .object(["exchange": .int(exchange)])])
        case .failed(let failure):
            let retry: JSON =
                switch failure.retry {
                case .never: .string("never")
                case .after(let millis): .object(["after": .int(millis)])
                case .afterSignIn: .string("after-sign-in")
                }
            return .object(["failed": .object([
                "code": .string(failure.code), "kind": .string("\(failure.kind)"),
                "message": .string(failure.message), "retry": retry, "status": .int(failure.status.map(Int64.init)),
                "remedy": .text(failure.remedy),
                "body": .text(failure.response.map { String(decoding: $0.body, as: UTF8.self) }),
                "stage": .text(failure.details.stage.map { "\($0)" }),
                "path_family": .text(failure.details.pathFamily.map { $0 == .commerceProxy ? "commerce-proxy" : "\($0)" }),
                "environment": .text(failure.details.environment),
                "provider": failure.details.provider.map {
                    .object(["error": .string($0.error), "description": .text($0.description)])
                } ?? .null,
                "problem": failure.details.problem.map {
                    .object([
                        "type": .text($0.kind), "title": .text($0.title), "detail": .text($0.detail),
                        "instance": .text($0.instance),
                    ])
                } ?? .null,
                "request_id": .text(failure.details.requestId),
                "evidence": .array(failure.details.evidence.map { .string($0) }),
            ])])
        }
    }
}
