// The README's examples in functions, verbatim. A test checks that this file contains each block.

import Foundation
import Waybill
import WaybillRedis

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func forward(
    _ request: InboundRequest, session: Session?, body: RequestBody, by forwarder: Forwarder,
    mayRun: (_ user: String, _ flow: String) async -> Bool
) async throws -> AppAnswer {
    switch try forwarder.receive(request, session: session) {
    case .answer(let answer):
        return answer
    case .authorize(let asked):
        let isAllowed = await mayRun(asked.user, asked.parameters["flowId"] ?? "")
        return isAllowed ? try await asked.permit(body: body) : try asked.deny()
    }
}

func connect(_ file: String) throws -> (WaybillClient, CredentialsSync) {
    let client = try WaybillClient(config: readCredentialsFile(file) { print("others may read \(file)") })
    let sync = CredentialsSync(client: client, source: FileSource(path: file), every: .seconds(5)) { error in
        print("the file was not read: \(error)")
    }
    return (client, sync)
}

func seedAndTrack(_ mock: MockClient, wsdl: Data, number: String) async throws -> String {
    let seeded = try await mock.seed([ServiceDefinition([DefinitionFile(path: "track.wsdl", content: wsdl)])])
    for definition in seeded {
        if let failure = definition.failure { print("\(definition.file) was not imported: \(failure)") }
    }
    let payload = "<Track xmlns=\"urn:track\"><number>\(number)</number></Track>"
    let call = SoapCall(service: "TrackService", version: "1.0", operation: "Track", payload: payload, namespace: "urn:track")
    return try await mock.callSoap(call).envelope
}

func announce(previous: Data, current: Data, release: Release) throws -> (changelog: String, comment: String) {
    let report = try compare(previous: previous, current: current)
    let comment = CommentOptions(description: "Flows", base: "8a31f00c", head: "5d20e9b7", expires: "2026-07-10")
    return (try report.writeChangelog(release), try report.writeComment(comment))
}

func next(after previous: String, _ report: Report) throws -> String {
    try nextVersion(after: previous, bumps: [report.requiredBump()])
}

func rewrite(_ report: Report, as release: Release, by options: ModelOptions, key: String) async throws -> RewrittenChangelog {
    let written = try report.writeModelRequests(options)
    var answers: [ModelAnswer] = []
    for asked in written.requests {
        var request = URLRequest(url: URL(string: asked.url)!, timeoutInterval: 120)
        request.httpMethod = asked.method
        request.httpBody = asked.body
        for header in asked.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        request.setValue(asked.keyHeader.prefix + key, forHTTPHeaderField: asked.keyHeader.name)
        var result: ModelAnswer.Answer?
        var failed = 0
        while result == nil {
            let attempt = ModelAttempt(failed: failed)
            let step =
                if let came = await send(request) {
                    try readModelResponse(came, of: options.provider, attempt: attempt)
                } else {
                    try readModelFailure("no whole answer came", attempt: attempt)
                }
            switch step {
            case .answered(let text): result = .text(text)
            case .gaveUp(let reason, _): result = .failure(reason)
            case .retry(let wait, let count):
                failed = count
                try await Task.sleep(for: wait)
            }
        }
        answers.append(ModelAnswer(changes: asked.changes, result: result!))
    }
    return try report.writeRewrittenChangelog(release, model: written.model, answers: answers)
}

/// The whole answer; nil where none came. A redirect is an answer: following it would carry the key to another address.
func send(_ request: URLRequest) async -> ModelResponse? {
    let session = URLSession(configuration: .ephemeral, delegate: StayingDelegate(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    guard let (body, response) = try? await session.data(for: request), let head = response as? HTTPURLResponse else { return nil }
    let headers = head.allHeaderFields.map { Header(name: "\($0.key)", value: "\($0.value)") }
    return ModelResponse(status: head.statusCode, headers: headers, body: body)
}

final class StayingDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

func share(_ config: ClientConfig, redis: RedisOptions, key: Data) throws -> WaybillClient {
    let store = try RedisTokenStore(redis)
    let shared = SharedStoreOptions(store: store, keys: [SealingKey(id: "2026-11", bytes: key)])
    return try WaybillClient(config: config, sharedStore: shared) { note in print(note.code, note.message) }
}
