// A changelog in a language model's words: requests out of a report, answers into wording that is held to it.
//
// This package sends none of the requests and never sees the key: whoever sends one adds the header that it names.

import Foundation
internal import WaybillRust

/// The protocol that a model's service speaks.
public enum ModelProvider: String, Sendable, Hashable, CaseIterable {
    /// Anthropic's Messages API.
    case anthropic
    /// Chat completions as OpenAI has them.
    case openai
}

/// A model that is asked, and how much one request holds.
public struct ModelOptions: Sendable, Hashable {
    /// The protocol it speaks.
    public var provider: ModelProvider
    /// The model; nil is the one that `waybill rewrite` asks.
    public var model: String?
    /// Where it is: https, or http on this machine alone; nil is the provider's own service.
    public var baseURL: String?
    /// Bytes of facts in one request; nil is 48,000.
    public var maxBytes: Int?
    /// Changes in one request; nil is 20.
    public var maxChanges: Int?

    /// A model of a provider.
    public init(
        provider: ModelProvider, model: String? = nil, baseURL: String? = nil, maxBytes: Int? = nil, maxChanges: Int? = nil
    ) {
        self.provider = provider
        self.model = model
        self.baseURL = baseURL
        self.maxBytes = maxBytes
        self.maxChanges = maxChanges
    }
}

/// A request to a model, without the key.
public struct ModelRequest: Sendable, Hashable {
    /// The ids of the changes it asks about.
    public let changes: [String]
    /// The method.
    public let method: String
    /// The absolute URL.
    public let url: String
    /// The headers, without the one of the key.
    public let headers: [Header]
    /// The header to add: its name, and what stands before the key in its value.
    public let keyHeader: KeyHeader
    /// The body, JSON.
    public let body: Data
    /// A name for its answer in a cache: by the facts, the model and the version of the instructions.
    public let cacheKey: String

    /// The header that carries the key: `name` with `prefix` and the key.
    public struct KeyHeader: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// What stands before the key in its value.
        public let prefix: String
    }
}

/// The requests about a report.
public struct ModelRequests: Sendable, Hashable {
    /// The model they are to.
    public let model: String
    /// One after another.
    public let requests: [ModelRequest]
    /// The ids of changes that fit into no request: they keep the standard text.
    public let tooLarge: [String]
}

/// A response of a model's service, with its whole body.
public struct ModelResponse: Sendable, Hashable {
    /// Its status.
    public var status: Int
    /// Its headers.
    public var headers: [Header]
    /// Its body.
    public var body: Data

