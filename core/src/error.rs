//! One error type for everything that can go wrong in access: configuration, requests, providers, API answers.
//!
//! An error has a stable code, says whose fault it was, what to do, and whether trying again helps. It never holds a secret.

use std::fmt;

use crate::http::ResponseHead;

/// Why something failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// Stable identifier, one of [`code`], such as `call.cancelled`.
    pub code: &'static str,
    /// Whose fault it was.
    pub kind: ErrorKind,
    /// What was wrong and where, without secrets.
    pub message: String,
    /// Whether trying again helps.
    pub retry: Retry,
    /// The status of the answer that caused it, where there was one.
    pub status: Option<u16>,
    /// What to do, from the platform's status table, where it says something.
    pub remedy: Option<String>,
    /// The API's answer, where the failure is one.
    pub response: Option<Box<ErrorResponse>>,
}

/// Whose fault a failure was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The configuration or the credentials given.
    Configuration,
    /// The call, as its caller wrote it; nothing was sent.
    Request,
    /// The way to the other side.
    Transport,
    /// The identity provider.
    Provider,
    /// The platform or commerce API answered with an error.
    Api,
    /// The call's deadline passed.
    Deadline,
    /// The call was cancelled.
    Cancelled,
    /// The client was closed.
    Closed,
}

/// Whether trying again helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The same call fails again.
    Never,
    /// The same call may pass after this many milliseconds.
    After(i64),
    /// The same call may pass once somebody has signed in again or new credentials were set.
    AfterSignIn,
}

/// The answer of an API error, its body untouched.
#[derive(Clone, PartialEq, Eq)]
pub struct ErrorResponse {
    /// Status and headers.
    pub head: ResponseHead,
    /// The body's first 64 KiB at most.
    pub body: Vec<u8>,
    /// Whether `body` is all of it.
    pub complete: bool,
}

impl Error {
    /// An error that does not pass by itself and has neither status nor remedy.
    #[must_use]
    pub(crate) const fn new(code: &'static str, kind: ErrorKind, message: String) -> Self {
        Self { code, kind, message, retry: Retry::Never, status: None, remedy: None, response: None }
    }

    /// The same error with what the caller can expect of another try.
    #[must_use]
    pub(crate) fn retry(self, retry: Retry) -> Self {
        Self { retry, ..self }
    }

    /// The same error with what to do about it.
    #[must_use]
    pub(crate) fn remedy(self, remedy: &str) -> Self {
        Self { remedy: Some(remedy.to_owned()), ..self }
    }
}

impl fmt::Debug for ErrorResponse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ErrorResponse")
            .field("head", &self.head)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("complete", &self.complete)
            .finish()
    }
}

