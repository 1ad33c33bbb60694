// A changelog with a language model's wording: requests for a report, and wording from responses that is checked against the
// report.
//
// This package sends no requests and never sees the key. The code that sends a request adds the header for the key.

import Foundation
internal import WaybillRust

/// The protocol of a model's service.
public enum ModelProvider: String, Sendable, Hashable, CaseIterable {
    /// Anthropic's Messages API.
    case anthropic
    /// OpenAI's chat completions.
    case openai
}

/// The model, and the maximum size of one request.
public struct ModelOptions: Sendable, Hashable {
    /// Protocol of the model's service.
    public var provider: ModelProvider
    /// Name of the model. Nil is the one that `waybill rewrite` uses.
    public var model: String?
    /// Base URL: https, or http on this machine only. Nil is the provider's own service.
    public var baseURL: String?
    /// Maximum number of bytes of facts in one request. Nil is 48,000.
    public var maxBytes: Int?
    /// Maximum number of changes in one request. Nil is 20.
    public var maxChanges: Int?

    /// Creates options for a model of a provider.
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
    /// Ids of the changes in the request.
    public let changes: [String]
    /// The method.
    public let method: String
    /// The absolute URL.
    public let url: String
    /// The headers, without the one for the key.
    public let headers: [Header]
    /// The header to add.
    public let keyHeader: KeyHeader
    /// The body, JSON.
    public let body: Data
    /// Cache key of the response. It depends on the facts, the model and the version of the instructions.
    public let cacheKey: String

    /// The header for the key: `name`, with `prefix` and the key as value.
    public struct KeyHeader: Sendable, Hashable {
        /// Name of the header.
        public let name: String
        /// Text before the key in the value.
        public let prefix: String
    }
}

/// The requests for a report.
public struct ModelRequests: Sendable, Hashable {
    /// Name of the model.
    public let model: String
    /// The requests, in order.
    public let requests: [ModelRequest]
    /// Ids of changes that are too large for any request. They keep the standard text.
    public let tooLarge: [String]
}

/// A response of a model's service, with its complete body.
public struct ModelResponse: Sendable, Hashable {
    /// Its status.
    public var status: Int
    /// Its headers.
    public var headers: [Header]
    /// Its body.
    public var body: Data

    /// Creates a response.
    public init(status: Int, headers: [Header], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The number of the attempt, and the limits on retries.
public struct ModelAttempt: Sendable, Hashable {
    /// Number of failed attempts so far.
    public var failed: Int
    /// Maximum number of attempts. Nil is 3.
    public var maxAttempts: Int?
    /// Maximum wait before a retry. Nil is one minute. If a service requires a longer wait, the request is given up.
    public var longestWait: Duration?
    /// Current time. Needed if a service names a time for the retry.
    public var now: Date

    /// Creates the attempt after this number of failed ones.
    public init(failed: Int = 0, maxAttempts: Int? = nil, longestWait: Duration? = nil, now: Date = Date()) {
        self.failed = failed
        self.maxAttempts = maxAttempts
        self.longestWait = longestWait
        self.now = now
    }
}

/// The next step after an attempt.
public enum ModelStep: Sendable, Hashable {
    /// The model responded with this text.
    case answered(text: String)
    /// Send the same request again after this time. `failed` is the number of failed attempts so far.
    case retry(after: Duration, failed: Int)
    /// Give up. If `isFinal` is true, other requests would fail too.
    case gaveUp(reason: String, isFinal: Bool)
}

/// The result of one request.
public struct ModelAnswer: Sendable, Hashable {
    /// Ids of the changes in the request.
    public var changes: [String]
    /// Text of the response, or the reason for its absence.
    public var result: Answer

    /// Creates the result of a request for these changes.
    public init(changes: [String], result: Answer) {
        self.changes = changes
        self.result = result
    }

    /// The text of a response, or the reason for its absence.
    public enum Answer: Sendable, Hashable {
        /// Text of the response.
        case text(String)
        /// Reason for the absence of a response. It must not contain the key.
        case failure(String)
    }
}

/// A model's wording: why a change matters, and what to do.
public struct Wording: Sendable, Hashable {
    /// The change's id.
    public let id: String
    /// Reason why the change matters.
    public let reason: String
    /// Advice for the caller's code.
    public let action: String
}

/// A rejected wording. The change keeps its standard text.
public struct Refusal: Sendable, Hashable {
    /// Id in the response. It is unknown if the model invented it.
    public let id: String
    /// The reason.
    public let reason: String
}

/// The result of checking a response.
public struct CheckedAnswer: Sendable, Hashable {
    /// The accepted wording.
    public let wording: [Wording]
    /// The rejected wording.
    public let refusals: [Refusal]
}

/// A changelog with a model's wording.
public struct RewrittenChangelog: Sendable, Hashable {
    /// The changelog.
    public let text: String
    /// Number of changes with the model's wording.
    public let worded: Int
    /// The rejected wording.
    public let refusals: [Refusal]
}

/// Returns the next step after a response of the model's service.
///
/// - Throws: `WaybillError` if it is not an HTTP response.
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

/// Returns the next step if there was no response. `reason` must not contain the key.
public func readModelFailure(_ reason: String, attempt: ModelAttempt = ModelAttempt()) throws -> ModelStep {
    try written { ModelStep(try WaybillRust.readModelFailure(reason: reason, attempt: attempt.inner)) }
}

extension Report {
    /// Returns requests that ask a language model to word why each breaking change matters and what to do.
    ///
    /// - Throws: `WaybillError` of kind `configuration` if the model's base URL or name is invalid.
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

    /// Checks a model's response. Do not cache a response without any usable wording.
    ///
    /// - Throws: `WaybillError` with the code `change.unknown` if it is about a change that the report does not contain.
    public func checkModelAnswer(_ answer: ModelAnswer) throws -> CheckedAnswer {
        let checked = try written { try inner.checkModelAnswer(answer: answer.inner) }
        let wording = checked.wording.map { Wording(id: $0.id, reason: $0.reason, action: $0.action) }
        return CheckedAnswer(wording: wording, refusals: checked.refusals.map(Refusal.init))
    }

    /// Returns the changelog with the usable wording of these responses. `model` is the model's name. If `worded` is 0, there is
    /// none: publish only the standard changelog.
    ///
    /// - Throws: `WaybillError` if the release is invalid, or if a response is about another report.
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
