// The details of a failed call in addition to its code.

/// The details of a failed call, as far as they are known.
public struct FailureDetails: Sendable, Hashable {
    /// The request of the call that failed.
    public let stage: Stage?
    /// The path family that was called.
    public let pathFamily: PathFamily?
    /// Name of the environment.
    public let environment: String?
    /// The identity provider's error.
    public let provider: ProviderError?
    /// The API's error, if it is in the problem details format.
    public let problem: ProblemDetails?
    /// Id of the request in the server's log, if a request was sent.
    public let requestID: String?
    /// Evidence of the cause, one sentence each.
    public let evidence: [String]

    /// The request of a call that failed.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The token request.
        case token
        /// The request to the API.
        case api
    }

    /// The platform's path families.
    public enum PathFamily: String, Sendable, Hashable, CaseIterable {
        /// The platform API.
        case platform
        /// The commerce API, called directly.
        case commerce
        /// The commerce API, called through the platform.
        case commerceProxy = "commerce-proxy"
    }

    /// The identity provider's error response (RFC 6749 section 5.2).
    public struct ProviderError: Sendable, Hashable {
        /// The error code, such as `invalid_grant`.
        public let error: String
        /// Description for people: one line of at most 200 characters.
        public let description: String?
    }

    /// The API's error, as problem details (RFC 9457 section 3.1).
    public struct ProblemDetails: Sendable, Hashable {
        /// URI of the problem type.
        public let type: String?
        /// Summary of the problem type.
        public let title: String?
        /// Description of this occurrence.
        public let detail: String?
        /// URI of this occurrence.
        public let instance: String?
    }
}