    /// A response that came.
    public init(status: Int, headers: [Header], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Which attempt at a request is meant.
public struct ModelAttempt: Sendable, Hashable {
    /// How many have failed before it.
    public var failed: Int
    /// Attempts in all; nil is 3.
    public var maxAttempts: Int?
    /// The longest wait before another one; nil is a minute. A service that asks for more is given up.
    public var longestWait: Duration?
    /// The time: a service may name one to come back at.
    public var now: Date

    /// The attempt after so many that failed.
    public init(failed: Int = 0, maxAttempts: Int? = nil, longestWait: Duration? = nil, now: Date = Date()) {
        self.failed = failed
        self.maxAttempts = maxAttempts
        self.longestWait = longestWait
        self.now = now
    }
}

/// What to do after an attempt.
public enum ModelStep: Sendable, Hashable {
    /// The model answered with this text.
    case answered(text: String)
    /// Send the same request again, after so long; so many attempts have failed.
    case retry(after: Duration, failed: Int)
    /// Leave it; where `isFinal` is true, other requests would fare the same.
    case gaveUp(reason: String, isFinal: Bool)
}

/// What came of one request.
public struct ModelAnswer: Sendable, Hashable {
    /// The ids that the request asked about.
    public var changes: [String]
    /// The answer's text, or why there is none.
    public var result: Answer

    /// What came of a request about these changes.
    public init(changes: [String], result: Answer) {
        self.changes = changes
        self.result = result
    }

    /// An answer's text, or why there is none.
    public enum Answer: Sendable, Hashable {
        /// The text, as it came.
        case text(String)
        /// Why there is none, which must not hold the key.
        case failure(String)
    }
}

/// Why a change matters and what to do, in a model's words.
public struct Wording: Sendable, Hashable {
    /// The change's id.
    public let id: String
    /// Why the change matters.
    public let reason: String
    /// What to do in the caller's code.
    public let action: String
}

/// A wording that was refused: its change keeps the standard text.
public struct Refusal: Sendable, Hashable {
    /// The id in the answer; it is unknown if the model made it up.
    public let id: String
    /// The reason.
    public let reason: String
}

/// The result of checking an answer.
public struct CheckedAnswer: Sendable, Hashable {
    /// The wording that is used.
    public let wording: [Wording]
    /// The refusals.
    public let refusals: [Refusal]
}

/// A changelog in a model's words.
public struct RewrittenChangelog: Sendable, Hashable {
    /// The changelog.
    public let text: String
    /// How many changes the model worded.
    public let worded: Int
    /// What was refused.
    public let refusals: [Refusal]
}

/// What to do after a response of the model's service.
///
/// - Throws: `WaybillError` where it is no response of HTTP.
public func readModelResponse(
    _ response: ModelResponse, of provider: ModelProvider, attempt: ModelAttempt = ModelAttempt()
) throws -> ModelStep {
    let inner = WaybillRust.ModelResponse(
        status: UInt16(clamping: response.status),
        headers: response.headers.map { WaybillRust.ModelHeader(name: $0.name, value: $0.value) }, body: response.body)
    return try written {
        ModelStep(
            try WaybillRust.readModelResponse(provider: provider.inner, response: inner, attempt: attempt.inner))
    }
}

/// What to do where no response came; `reason` says why, and must not hold the key.
public func readModelFailure(_ reason: String, attempt: ModelAttempt = ModelAttempt()) throws -> ModelStep {
    try written { ModelStep(try WaybillRust.readModelFailure(reason: reason, attempt: attempt.inner)) }
}

extension Report {
    /// The requests that have a language model word why each breaking change matters and what to do.
    ///
    /// - Throws: `WaybillError` of kind `configuration` where the model cannot be asked.
    public func writeModelRequests(_ options: ModelOptions) throws -> ModelRequests {
        let found = try written {
            try inner.writeModelRequests(
                options: WaybillRust.ModelOptions(
                    provider: options.provider.inner, model: options.model, baseUrl: options.baseURL,
                    maxBytes: options.maxBytes.map(UInt32.init(clamping:)),
                    maxChanges: options.maxChanges.map(UInt32.init(clamping:))))
        }
        let requests = found.requests.map {
            ModelRequest(
                changes: $0.changes, method: $0.method, url: $0.url,
                headers: $0.headers.map { Header(name: $0.name, value: $0.value) },
                keyHeader: ModelRequest.KeyHeader(name: $0.keyHeader.name, prefix: $0.keyHeader.prefix), body: $0.body,
                cacheKey: $0.cacheKey)
        }
        return ModelRequests(model: found.model, requests: requests, tooLarge: found.tooLarge)
    }

    /// Checks the answer of a model. Do not cache an answer without any usable wording.
    ///
    /// - Throws: `WaybillError` of code `change.unknown` where it is about a change that the report does not have.
    public func checkModelAnswer(_ answer: ModelAnswer) throws -> CheckedAnswer {
        let checked = try written { try inner.checkModelAnswer(answer: answer.inner) }
        let wording = checked.wording.map { Wording(id: $0.id, reason: $0.reason, action: $0.action) }
        return CheckedAnswer(wording: wording, refusals: checked.refusals.map(Refusal.init))
    }

    /// Writes the changelog with the usable wording of these answers; `model` is the model's name. If `worded` is 0 there is
    /// none: publish the standard changelog alone.
    ///
    /// - Throws: `WaybillError` where the release is none, or an answer is about another report.
    public func writeRewrittenChangelog(
        _ release: Release, model: String, answers: [ModelAnswer], options: ChangelogOptions = ChangelogOptions()
    ) throws -> RewrittenChangelog {
        let found = try written {
            try inner.writeRewrittenChangelog(
                release: release.inner, model: model, answers: answers.map(\.inner), options: options.inner)
        }
        return RewrittenChangelog(
            text: found.text, worded: Int(found.worded), refusals: found.refusals.map(Refusal.init))
    }
}

extension Refusal {
    fileprivate init(_ refusal: WaybillRust.Refusal) {
        self.init(id: refusal.id, reason: refusal.reason)
    }
}

extension ModelStep {
    fileprivate init(_ step: WaybillRust.ModelStep) {
        self =
            switch step {
            case .answered(let text): .answered(text: text)
            case .retry(let afterMs, let failed): .retry(after: .milliseconds(afterMs), failed: Int(failed))
            case .gaveUp(let reason, let isFinal): .gaveUp(reason: reason, isFinal: isFinal)
            }
    }
}

extension ModelProvider {
    fileprivate var inner: WaybillRust.ModelProvider {
        switch self {
        case .anthropic: .anthropic
        case .openai: .openAi
        }
    }
}

extension ModelAttempt {
    fileprivate var inner: WaybillRust.ModelAttempt {
        WaybillRust.ModelAttempt(
            failed: UInt32(clamping: failed), maxAttempts: maxAttempts.map(UInt32.init(clamping:)),
            longestWaitMs: longestWait.map(\.milliseconds), nowMs: Int64((now.timeIntervalSince1970 * 1000).rounded()))
    }
}

extension ModelAnswer {
    fileprivate var inner: WaybillRust.ModelAnswer {
        let text: WaybillRust.ModelText =
            switch result {
            case .text(let text): .answered(text: text)
            case .failure(let reason): .failed(reason: reason)
            }
        return WaybillRust.ModelAnswer(changes: changes, text: text)
    }
}
