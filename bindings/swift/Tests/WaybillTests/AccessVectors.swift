// The shared access vectors through the generated bindings. Inputs with virtual time result in exactly the expected actions. No
// text of a step contains a key, password or token, configured or issued.

import Foundation
import Testing
import WaybillRust
@testable import Waybill
import WaybillTestSupport

extension JSON {
    /// Creates the form of a rejection in vectors.
    fileprivate init(refusal: Waybill.WaybillError) {
        self = .object(["code": .string(refusal.code), "kind": .string(refusal.kind.rawValue)])
    }
}

struct SharedTest: Sendable, CustomTestStringConvertible {
    let name: String
    var testDescription: String { name }

    static func all(in folder: String) -> [SharedTest] {
        let names = (try? entries(of: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { SharedTest(name: $0.replacingOccurrences(of: ".json", with: "")) }
    }
}

@Suite struct AccessVectors {
    @Test(arguments: SharedTest.all(in: "vectors/access"))
    func theEngineGivesTheExpectedActions(_ test: SharedTest) throws {
        let vector = try JSON(file: testsFolder.appendingPathComponent("vectors/access/\(test.name).json"))
        guard vector["hosts"]?.list.contains(.string("swift")) == true else { return }
        let passed = try run(vector)
        if passed { Evidence.vector("access/\(test.name)") }
    }

    private func run(_ vector: JSON) throws -> Bool {
        var config = WaybillRust.Config(ClientConfig(vector["config"] ?? .null))
        config.sharedStore = vector["config"]?["shared_store"].map {
            SharedStore(loginWhileDown: $0["login_while_down"]?.flag ?? false)
        }
        let texts = Texts()
        defer { search(texts, for: secrets(of: vector)) }
        if let refusal = vector["expect_error"] {
            let error = Result { try boundary { try Engine(config: config) } }.error as? Waybill.WaybillError
            #expect(error.map(JSON.init(refusal:)) == refusal)
            texts.add(all: error as Any)
            return error.map(JSON.init(refusal:)) == refusal
        }
        let engine = try Engine(config: config)
        for (index, step) in (vector["steps"]?.list ?? []).enumerated() {
            let (input, expected) = (step["input"] ?? .null, (step["expect"] ?? .null).withoutEmpty)
            let actual = self.actual(engine, input, now: (input["now"] ?? step["now"])?.integer ?? 0, texts).withoutEmpty
            #expect(actual == expected, "step \(index + 1)")
            guard actual == expected else { return false }
        }
        return true
    }

    /// Returns all keys, passwords and tokens that a vector contains or its provider issues. A provider's response is a JSON
    /// string.
    private func secrets(of vector: JSON) -> [String] {
        switch vector {
        case .object(let members):
            let names: Set = ["api_key", "password", "access_token", "refresh_token", "token", "given"]
            return members.flatMap { name, value in
                value.text.map { names.contains(name) ? [$0] : secrets(of: value) } ?? secrets(of: value)
            }
        case .array(let list): return list.flatMap(secrets(of:))
        case .string(let text): return text.hasPrefix("{") ? ((try? JSON(Data(text.utf8))).map(secrets(of:)) ?? []) : []
        case .null, .bool, .number: return []
        }
    }

    private func search(_ texts: Texts, for secrets: [String]) {
        for text in texts.all {
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }

    private func actual(_ engine: Engine, _ input: JSON, now: Int64, _ texts: Texts) -> JSON {
        do {
            if input["export"] != nil {
                let snapshot = try boundary { try engine.exportTokens() }
                texts.add("\(String(describing: snapshot)) \(String(reflecting: snapshot))")
                return .object(["snapshot": snapshot.map { .string($0.text) } ?? .null])
            }
            let (call, step) = try boundary { try give(engine, input, now: now) }
            texts.add(step.logged)
            guard let call else { return step.json }
            return .object(step.json.members.merging(["call": .number(Double(call))]) { $1 })
        } catch {
            texts.add(all: error)
            return .object(["error": JSON(refusal: error)])
        }
    }

    private func give(_ engine: Engine, _ input: JSON, now: Int64) throws -> (call: Int64?, step: Step) {
        let (name, what) = try #require(input.members.first { $0.key != "now" })
        let exchange = what["exchange"]?.integer ?? 0
        switch name {
        case "begin":
            let begun = try engine.begin(call: Call(what), now: now)
            return (begun.call, begun.step)
        case "on_head":
            let status = UInt16(what["status"]?.integer ?? 0)
            let head = ResponseHead(status: status, headers: nameValues(what["headers"]))
            return (nil, try engine.onHead(exchange: exchange, head: head, now: now))
        case "on_body":
            let (body, complete) = (Data((what["body"]?.text ?? "").utf8), what["complete"]?.flag ?? false)
            return (nil, try engine.onBody(exchange: exchange, body: body, complete: complete, now: now))
        case "on_failure":
            let kind: FailureKind = what["kind"]?.text == "not_sent" ? .notSent : .unknown
            let failure = TransportFailure(kind: kind, detail: what["detail"]?.text ?? "")
            return (nil, try engine.onFailure(exchange: exchange, failure: failure, now: now))
        case "on_time": return (nil, try engine.onTime(now: now))
        case "cancel": return (nil, try engine.cancel(call: what["call"]?.integer ?? 0, now: now))
        case "close": return (nil, try engine.close(now: now))
        case "on_store":
            let ticket = what["ticket"]?.integer ?? 0
            return (nil, try engine.onStore(ticket: ticket, result: try #require(StoreResult(what)), now: now))
        case "restore":
            return (nil, try engine.restore(snapshot: Snapshot(text: what["snapshot"]?.text ?? ""), now: now))
        case "invalidate":
            return (nil, try engine.invalidate(what: what["tokens"]?.flag == true ? .tokens : .accessToken, now: now))
        case "set_credentials":
            let credentials = WaybillRust.Credentials(Waybill.Credentials(what))
            return (nil, try engine.setCredentials(credentials: credentials, now: now))
        default: throw UnknownInput(name: name)
        }
    }

    private struct UnknownInput: Error {
        let name: String
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

private func nameValues(_ json: JSON?) -> [NameValue] {
    (json?.pairs ?? []).map { NameValue(name: $0.name, value: $0.value) }
}

extension Call {
    fileprivate init(_ json: JSON) {
        let route: Route
        if let tenant = json["route"]?["commerce"]?.text {
            route = .commerce(tenant: tenant)
        } else if let seller = json["route"]?["commerce_proxy"]?.text {
            route = .commerceProxy(seller: seller)
        } else {
            route = .platform
        }
        var body = WaybillRust.RequestBody.empty
        if let text = json["body"]?["bytes"]?.text { body = .bytes(bytes: Data(text.utf8)) }
        if let caller = json["body"]?["caller"] { body = .caller(replayable: caller["replayable"]?.flag ?? false) }
        self.init(
            route: route, method: json["method"]?.text ?? "", template: json["template"]?.text ?? "",
            parameters: nameValues(json["parameters"]),
            allowEncodedSlashes: json["allow_encoded_slashes"]?.flag ?? false,
            scopes: json["scopes"]?.list.compactMap(\.text) ?? [], query: nameValues(json["query"]),
            headers: nameValues(json["headers"]), body: body, deadline: json["deadline"]?.integer)
    }
}

extension StoreResult {
    fileprivate init?(_ json: JSON) {
        if let locked = json["locked"] {
            let snapshot = locked["snapshot"]?.text.map { Snapshot(text: $0) }
            self = .locked(snapshot: snapshot, storeTime: locked["store_time"]?.integer ?? 0)
        } else if let saved = json["saved"] {
            self = .saved(seq: saved["seq"]?.integer ?? 0)
        } else if json["conflict"] != nil {
            self = .conflict
        } else {
            let failures: [String: StoreFailure] = [
                "down": .down, "unreadable": .unreadable, "newer-version": .newerVersion,
            ]
            guard let why = failures[json["failed"]?.text ?? ""] else { return nil }
            self = .failed(why: why)
        }
    }
}

extension Step {
    /// All texts of the step that a program may log, and the URLs of its requests.
    fileprivate var logged: String {
        let parts = actions.map { action in
            switch action {
            case .send(_, _, let head, let body, _): "\(head) \(head.url) \(head.headers) \(body)"
            case .done(_, let outcome): "\(outcome)"
            case .read, .abort, .lock, .save, .unlock, .note, .closed: ""
            }
        }
        return "\(self) \(String(reflecting: self)) \(actions) \(parts)"
    }
}
