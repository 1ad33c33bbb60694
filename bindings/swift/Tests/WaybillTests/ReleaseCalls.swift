// The calls of release vectors, with arguments and results in the npm package's form.

import Foundation
import Waybill
import WaybillTestSupport

/// The error for a call that this host does not know.
struct UnknownCall: Error {
    let name: String
}

/// Calls about the report in these bytes.
struct ReleaseCalls {
    let report: Data

    func call(_ name: String, _ with: JSON) throws -> JSON {
        switch name {
        case "readTag": return .string(try readTag(text(with, "text")))
        case "findPreviousTag":
            return optional(try findPreviousTag(of: text(with, "tag"), among: texts(with, "names")))
        case "requiredBump": return optional(try readReport(report).requiredBump()?.rawValue)
        case "nextVersion":
            let bumps = (with["bumps"]?.list ?? []).map { $0.text.flatMap(Bump.init(rawValue:)) }
            return .string(try nextVersion(after: text(with, "previous"), bumps: bumps))
        case "writeChangelog":
            return .string(try readReport(report).writeChangelog(release(with), options: options(with)))
        case "keepHandWritten":
            return .string(try keepHandWritten(previous: text(with, "previous"), generated: text(with, "generated")))
        case "removeOperations":
            let removed = try removeOperations(from: Data(text(with, "description").utf8))
            return .string(String(decoding: removed, as: UTF8.self))
        case "writeComment": return .string(try readReport(report).writeComment(commentOptions(with)))
        case "writeFailedComment":
            let options = commentOptions(with["options"] ?? .null)
            return .string(try writeFailedComment(reason: text(with, "reason"), options: options))
        case "readCommentState":
            guard let state = try readCommentState(text(with, "text")) else { return .null }
            return .object([
                "description": .string(state.description), "head": .string(state.head), "breaking": strings(state.breaking),
            ])
        case "writeModelRequests": return requests(try readReport(report).writeModelRequests(modelOptions(with)))
        case "readModelResponse":
            return step(try readModelResponse(response(with), of: provider(with), attempt: attempt(with)))
        case "readModelFailure": return step(try readModelFailure(text(with, "reason"), attempt: attempt(with)))
        case "checkModelAnswer":
            let checked = try readReport(report).checkModelAnswer(answer(with))
            let wording = checked.wording.map {
                JSON.object(["id": .string($0.id), "reason": .string($0.reason), "action": .string($0.action)])
            }
            return .object(["wording": .array(wording), "refusals": refusals(checked.refusals)])
        case "writeRewrittenChangelog":
            let found = try readReport(report).writeRewrittenChangelog(
                release(with), model: text(with, "model"), answers: (with["answers"]?.list ?? []).map(answer),
                options: options(with))
            return .object([
                "text": .string(found.text), "worded": number(found.worded), "refusals": refusals(found.refusals),
            ])
        default: throw UnknownCall(name: name)
        }
    }

    private func text(_ value: JSON, _ name: String) -> String {
        value[name]?.text ?? ""
    }

    private func texts(_ value: JSON, _ name: String) -> [String] {
        value[name]?.list.compactMap(\.text) ?? []
    }

    private func size(_ value: JSON?) -> Int? {
        value?.integer.map(Int.init)
    }

    private func number(_ number: Int) -> JSON {
        .number(Double(number))
    }

    private func optional(_ text: String?) -> JSON {
        text.map(JSON.string) ?? .null
    }

    private func strings(_ texts: [String]) -> JSON {
        .array(texts.map(JSON.string))
    }

    private func release(_ with: JSON) -> Release {
        let given = with["release"] ?? .null
        return Release(version: text(given, "version"), previous: text(given, "previous"), date: given["date"]?.text)
    }

    private func options(_ with: JSON) -> ChangelogOptions {
        let given = with["options"]
        return ChangelogOptions(
            detail: given?["detail"]?.text.flatMap(ChangelogOptions.Detail.init(rawValue:)) ?? .short,
            frontMatter: given?["frontMatter"]?.text.flatMap(ChangelogOptions.FrontMatter.init(rawValue:)) ?? .docusaurus,
            name: given?["name"]?.text)
    }

    private func commentOptions(_ given: JSON) -> CommentOptions {
        CommentOptions(
            description: text(given, "description"), base: text(given, "base"), head: text(given, "head"),
            links: given["links"].map { SourceLinks(base: text($0, "base"), head: text($0, "head")) },
            last: given["last"]?.text, expires: given["expires"]?.text, maxCharacters: size(given["maxChars"]))
    }

    private func provider(_ given: JSON) -> ModelProvider {
        given["provider"]?.text.flatMap(ModelProvider.init(rawValue:)) ?? .openai
    }

    private func modelOptions(_ given: JSON) -> ModelOptions {
        ModelOptions(
            provider: provider(given), model: given["model"]?.text, baseURL: given["baseUrl"]?.text,
            maxBytes: size(given["maxBytes"]), maxChanges: size(given["maxChanges"]))
    }

    private func response(_ with: JSON) -> ModelResponse {
        let given = with["response"] ?? .null
        return ModelResponse(
            status: size(given["status"]) ?? 0,
            headers: (given["headers"]?.pairs ?? []).map { Header(name: $0.name, value: $0.value) },
            body: Data(text(given, "body").utf8))
    }

    private func attempt(_ with: JSON) -> ModelAttempt {
        let given = with["attempt"] ?? .null
        return ModelAttempt(
            failed: size(given["failed"]) ?? 0, maxAttempts: size(given["maxAttempts"]),
            longestWait: given["longestWaitMs"]?.integer.map { .milliseconds($0) },
            now: Date(timeIntervalSince1970: Double(given["now"]?.integer ?? 0) / 1000))
    }

    private func answer(_ given: JSON) -> ModelAnswer {
        let result = given["text"]?.text.map(ModelAnswer.Answer.text) ?? .failure(text(given, "failure"))
        return ModelAnswer(changes: texts(given, "changes"), result: result)
    }

    private func requests(_ found: ModelRequests) -> JSON {
        let requests = found.requests.map { request in
            JSON.object([
                "changes": strings(request.changes), "method": .string(request.method), "url": .string(request.url),
                "headers": .array(request.headers.map { strings([$0.name, $0.value]) }),
                "keyHeader": .object([
                    "name": .string(request.keyHeader.name), "prefix": .string(request.keyHeader.prefix),
                ]),
                "bodyBytes": number(request.body.count), "cacheKey": .string(request.cacheKey),
            ])
        }
        return .object(["model": .string(found.model), "requests": .array(requests), "tooLarge": strings(found.tooLarge)])
    }

    private func step(_ step: ModelStep) -> JSON {
        switch step {
        case .answered(let text): .object(["type": .string("answered"), "text": .string(text)])
        case .retry(let after, let failed):
            .object(["type": .string("retry"), "afterMs": number(milliseconds(after)), "failed": number(failed)])
        case .gaveUp(let reason, let isFinal):
            .object(["type": .string("gave-up"), "reason": .string(reason), "isFinal": .bool(isFinal)])
        }
    }

    private func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    private func refusals(_ refusals: [Refusal]) -> JSON {
        .array(refusals.map { .object(["id": .string($0.id), "reason": .string($0.reason)]) })
    }
}
