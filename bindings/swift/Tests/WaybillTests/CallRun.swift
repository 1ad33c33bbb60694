// One call of a driver scenario: made and interrupted as the script requires, and compared with the expected result.

import Foundation
import Testing
@testable import Waybill
import WaybillTestSupport

/// The result of a call. Its body was either read or failed.
struct CallOutcome: Sendable {
    var head: (status: Int, headers: [Header])?
    var body: (bytes: Data, size: Int, isPattern: Bool)?
    var error: (any Error)?

    func check(_ expect: JSON, _ texts: Texts) {
        if expect.text == "cancelled" { return checkError(expect, texts) }
        if let status = expect["status"]?.integer {
            texts.check(head.map { Int64($0.status) } == status, "the answer was \(head.map { "\($0.status)" } ?? "none"), error \(error.map { "\($0)" } ?? "none")")
        }
        for (name, value) in expect["headers"]?.pairs ?? [] {
            texts.check(head?.headers.contains { $0.name == name && $0.value == value } == true, "no header \(name): \(value)")
        }
        for name in expect["absent_headers"]?.list.compactMap(\.text) ?? [] {
            texts.check(head?.headers.contains { $0.name == name } == false, "header \(name) is there")
        }
        if let wanted = expect["body"] {
            texts.check(error == nil, "reading failed: \(error.map { "\($0)" } ?? "")")
            if let text = wanted["text"]?.text {
                texts.check(body?.bytes == Data(text.utf8), "the body was \(body?.size ?? -1) bytes, not \(text)")
            } else if let size = wanted["pattern"]?.integer {
                texts.check(body?.size == Int(size) && body?.isPattern == true, "the body was \(body?.size ?? -1) bytes, pattern \(body?.isPattern == true)")
            }
        }
        if let failure = expect["error"] ?? expect["body_error"] { checkError(failure, texts) }
    }

    private func checkError(_ expect: JSON, _ texts: Texts) {
        if expect.text == "cancelled" {
            let cancelled = error is CancellationError || (error as? WaybillError)?.kind == .cancelled
            return texts.check(cancelled, "not cancelled but \(error.map { "\($0)" } ?? "\(head?.status ?? 0)")")
        }
        guard let error = error as? WaybillError else {
            return texts.check(false, "no such error but \(error.map { "\($0)" } ?? "\(head?.status ?? 0)")")
        }
        let codes = ["not_sent": "transport.not-sent", "unknown": "transport.lost"]
        func same(_ name: String, _ actual: String?) {
            guard let wanted = expect[name]?.text else { return }
            texts.check(actual == wanted, "\(name) is \(actual ?? "missing"), not \(wanted): \(error)")
        }
        same("code", error.code)
        same("kind", error.kind.rawValue)
        same("stage", error.details.stage?.rawValue)
        same("path_family", error.details.pathFamily?.rawValue)
        same("environment", error.details.environment)
        if let prefix = expect["code_prefix"]?.text { texts.check(error.code.hasPrefix(prefix), "\(error)") }
        if let failure = expect["failure"]?.text { texts.check(error.code == codes[failure], "\(error) for \(failure)") }
        if let status = expect["status"]?.integer { texts.check(error.status.map(Int64.init) == status, "\(error)") }
        if let complete = expect["complete"]?.flag { texts.check(error.response?.complete == complete, "complete: \(error)") }
        if let text = expect["body"]?["text"]?.text { texts.check(error.response?.body == Data(text.utf8), "body: \(error)") }
        if let size = expect["body"]?["pattern"]?.integer {
            let body = error.response?.body ?? Data()
            texts.check(body.count == Int(size) && Pattern.matches(body, at: 0), "body of \(body.count) bytes: \(error)")
        }
    }
}

final class CallRun: Sendable {
    private let step: JSON
    private let client: WaybillClient
    private let texts: Texts
    private let act = Locked<(@Sendable (JSON) async -> Void)?>(nil)

    init(_ step: JSON, client: WaybillClient, texts: Texts) {
        self.step = step
        self.client = client
        self.texts = texts
    }

    func onInterrupt(_ act: @escaping @Sendable (JSON) async -> Void) {
        self.act.withLock { $0 = act }
    }

    /// Performs the script's actions of the interruption, in order.
    func interrupt() async {
        for action in step["interrupt"]?["do"]?.list ?? [] {
            while act.withLock({ $0 }) == nil { await Task.yield() }
            await act.withLock { $0 }?(action)
        }
    }

    func outcome() async -> CallOutcome {
        var outcome = CallOutcome()
        do {
            let response = try await send()
            texts.add(all: response)
            outcome.head = (response.status, response.headers)
            let at = step["interrupt"]?["at"]
            if at?.text == "head" { await interrupt() }
            var interruptAt = at?["bytes"]?.integer
            var body = (bytes: Data(), size: 0, isPattern: true)
            for try await piece in response.body {
                body.isPattern = body.isPattern && Pattern.matches(piece, at: body.size)
                body.size += piece.count
                if body.bytes.count < 64 * 1024 { body.bytes.append(piece.prefix(64 * 1024)) }
                if let bytes = interruptAt, body.size >= bytes {
                    interruptAt = nil
                    await interrupt()
                }
            }
            outcome.body = body
        } catch {
            texts.add(all: error)
            outcome.error = error
        }
        return outcome
    }

    private func timeout(_ deadline: JSON?) -> Duration? {
        deadline?.text == "endless" ? .seconds(Int64.max) : deadline?.integer.map { .milliseconds($0) }
    }

    private func send() async throws -> Response {
        let call = step["call"] ?? .null
        let family: PathFamily
        if let tenant = call["route"]?["commerce"]?.text {
            family = client.commerce(tenant: tenant)
        } else if let seller = call["route"]?["commerce_proxy"]?.text {
            family = client.commerceProxy(seller: seller)
        } else {
            family = client.platform
        }
        var body = RequestBody.none
        if let text = call["body"]?["bytes"]?.text { body = .text(text) }
        if let size = call["body"]?["pattern"]?.integer { body = .stream(Pattern.Body(size: Int(size))) }
        func dictionary(_ name: String) -> [String: String] {
            Dictionary((call[name]?.pairs ?? []).map { ($0.name, $0.value) }) { $1 }
        }
        return try await family.send(
            call["method"]?.text ?? "", call["template"]?.text ?? "", parameters: dictionary("parameters"),
            query: (call["query"]?.pairs ?? []).map { URLQueryItem(name: $0.name, value: $0.value) },
            headers: Headers((call["headers"]?.pairs ?? []).map { Header(name: $0.name, value: $0.value) }), body: body, timeout: timeout(call["deadline_ms"]))
    }
}
