//! What is known of a failed call beside its code: which of its requests failed, what the other side said, and what shows
//! the cause.

/// What is known of a failed call. Nothing in it is a secret, and texts of others are cleaned and bounded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailureDetails {
    /// Which of the call's requests failed, or would have been next.
    pub stage: Option<FailureStage>,
    /// The path family that was called.
    pub path_family: Option<PathFamily>,
    /// Name of the environment.
    pub environment: Option<String>,
    /// What the identity provider said.
    pub provider: Option<ProviderError>,
    /// What the API said of its error in a form that is a standard.
    pub problem: Option<ProblemDetails>,
    /// The id by which the other side finds the request in its log, where one was sent.
    pub request_id: Option<String>,
    /// What shows the cause, a sentence each. Claims of keys and tokens are read without a check of their signature.
    pub evidence: Vec<String>,
}

/// Which of a call's requests failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureStage {
    /// The one for a token.
    Token,
    /// The call's own.
    Api,
}

/// The platform's path families, without the ids that go with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFamily {
    /// The platform API.
    Platform,
    /// The commerce API itself.
    Commerce,
    /// The commerce API through the platform.
    CommerceProxy,
}

/// A token endpoint's error answer (RFC 6749 section 5.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    /// The `error` member, such as `invalid_grant`.
    pub error: String,
    /// The `error_description` member, for people.
    pub description: Option<String>,
}

/// An `application/problem+json` body (RFC 9457 section 3.1), its members as far as they are texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProblemDetails {
    /// The URI of the kind of problem.
    pub kind: Option<String>,
    /// The kind of problem in words.
    pub title: Option<String>,
    /// This occurrence in words.
    pub detail: Option<String>,
    /// The URI of this occurrence.
    pub instance: Option<String>,
}

impl FailureStage {
    /// The stage's name, as vectors and hosts write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            FailureStage::Token => "token",
            FailureStage::Api => "api",
        }
    }
}

impl PathFamily {
    /// The family's name, as vectors and hosts write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PathFamily::Platform => "platform",
            PathFamily::Commerce => "commerce",
            PathFamily::CommerceProxy => "commerce-proxy",
        }
    }
}
