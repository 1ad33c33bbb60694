// What is known of a failed call beside its code.

/// What is known of a failed call, as far as it is.
public struct FailureDetails: Sendable, Hashable {
    /// Which of the call's requests failed.
    public let stage: Stage?
    /// The path family that was called.
    public let pathFamily: PathFamily?
    /// Name of the environment.
    public let environment: String?
    /// What the identity provider said.
    public let provider: ProviderError?
    /// What the API said of its error, as problem details.
    public let problem: ProblemDetails?
    /// The id by which the other side finds the request in its log, where one was sent.
    public let requestID: String?
    /// What shows the cause, a sentence each.
    public let evidence: [String]

    /// Which of a call's requests failed.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The one for a token.
        case token
        /// The call's own.
        case api
    }

    /// The platform's path families.
    public enum PathFamily: String, Sendable, Hashable, CaseIterable {
        /// The platform API.
        case platform
        /// The commerce API itself.
        case commerce
        /// The commerce API through the platform.
        case commerceProxy = "commerce-proxy"
    }

    /// What the identity provider said (RFC 6749 section 5.2).
    public struct ProviderError: Sendable, Hashable {
        /// Such as `invalid_grant`.
        public let error: String
        /// For people; one line of 200 characters at most.
        public let description: String?
    }

    /// What an API said of its error as problem details (RFC 9457 section 3.1).
    public struct ProblemDetails: Sendable, Hashable {
        /// The URI of the kind of problem.
        public let type: String?
        /// The kind of problem in words.
        public let title: String?
        /// This occurrence in words.
        public let detail: String?
        /// The URI of this occurrence.
        public let instance: String?
    }
}
