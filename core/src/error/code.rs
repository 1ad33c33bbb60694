//! Every error code of Waybill, once, with whose fault such a failure is and what another try is worth.
//!
//! The comparison's, those of releases, the mock service's and those of drivers stand here too, so that no host has a code, or a meaning of one,
//! of its own; a house test holds the drivers to it. Codes are stable; messages are not.

use std::fmt;
use std::time::Duration;

use super::Retry::{After, AfterSignIn, Never};
use super::{ErrorKind, Retry};

/// A stable identifier of what went wrong, such as `call.cancelled`; the constants of this module are all there are.
#[derive(Clone, Copy)]
pub struct ErrorCode(&'static Meaning);

struct Meaning {
    name: &'static str,
    kind: ErrorKind,
    retry: Retry,
}

impl ErrorCode {
    /// The code as every surface shows it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Whose fault a failure of this code is.
    #[must_use]
    pub const fn kind(self) -> ErrorKind {
        self.0.kind
    }

    /// Whether trying again helps, where the failure itself says nothing else.
    #[must_use]
    pub const fn retry(self) -> Retry {
        self.0.retry
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl PartialEq for ErrorCode {
    fn eq(&self, other: &ErrorCode) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ErrorCode {}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, name: &&str) -> bool {
        self.as_str() == *name
    }
}

/// Declares the codes, and the list of them all.
macro_rules! codes {
    ($($(#[$doc:meta])+ $constant:ident = $name:literal, $kind:ident, $retry:expr;)+) => {
        $(
            $(#[$doc])+
            pub const $constant: ErrorCode =
                ErrorCode(&Meaning { name: $name, kind: ErrorKind::$kind, retry: $retry });
        )+

        /// Every code, in the order they are declared in.
        pub const ALL: &[ErrorCode] = &[$($constant),+];
    };
}

codes! {
    /// An environment's name is empty, unprintable or used twice.
    ENVIRONMENT_NAME = "environment.name", Configuration, Never;
    /// A base URL is not one that requests may be sent to.
    ENVIRONMENT_URL = "environment.url", Configuration, Never;
    /// The environment asked for is not among those configured.
    ENVIRONMENT_UNKNOWN = "environment.unknown", Configuration, Never;
    /// The environment has no URL for what was asked.
    ENVIRONMENT_NO_URL = "environment.no-url", Configuration, Never;
    /// A mock service was given for an environment that is not of kind development.
    ENVIRONMENT_MOCK = "environment.mock-outside-development", Configuration, Never;
    /// The credentials' environment is not among those configured.
    CREDENTIALS_UNKNOWN_ENVIRONMENT = "credentials.unknown-environment", Configuration, Never;
    /// The credentials are of another environment than the one served.
    CREDENTIALS_WRONG_ENVIRONMENT = "credentials.wrong-environment", Configuration, Never;
    /// One API key was given for two environments.
    CREDENTIALS_SHARED_KEY = "credentials.shared-key", Configuration, Never;
    /// Two sets of credentials were given for one environment.
    CREDENTIALS_DUPLICATE = "credentials.duplicate", Configuration, Never;
    /// A credential is empty or holds characters a header cannot.
    CREDENTIALS_INVALID = "credentials.invalid", Configuration, Never;
    /// The login is of another user or realm than the one this engine keeps tokens for.
    CREDENTIALS_OTHER_USER = "credentials.other-user", Configuration, Never;
    /// The call needs an API key and none is held.
    CREDENTIALS_NO_API_KEY = "credentials.no-api-key", Configuration, Never;
    /// The call needs a commerce login and none is held.
    CREDENTIALS_NO_LOGIN = "credentials.no-login", Configuration, Never;
    /// The time-out for token exchanges is not between a millisecond and an hour.
    CONFIG_TOKEN_TIMEOUT = "config.token-timeout", Configuration, Never;
    /// The wait for the next try at tokens is not between nothing and an hour.
    CONFIG_TOKEN_RETRY_WAIT = "config.token-retry-wait", Configuration, Never;
    /// The method is not one a call may use.
    REQUEST_METHOD = "request.method", Request, Never;
    /// The path template is not a path below the base URL.
    REQUEST_TEMPLATE = "request.template", Request, Never;
    /// A path parameter is missing, unknown, given twice, or would leave its place in the path.
    REQUEST_PARAMETER = "request.parameter", Request, Never;
    /// A query parameter has no name.
    REQUEST_QUERY = "request.query", Request, Never;
    /// A header is one the engine or the host owns, or cannot be sent.
    REQUEST_HEADER = "request.header", Request, Never;
    /// A body was given with a method that has none.
    REQUEST_BODY = "request.body", Request, Never;
    /// A commerce call names no tenant, or one a header cannot hold.
    REQUEST_TENANT = "request.tenant", Request, Never;
    /// A commerce call through the proxy names no seller, or one a header cannot hold.
    REQUEST_SELLER = "request.seller", Request, Never;
    /// The status is no HTTP status.
    RESPONSE_STATUS = "response.status", Transport, Never;
    /// The request did not leave this machine.
    TRANSPORT_NOT_SENT = "transport.not-sent", Transport, After(Duration::from_secs(1));
    /// The exchange broke; the request may or may not have been handled.
    TRANSPORT_LOST = "transport.lost", Transport, Never;
    /// The call's deadline passed.
    CALL_DEADLINE = "call.deadline", Deadline, Never;
    /// The call was cancelled.
    CALL_CANCELLED = "call.cancelled", Cancelled, Never;
    /// The client was closed.
    CLIENT_CLOSED = "client.closed", Closed, Never;
    /// The login holds nothing that tokens can be asked for with.
    TOKEN_NO_GRANT = "token.no-grant", Configuration, AfterSignIn;
    /// The refresh token is not valid any more, and there is no password.
    TOKEN_SIGN_IN_AGAIN = "token.sign-in-again", Provider, Never;
    /// The provider rejected user name and password. Never tried again by itself: that would lock the account.
    TOKEN_CREDENTIALS_REJECTED = "token.credentials-rejected", Provider, Never;
    /// The provider does not know the client.
    TOKEN_CLIENT_REJECTED = "token.client-rejected", Provider, Never;
    /// The provider refused the scope.
    TOKEN_SCOPE_REJECTED = "token.scope-rejected", Provider, Never;
    /// The provider does not know the realm.
    TOKEN_UNKNOWN_REALM = "token.unknown-realm", Provider, Never;
    /// The provider redirects the token request.
    TOKEN_REDIRECTED = "token.redirected", Provider, Never;
    /// The provider refused for another reason.
    TOKEN_REJECTED = "token.rejected", Provider, Never;
    /// The provider's success holds no usable bearer token.
    TOKEN_UNUSABLE_ANSWER = "token.unusable-answer", Provider, Never;
    /// The provider gave a token that another environment's provider issued.
    TOKEN_WRONG_ENVIRONMENT = "token.wrong-environment", Provider, Never;
    /// The provider gave a token that was expired when it came.
    TOKEN_EXPIRED_ON_ARRIVAL = "token.expired-on-arrival", Provider, Never;
    /// The provider is asked too often.
    TOKEN_RATE_LIMITED = "token.rate-limited", Provider, Never;
    /// The provider cannot be reached, failed, or answered what cannot be read.
    TOKEN_UNAVAILABLE = "token.unavailable", Provider, Never;
    /// The store that shares the login cannot be used, and no token that is good enough is held.
    STORE_FAILED = "store.failed", Provider, Never;
    /// A snapshot was to be restored while a token exchange was under way.
    SNAPSHOT_BUSY = "snapshot.busy", Configuration, After(Duration::from_secs(1));
    /// A snapshot was to be restored that is older than what is held.
    SNAPSHOT_OLDER = "snapshot.older", Configuration, Never;
    /// A text was to be restored that is no snapshot of the login's tokens.
    SNAPSHOT_UNREADABLE = "snapshot.unreadable", Configuration, Never;
    /// A snapshot was to be restored that a newer version wrote.
    SNAPSHOT_NEWER_VERSION = "snapshot.newer-version", Configuration, Never;
    /// 401: the token is invalid, expired or of another environment.
    API_UNAUTHORIZED = "api.unauthorized", Api, Never;
    /// 401 or 403 with `insufficient_scope` (RFC 6750 section 3.1).
    API_INSUFFICIENT_SCOPE = "api.insufficient-scope", Api, Never;
    /// 401 that says the token was issued for another environment.
    API_WRONG_ENVIRONMENT = "api.wrong-environment", Api, Never;
    /// 401 that says the token was issued for another audience.
    API_WRONG_AUDIENCE = "api.wrong-audience", Api, Never;
    /// 401 to a token obtained a moment ago.
    API_FRESH_TOKEN_REJECTED = "api.fresh-token-rejected", Api, Never;
    /// 403: permission, tenant or resource.
    API_FORBIDDEN = "api.forbidden", Api, Never;
    /// 404.
    API_NOT_FOUND = "api.not-found", Api, Never;
    /// 429.
    API_RATE_LIMITED = "api.rate-limited", Api, Never;
    /// Any other 4xx.
    API_REFUSED = "api.refused", Api, Never;
    /// 5xx.
    API_UNAVAILABLE = "api.unavailable", Api, Never;
    /// The engine was given an input that its contract does not allow there; the input changed nothing.
    CLIENT_MISUSE = "client.misuse", Misuse, Never;
    /// The engine stopped at a defect; its calls are lost.
    CLIENT_CRASHED = "client.crashed", Internal, Never;
    /// A value that crosses into Rust is not of its documented type.
    BOUNDARY_SHAPE = "boundary.shape", Request, Never;
    /// Two readers took one answer's body.
    BODY_READERS = "body.readers", Request, Never;
    /// An answer's body is longer than what was asked for.
    RESPONSE_TOO_LARGE = "response.too-large", Request, Never;
    /// What came of an answer's body could not be kept until it is read.
    TRANSPORT_SPILL = "transport.spill", Transport, Never;
    /// The package's main entry was loaded by a browser, where no credential belongs.
    ENTRY_BROWSER = "entry.browser", Configuration, Never;
    /// A description is not what JSON or YAML allows.
    DESCRIPTION_SYNTAX = "description.syntax", Comparison, Never;
    /// A description is not UTF-8.
    DESCRIPTION_ENCODING = "description.encoding", Comparison, Never;
    /// A description is larger, deeper or longer when written out than what is read.
    DESCRIPTION_LIMIT = "description.limit", Comparison, Never;
    /// A description is no object.
    DESCRIPTION_ROOT = "description.root", Comparison, Never;
    /// A description is of no version that is read.
    DESCRIPTION_VERSION = "description.version", Comparison, Never;
    /// A file was provided that the description does not want.
    READING_NOT_WANTED = "reading.not-wanted", Misuse, Never;
    /// A value that is validated is no JSON.
    INSTANCE_SYNTAX = "instance.syntax", Request, Never;
    /// A value that is validated is not UTF-8.
    INSTANCE_ENCODING = "instance.encoding", Request, Never;
    /// A value that is validated is larger or deeper than what is read.
    INSTANCE_LIMIT = "instance.limit", Request, Never;
    /// The options of a comparison, or of what is written about a release, are not of their documented type.
    OPTIONS_INVALID = "options.invalid", Request, Never;
    /// A report has no format of that name.
    FORMAT_UNKNOWN = "format.unknown", Request, Never;
    /// A comparison was advanced after it had finished.
    COMPARISON_MISUSE = "comparison.misuse", Misuse, Never;
    /// A comparison stopped at a defect; its reports are lost.
    COMPARISON_CRASHED = "comparison.crashed", Internal, Never;
    /// Whoever watched a comparison ended it.
    COMPARISON_STOPPED = "comparison.stopped", Cancelled, Never;
    /// The worker of a comparison failed at what has no code of its own.
    COMPARISON_FAILED = "comparison.failed", Internal, Never;
    /// The worker of a comparison could not be started, or ended.
    WORKER_FAILED = "worker.failed", Transport, Never;
    /// A report was read after it was closed.
    REPORT_CLOSED = "report.closed", Closed, Never;
    /// A text is no report of a comparison: no JSON, or a member is missing or of another type.
    REPORT_UNREADABLE = "report.unreadable", Request, Never;
    /// A report has a version that is not read.
    REPORT_VERSION = "report.version", Request, Never;
    /// A report names a rule that this version does not have.
    REPORT_RULE = "report.rule", Request, Never;
    /// A member of a report holds what no report has.
    REPORT_VALUE = "report.value", Request, Never;
    /// A change is asked about that the report does not have.
    CHANGE_UNKNOWN = "change.unknown", Request, Never;
    /// A text is no version of a release.
    VERSION_INVALID = "version.invalid", Request, Never;
    /// A text is no tag of a release.
    TAG_INVALID = "tag.invalid", Request, Never;
    /// A text is no day.
    DATE_INVALID = "date.invalid", Request, Never;
    /// The release that should be the previous one is not the earlier one.
    RELEASE_ORDER = "release.order", Request, Never;
    /// The hand-written parts of a changelog do not end, or did not begin.
    CHANGELOG_MARKERS = "changelog.markers", Request, Never;
    /// The base URL of a language model is not one that a key is sent to.
    MODEL_URL = "model.url", Configuration, Never;
    /// The name of a language model is empty or cannot be shown.
    MODEL_NAME = "model.name", Configuration, Never;
    /// The key of a language model is one that no header can carry.
    MODEL_KEY = "model.key", Configuration, Never;
    /// What is written about a release stopped at a defect.
    RELEASES_CRASHED = "releases.crashed", Internal, Never;
    /// The settings of a mock service are not of their documented type.
    SETTINGS_INVALID = "settings.invalid", Configuration, Never;
    /// The files of an import define no service, or one of them is wrong or missing.
    IMPORT_REFUSED = "import.refused", Request, Never;
    /// A WSDL file was given to a module that reads none.
    IMPORT_NEEDS_SOAP = "import.needs-soap", Request, Never;
    /// A request to a mock service is none that HTTP can send.
    REQUEST_INVALID = "request.invalid", Request, Never;
    /// A mock service has no such service.
    SERVICE_UNKNOWN = "service.unknown", Request, Never;
    /// The request log has no such page.
    LOG_PAGE = "log.page", Request, Never;
    /// The mock service's WebAssembly file could not be loaded.
    MOCK_UNAVAILABLE = "mock.unavailable", Transport, After(Duration::from_secs(1));
    /// The mock service was closed.
    MOCK_CLOSED = "mock.closed", Closed, Never;
    /// The mock service stopped at a defect; what it held is lost.
    MOCK_CRASHED = "mock.crashed", Internal, Never;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_stands_once_and_is_written_as_codes_are() {
        let names: BTreeSet<&str> = ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), ALL.len());
        for name in names {
            let words: Vec<&str> = name.split(['.', '-']).collect();
            assert!(name.matches('.').count() == 1 && words.iter().all(|word| is_word(word)), "{name}");
        }
    }

    fn is_word(word: &str) -> bool {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
    }

    #[test]
    fn a_misuse_and_a_crash_are_told_alike_in_both_halves() {
        for (code, name, kind) in [
            (CLIENT_MISUSE, "client.misuse", ErrorKind::Misuse),
            (COMPARISON_MISUSE, "comparison.misuse", ErrorKind::Misuse),
            (CLIENT_CRASHED, "client.crashed", ErrorKind::Internal),
            (COMPARISON_CRASHED, "comparison.crashed", ErrorKind::Internal),
            (RELEASES_CRASHED, "releases.crashed", ErrorKind::Internal),
        ] {
            assert_eq!((code.as_str(), code.kind(), code.retry()), (name, kind, Never));
        }
    }
}