/// Every code an [`Error`] can have. Codes are stable; messages are not.
pub mod code {
    /// An environment's name is empty, unprintable or used twice.
    pub const ENVIRONMENT_NAME: &str = "environment.name";
    /// A base URL is not one that requests may be sent to.
    pub const ENVIRONMENT_URL: &str = "environment.url";
    /// The environment asked for is not among those configured.
    pub const ENVIRONMENT_UNKNOWN: &str = "environment.unknown";
    /// The environment has no URL for what was asked.
    pub const ENVIRONMENT_NO_URL: &str = "environment.no-url";
    /// A mock service was given for an environment that is not of kind development.
    pub const ENVIRONMENT_MOCK: &str = "environment.mock-outside-development";
    /// The credentials' environment is not among those configured.
    pub const CREDENTIALS_UNKNOWN_ENVIRONMENT: &str = "credentials.unknown-environment";
    /// The credentials are of another environment than the one served.
    pub const CREDENTIALS_WRONG_ENVIRONMENT: &str = "credentials.wrong-environment";
    /// One API key was given for two environments.
    pub const CREDENTIALS_SHARED_KEY: &str = "credentials.shared-key";
    /// Two sets of credentials were given for one environment.
    pub const CREDENTIALS_DUPLICATE: &str = "credentials.duplicate";
    /// A credential is empty or holds characters a header cannot.
    pub const CREDENTIALS_INVALID: &str = "credentials.invalid";
    /// The login is of another user or realm than the one this engine keeps tokens for.
    pub const CREDENTIALS_OTHER_USER: &str = "credentials.other-user";
    /// The call needs an API key and none is held.
    pub const CREDENTIALS_NO_API_KEY: &str = "credentials.no-api-key";
    /// The call needs a commerce login and none is held.
    pub const CREDENTIALS_NO_LOGIN: &str = "credentials.no-login";
    /// The time-out for token exchanges is not between a millisecond and an hour.
    pub const CONFIG_TOKEN_TIMEOUT: &str = "config.token-timeout";
    /// The wait for the next try at tokens is not between nothing and an hour.
    pub const CONFIG_TOKEN_RETRY_WAIT: &str = "config.token-retry-wait";
    /// The method is not one a call may use.
    pub const REQUEST_METHOD: &str = "request.method";
    /// The path template is not a path below the base URL.
    pub const REQUEST_TEMPLATE: &str = "request.template";
    /// A path parameter is missing, unknown, given twice, or would leave its place in the path.
    pub const REQUEST_PARAMETER: &str = "request.parameter";
    /// A query parameter has no name.
    pub const REQUEST_QUERY: &str = "request.query";
    /// A header is one the engine or the host owns, or cannot be sent.
    pub const REQUEST_HEADER: &str = "request.header";
    /// A body was given with a method that has none.
    pub const REQUEST_BODY: &str = "request.body";
    /// A commerce call names no tenant, or one a header cannot hold.
    pub const REQUEST_TENANT: &str = "request.tenant";
    /// A commerce call through the proxy names no seller, or one a header cannot hold.
    pub const REQUEST_SELLER: &str = "request.seller";
    /// The status is no HTTP status.
    pub const RESPONSE_STATUS: &str = "response.status";
    /// The request did not leave this machine.
    pub const TRANSPORT_NOT_SENT: &str = "transport.not-sent";
    /// The exchange broke; the request may or may not have been handled.
    pub const TRANSPORT_LOST: &str = "transport.lost";
    /// The call's deadline passed.
    pub const CALL_DEADLINE: &str = "call.deadline";
    /// The call was cancelled.
    pub const CALL_CANCELLED: &str = "call.cancelled";
    /// The client was closed.
    pub const CLIENT_CLOSED: &str = "client.closed";
    /// The login holds nothing that tokens can be asked for with.
    pub const TOKEN_NO_GRANT: &str = "token.no-grant";
    /// The refresh token is not valid any more, and there is no password.
    pub const TOKEN_SIGN_IN_AGAIN: &str = "token.sign-in-again";
    /// The provider rejected user name and password. Never tried again by itself: that would lock the account.
    pub const TOKEN_CREDENTIALS_REJECTED: &str = "token.credentials-rejected";
    /// The provider does not know the client.
    pub const TOKEN_CLIENT_REJECTED: &str = "token.client-rejected";
    /// The provider refused the scope.
    pub const TOKEN_SCOPE_REJECTED: &str = "token.scope-rejected";
    /// The provider does not know the realm.
    pub const TOKEN_UNKNOWN_REALM: &str = "token.unknown-realm";
    /// The provider redirects the token request.
    pub const TOKEN_REDIRECTED: &str = "token.redirected";
    /// The provider refused for another reason.
    pub const TOKEN_REJECTED: &str = "token.rejected";
    /// The provider's success holds no usable bearer token.
    pub const TOKEN_UNUSABLE_ANSWER: &str = "token.unusable-answer";
    /// The provider gave a token that another environment's provider issued.
    pub const TOKEN_WRONG_ENVIRONMENT: &str = "token.wrong-environment";
    /// The provider gave a token that was expired when it came.
    pub const TOKEN_EXPIRED_ON_ARRIVAL: &str = "token.expired-on-arrival";
    /// The provider is asked too often.
    pub const TOKEN_RATE_LIMITED: &str = "token.rate-limited";
    /// The provider cannot be reached, failed, or answered what cannot be read.
    pub const TOKEN_UNAVAILABLE: &str = "token.unavailable";
    /// The store that shares the login cannot be used, and no token that is good enough is held.
    pub const STORE_FAILED: &str = "store.failed";
    /// A snapshot was to be restored while a token exchange was under way.
    pub const SNAPSHOT_BUSY: &str = "snapshot.busy";
    /// A snapshot was to be restored that is older than what is held.
    pub const SNAPSHOT_OLDER: &str = "snapshot.older";
    /// A text was to be restored that is no snapshot of the login's tokens.
    pub const SNAPSHOT_UNREADABLE: &str = "snapshot.unreadable";
    /// A snapshot was to be restored that a newer version wrote.
    pub const SNAPSHOT_NEWER_VERSION: &str = "snapshot.newer-version";
    /// 401: the token is invalid, expired or of another environment.
    pub const API_UNAUTHORIZED: &str = "api.unauthorized";
    /// 401 or 403 with `insufficient_scope` (RFC 6750 section 3.1).
    pub const API_INSUFFICIENT_SCOPE: &str = "api.insufficient-scope";
    /// 401 that says the token was issued for another environment.
    pub const API_WRONG_ENVIRONMENT: &str = "api.wrong-environment";
    /// 401 that says the token was issued for another audience.
    pub const API_WRONG_AUDIENCE: &str = "api.wrong-audience";
    /// 401 to a token obtained a moment ago.
    pub const API_FRESH_TOKEN_REJECTED: &str = "api.fresh-token-rejected";
    /// 403: permission, tenant or resource.
    pub const API_FORBIDDEN: &str = "api.forbidden";
    /// 404.
    pub const API_NOT_FOUND: &str = "api.not-found";
    /// 429.
    pub const API_RATE_LIMITED: &str = "api.rate-limited";
    /// Any other 4xx.
    pub const API_REFUSED: &str = "api.refused";
    /// 5xx.
    pub const API_UNAVAILABLE: &str = "api.unavailable";
}
