//! Details of a failed call in addition to its code: the request that failed, the server's error, and evidence of the cause.

/// Details of a failed call. They contain no secrets, and strings from servers are sanitised and truncated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailureDetails {
    /// The request of the call that failed, or that would have been next.
    pub stage: Option<FailureStage>,
    /// The path family that was called.
    pub path_family: Option<PathFamily>,
    /// Name of the environment.
    pub environment: Option<String>,
    /// The identity provider's error.
    pub provider: Option<ProviderError>,
    /// The API's error, if it is in a standard format.
    pub problem: Option<ProblemDetails>,
    /// The id of the request in the server's log, if a request was sent.
    pub request_id: Option<String>,
    /// Evidence of the cause, one sentence each. Claims of keys and tokens are read without verifying their signature.
    pub evidence: Vec<String>,
}

/// The request of a call that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureStage {
    /// The token request.
    Token,
    /// The request to the API.
    Api,
}

/// A path family of the platform, without the ids of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFamily {
    /// The platform API.
    Platform,
    /// The commerce API, called directly.
    Commerce,
    /// The commerce API, called through the platform.
    CommerceProxy,
}

/// A token endpoint's error response (RFC 6749 section 5.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    /// The `error` member, such as `invalid_grant`.
    pub error: String,
    /// The `error_description` member, for people.
    pub description: Option<String>,
}

/// An `application/problem+json` body (RFC 9457 section 3.1). Only members that are strings are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProblemDetails {
    /// URI of the problem type (`type`).
    pub kind: Option<String>,
    /// Summary of the problem type.
    pub title: Option<String>,
    /// Description of this occurrence.
    pub detail: Option<String>,
    /// URI of this occurrence.
    pub instance: Option<String>,
}

impl FailureStage {
    /// Returns the stage's name in test vectors and host APIs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            FailureStage::Token => "token",
            FailureStage::Api => "api",
        }
    }
}

impl PathFamily {
    /// Returns the family's name in test vectors and host APIs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PathFamily::Platform => "platform",
            PathFamily::Commerce => "commerce",
            PathFamily::CommerceProxy => "commerce-proxy",
        }
    }
}
