//! All error codes of Waybill, each with its kind, retry advice and remedy.
//!
//! Codes of comparisons, releases, the mock service and drivers are defined here too, so that all hosts use the same ones. A
//! house test checks the drivers. Codes are stable; messages are not.

use std::time::Duration;

use super::Retry::{After, AfterSignIn, Never};
pub use super::error_code::ErrorCode;
use super::{ErrorKind, error_code::Meaning};

/// Declares the codes and the list of all codes.
macro_rules! codes {
    ($($(#[$doc:meta])+ $constant:ident = $name:literal, $kind:ident, $retry:expr, $remedy:literal;)+) => {
        $(
            $(#[$doc])+
            pub const $constant: ErrorCode =
                ErrorCode::new(&Meaning { name: $name, kind: ErrorKind::$kind, retry: $retry, remedy: $remedy });
        )+

        /// All codes, in declaration order.
        pub const ALL: &[ErrorCode] = &[$($constant),+];
    };
}

codes! {
    /// An environment's name is empty, not printable or used twice.
    ENVIRONMENT_NAME = "environment.name", Configuration, Never,
        "give each environment a name of its own, in visible characters without spaces";
    /// Requests cannot be sent to this base URL.
    ENVIRONMENT_URL = "environment.url", Configuration, Never,
        "write the URL as the platform's documentation has it: https, no query, and the path's end that the message names";
    /// The requested environment is not configured.
    ENVIRONMENT_UNKNOWN = "environment.unknown", Configuration, Never,
        "name one of the configured environments, or add this one to `environments`";
    /// The environment has no URL for this kind of request.
    ENVIRONMENT_NO_URL = "environment.no-url", Configuration, Never,
        "add the URL that the message names to the environment";
    /// A mock service was configured for an environment that is not of kind development.
    ENVIRONMENT_MOCK = "environment.mock-outside-development", Configuration, Never,
        "remove `mock_url`: use test connections in staging and sandbox, and real carrier connections in production";
    /// The credentials' environment is not configured.
    CREDENTIALS_UNKNOWN_ENVIRONMENT = "credentials.unknown-environment", Configuration, Never,
        "name one of the configured environments in the credentials, or add this one to `environments`";
    /// The credentials belong to another environment.
    CREDENTIALS_WRONG_ENVIRONMENT = "credentials.wrong-environment", Configuration, Never,
        "use URLs that match the credentials: tokens and keys of one environment are not valid in another";
    /// The same API key was given for two environments.
    CREDENTIALS_SHARED_KEY = "credentials.shared-key", Configuration, Never,
        "create a separate API key in each environment: settings, section API Keys, action Create New Key";
    /// Two sets of credentials were given for one environment.
    CREDENTIALS_DUPLICATE = "credentials.duplicate", Configuration, Never,
        "give one set of credentials for each environment, with the key and the login in it";
    /// A credential is empty or contains characters that are not allowed in a header.
    CREDENTIALS_INVALID = "credentials.invalid", Configuration, Never,
        "read the value again from where it is kept: is there a space or a line break at its end?";
    /// A credentials file does not match its schema.
    CREDENTIALS_FILE = "credentials.file", Configuration, Never,
        "mend the file where the message says; `waybill keys schema` prints what it may hold";
    /// An environment variable that describes a deployment is missing or invalid.
    CREDENTIALS_VARIABLE = "credentials.variable", Configuration, Never,
        "set the variable that the message names; `waybill keys check --help` lists them all";
    /// The login belongs to another user or realm than this engine's.
    CREDENTIALS_OTHER_USER = "credentials.other-user", Configuration, Never,
        "make another client for the other user or realm";
    /// The call needs an API key, but none is configured.
    CREDENTIALS_NO_API_KEY = "credentials.no-api-key", Configuration, Never,
        "create an API key (settings, section API Keys, action Create New Key) and give it in the credentials";
    /// The call needs a commerce login, but none is configured.
    CREDENTIALS_NO_LOGIN = "credentials.no-login", Configuration, Never,
        "give a login in the credentials: realm, user name, and a password or a refresh token";
    /// The time-out of token exchanges is not between a millisecond and an hour.
    CONFIG_TOKEN_TIMEOUT = "config.token-timeout", Configuration, Never,
        "set a time-out for tokens between a millisecond and an hour, or leave it out";
    /// The wait before a token exchange is retried is not between zero and an hour.
    CONFIG_TOKEN_RETRY_WAIT = "config.token-retry-wait", Configuration, Never,
        "set a wait for tokens between nothing and an hour, or leave it out";
    /// Calls may not use this method.
    REQUEST_METHOD = "request.method", Request, Never, "write the method in upper case, such as `GET` or `POST`";
    /// The path template is not a path below the base URL.
    REQUEST_TEMPLATE = "request.template", Request, Never,
        "write the path below the base URL, beginning with `/`, with parameters in braces";
    /// A path parameter is missing, unknown, given twice, or its value would change the path's structure.
    REQUEST_PARAMETER = "request.parameter", Request, Never,
        "give each parameter of the template one value, of text that can stand in a path";
    /// A query parameter has no name.
    REQUEST_QUERY = "request.query", Request, Never, "give each query parameter a name";
    /// A header is set by the engine or the host, or cannot be sent.
    REQUEST_HEADER = "request.header", Request, Never,
        "leave out headers that the client writes, and characters that no header can hold";
    /// The body is invalid, or the method allows none.
    REQUEST_BODY = "request.body", Request, Never, "give one body of a documented type, and none with `GET` and `HEAD`";
    /// A commerce call has no tenant, or one that is not a valid header value.
    REQUEST_TENANT = "request.tenant", Request, Never, "pass the tenant's id with the call; it is sent as `X-Tenant`";
    /// A commerce call through the proxy has no seller, or one that is not a valid header value.
    REQUEST_SELLER = "request.seller", Request, Never,
        "pass the seller's id with the call; it is sent as `x-seller-id`";
    /// The response's status is not an HTTP status.
    RESPONSE_STATUS = "response.status", Transport, Never,
        "check what answers at this URL: it does not speak HTTP as a server should";
    /// The request did not leave this machine.
    TRANSPORT_NOT_SENT = "transport.not-sent", Transport, After(Duration::from_secs(1)),
        "remove the reason that the message gives, then send the call again; where nobody answers, check the environment's URLs, \
         and that this machine can reach them";
    /// The connection broke. The server may have processed the request.
    TRANSPORT_LOST = "transport.lost", Transport, Never,
        "find out whether the request took effect before sending it again";
    /// The call's deadline passed.
    CALL_DEADLINE = "call.deadline", Deadline, Never,
        "give the call more time, or find out what is slow; a request that was sent may have taken effect";
    /// The call was cancelled.
    CALL_CANCELLED = "call.cancelled", Cancelled, Never,
        "nothing, if the call was meant to be cancelled; a request that was sent may have taken effect";
    /// The client was closed.
    CLIENT_CLOSED = "client.closed", Closed, Never,
        "make a new client; close it after the last call only";
    /// The login has no password or refresh token to request tokens with.
    TOKEN_NO_GRANT = "token.no-grant", Configuration, AfterSignIn,
        "sign in again, or set credentials with a password";
    /// The refresh token is no longer valid, and there is no password.
    TOKEN_SIGN_IN_AGAIN = "token.sign-in-again", Provider, Never,
        "sign in again and set the new refresh token, or set credentials with a password";
    /// The provider rejected user name and password. Never retried automatically, because that would lock the account.
    TOKEN_CREDENTIALS_REJECTED = "token.credentials-rejected", Provider, Never,
        "check user name and password, and set the right ones; if the account was locked, have it unlocked and call invalidateTokens";
    /// An administrator has disabled the account.
    TOKEN_ACCOUNT_DISABLED = "token.account-disabled", Provider, Never,
        "have an administrator of the realm enable the account, and call invalidateTokens; the password may be right";
    /// The provider requires an action of the user before it issues tokens, such as a new password or a confirmed address.
    TOKEN_ACCOUNT_NOT_SET_UP = "token.account-not-set-up", Provider, Never,
        "sign in once in a browser and finish what the identity provider asks for (a new password, an e-mail to confirm), and call invalidateTokens";
    /// The provider does not know the client.
    TOKEN_CLIENT_REJECTED = "token.client-rejected", Provider, Never,
        "check the login's realm and the environment's identity provider URL: the client `commerce` has to be known there";
    /// The provider does not allow the client to log in with a password.
    TOKEN_GRANT_NOT_ALLOWED = "token.grant-not-allowed", Provider, Never,
        "have an administrator of the realm turn on direct access grants for the client `commerce`, or set a refresh token from another sign-in";
    /// The provider rejected the scope.
    TOKEN_SCOPE_REJECTED = "token.scope-rejected", Provider, Never,
        "check the permissions of the client `commerce` in the realm";
    /// The provider does not know the realm.
    TOKEN_UNKNOWN_REALM = "token.unknown-realm", Provider, Never,
        "check the login's realm and the environment's identity provider URL";
    /// The provider redirects the token request.
    TOKEN_REDIRECTED = "token.redirected", Provider, Never,
        "set the environment's identity provider URL to where the redirect leads";
    /// The provider rejected the token request for another reason.
    TOKEN_REJECTED = "token.rejected", Provider, Never,
        "read what the identity provider says, and check the login's realm and the environment's identity provider URL";
    /// The provider's success response contains no usable bearer token.
    TOKEN_UNUSABLE_ANSWER = "token.unusable-answer", Provider, Never,
        "check that the environment's identity provider URL is that of the identity provider";
    /// The provider returned a token that another environment's provider issued.
    TOKEN_WRONG_ENVIRONMENT = "token.wrong-environment", Provider, Never,
        "set the identity provider URL of the environment that the credentials are of";
    /// The provider returned a token that had already expired.
    TOKEN_EXPIRED_ON_ARRIVAL = "token.expired-on-arrival", Provider, Never,
        "check the provider's clock, and how long its tokens live";
    /// The provider rejected the token request because there were too many.
    TOKEN_RATE_LIMITED = "token.rate-limited", Provider, Never,
        "wait as long as `retry` says; keep one client for each login, and do not make one for each call";
    /// The provider is unreachable, failed, or sent an unreadable response.
    TOKEN_UNAVAILABLE = "token.unavailable", Provider, Never,
        "try again as `retry` says; if it goes on, check the environment's identity provider URL and the identity provider";
    /// The store of shared tokens is unavailable, and no usable token is cached.
    STORE_FAILED = "store.failed", Provider, Never,
        "check that this machine can reach the store, and that all processes use the same keys and version";
    /// A key that encrypts shared tokens is invalid.
    STORE_KEY = "store.key", Configuration, Never,
        "make a key of 32 random bytes, give it an id of its own, and give all processes the same keys";
    /// A snapshot cannot be restored during a token exchange.
    SNAPSHOT_BUSY = "snapshot.busy", Configuration, After(Duration::from_secs(1)),
        "restore the snapshot before the first call, or a moment later";
    /// The snapshot is older than the stored tokens.
    SNAPSHOT_OLDER = "snapshot.older", Configuration, Never,
        "restore the snapshot that was exported last";
    /// The string is not a token snapshot of this login.
    SNAPSHOT_UNREADABLE = "snapshot.unreadable", Configuration, Never,
        "restore the snapshot of this environment, realm and user, or sign in again";
    /// The snapshot was written by a newer version.
    SNAPSHOT_NEWER_VERSION = "snapshot.newer-version", Configuration, Never,
        "update this process to the version of the one that exported the snapshot";
    /// 401: the token is invalid, expired or of another environment.
    API_UNAUTHORIZED = "api.unauthorized", Api, Never,
        "create a new API key or sign in again; use URLs that match the credentials; check the permissions";
    /// 401: a token of the identity provider was given as API key.
    API_WRONG_CREDENTIAL = "api.wrong-credential", Api, Never,
        "give an API key (settings, section API Keys, action Create New Key) in the place of the token";
    /// 401: the key or token had expired when it was sent.
    API_TOKEN_EXPIRED = "api.token-expired", Api, Never,
        "create a new API key (settings, section API Keys, action Create New Key) and set it";
    /// 401: the key or token expired between the request and the response.
    API_EXPIRED_DURING_REQUEST = "api.expired-during-request", Api, Never,
        "send the call again with a new key or token; split work that takes longer than a token lives";
    /// 401 or 403 with `insufficient_scope` (RFC 6750 section 3.1).
    API_INSUFFICIENT_SCOPE = "api.insufficient-scope", Api, Never,
        "check the key's permissions: settings, section API Keys";
    /// 401: the API reports that the token was issued for another environment.
    API_WRONG_ENVIRONMENT = "api.wrong-environment", Api, Never,
        "use URLs that match the credentials: tokens and keys of one environment are not valid in another";
    /// 401: the API reports that the token was issued for another audience.
    API_WRONG_AUDIENCE = "api.wrong-audience", Api, Never,
        "use URLs that match the credentials: the API expects a token made for another receiver";
    /// 401: the API rejected a token that had just been issued.
    API_FRESH_TOKEN_REJECTED = "api.fresh-token-rejected", Api, Never,
        "check that the URLs match the credentials and that the user may use this API: another token would be refused too";
    /// 403: a permission, tenant or resource is missing.
    API_FORBIDDEN = "api.forbidden", Api, Never,
        "check the scopes of the key; check the tenant or seller; check that the resource exists";
    /// 404.
    API_NOT_FOUND = "api.not-found", Api, Never,
        "check the path and the ids in it, and that the resource was not deleted";
    /// 429.
    API_RATE_LIMITED = "api.rate-limited", Api, Never,
        "wait as long as `retry` says, and send fewer calls at once";
    /// Any other 4xx.
    API_REFUSED = "api.refused", Api, Never,
        "read what the API says in its answer, and change the request";
    /// 5xx.
    API_UNAVAILABLE = "api.unavailable", Api, Never,
        "try again later; if it goes on, report it to the platform's support";
    /// An input violated the engine's contract and was ignored.
    CLIENT_MISUSE = "client.misuse", Misuse, Never,
        "report it with what the driver did: the engine's contract does not allow it";
    /// The engine crashed, and its calls are lost.
    CLIENT_CRASHED = "client.crashed", Internal, Never,
        "make a new client, and report what happened";
    /// A value passed to Rust does not have its documented type.
    BOUNDARY_SHAPE = "boundary.shape", Request, Never,
        "give the field that the message names in its documented type";
    /// Two readers read the same response body.
    BODY_READERS = "body.readers", Request, Never,
        "read an answer's body once, and share what was read";
    /// More unread bytes of a response body arrived than are buffered.
    BODY_BEHIND = "body.behind", Request, Never,
        "read the answer faster, ask for less at once, or allow more unread bytes in the client's configuration";
    /// A response body is longer than the requested limit.
    RESPONSE_TOO_LARGE = "response.too-large", Request, Never,
        "read the answer piece by piece, or ask for more bytes";
    /// A response body could not be buffered until it is read.
    TRANSPORT_SPILL = "transport.spill", Transport, Never,
        "free space in the folder for temporary files, or read the answer faster";
    /// A browser loaded the package's main entry. Credentials must not be used in browsers.
    ENTRY_BROWSER = "entry.browser", Configuration, Never,
        "call the API from a server; browsers and apps go through it and never hold a key";
    /// A description is not valid JSON or YAML.
    DESCRIPTION_SYNTAX = "description.syntax", Comparison, Never,
        "mend the description at the line that the message names";
    /// A description is not UTF-8.
    DESCRIPTION_ENCODING = "description.encoding", Comparison, Never,
        "save the description as UTF-8";
    /// A description is too large, too deep, or expands to too many values.
    DESCRIPTION_LIMIT = "description.limit", Comparison, Never,
        "split the description, or give one within the limit that the message names";
    /// A description is not an object.
    DESCRIPTION_ROOT = "description.root", Comparison, Never,
        "give a file that is an OpenAPI description: an object with `openapi` or `swagger`";
    /// A description has an unsupported version.
    DESCRIPTION_VERSION = "description.version", Comparison, Never,
        "give a description of OpenAPI 3.0, 3.1 or 3.2, or of Swagger 2.0";
    /// A description is YAML or Swagger 2.0, but this build reads only OpenAPI 3 in JSON.
    DESCRIPTION_NOT_IN_BUILD = "description.not-in-build", Comparison, Never,
        "give the description to the full build, which reads YAML and Swagger 2.0 too";
    /// A file was provided that the description does not request.
    READING_NOT_WANTED = "reading.not-wanted", Misuse, Never,
        "provide only the files that the reading asks for";
    /// A validated value is not JSON.
    INSTANCE_SYNTAX = "instance.syntax", Request, Never,
        "give a value that is JSON";
    /// A validated value is not UTF-8.
    INSTANCE_ENCODING = "instance.encoding", Request, Never,
        "give the value as UTF-8";
    /// A validated value is too large or too deep.
    INSTANCE_LIMIT = "instance.limit", Request, Never,
        "give a smaller value";
    /// The options of a comparison or of a release text do not have their documented type.
    OPTIONS_INVALID = "options.invalid", Request, Never,
        "write the option that the message names as documented";
    /// Reports have no format of that name.
    FORMAT_UNKNOWN = "format.unknown", Request, Never,
        "ask for one of the formats that the message lists";
    /// A comparison was advanced after it had finished.
    COMPARISON_MISUSE = "comparison.misuse", Misuse, Never,
        "stop advancing a comparison once it gave its report";
    /// The search for examples of breaking changes crashed.
    EXAMPLES_CRASHED = "examples.crashed", Internal, Never,
        "report it with the report and both descriptions";
    /// A comparison crashed, and its reports are lost.
    COMPARISON_CRASHED = "comparison.crashed", Internal, Never,
        "report it with both descriptions";
    /// The comparison was stopped by its caller.
    COMPARISON_STOPPED = "comparison.stopped", Cancelled, Never,
        "nothing, if it was meant to be stopped";
    /// The worker of a comparison failed for a reason without a code.
    COMPARISON_FAILED = "comparison.failed", Internal, Never,
        "report it with what the message says";
    /// The worker of a comparison did not start, or ended early.
    WORKER_FAILED = "worker.failed", Transport, Never,
        "check that the page may start workers and load the package's files";
    /// A report was read after it was closed.
    REPORT_CLOSED = "report.closed", Closed, Never,
        "read a report before closing it";
    /// The string is not a comparison report: it is not JSON, or a member is missing or has another type.
    REPORT_UNREADABLE = "report.unreadable", Request, Never,
        "give the JSON that a comparison wrote, whole and unchanged";
    /// A report has an unsupported version.
    REPORT_VERSION = "report.version", Request, Never,
        "write the report again with this version, or update this one";
    /// A report names a rule that this version does not have.
    REPORT_RULE = "report.rule", Request, Never,
        "write the report again with this version, or update this one";
    /// A member of a report has an invalid value.
    REPORT_VALUE = "report.value", Request, Never,
        "write the report again with this version: it was changed by hand or by another tool";
    /// The report has no change with this id.
    CHANGE_UNKNOWN = "change.unknown", Request, Never,
        "ask for a change by the id that this report gives it";
    /// The string is not a release version.
    VERSION_INVALID = "version.invalid", Request, Never,
        "write a version of three numbers, such as `1.4.0`";
    /// The string is not a release tag.
    TAG_INVALID = "tag.invalid", Request, Never,
        "write a tag as releases have them, such as `v1.4.0`";
    /// The string is not a date.
    DATE_INVALID = "date.invalid", Request, Never,
        "write a day as year, month and day: `2026-11-26`";
    /// The previous release is not earlier than the current one.
    RELEASE_ORDER = "release.order", Request, Never,
        "give the earlier release first";
    /// A start or end marker of a hand-written part of a changelog is missing.
    CHANGELOG_MARKERS = "changelog.markers", Request, Never,
        "close each hand-written part: `[waybill-keep-start]: #` and then `[waybill-keep-end]: #`";
    /// The base URL of a language model is not allowed to receive a key.
    MODEL_URL = "model.url", Configuration, Never,
        "give an https URL without user name, query or fragment";
    /// The name of a language model is empty or not printable.
    MODEL_NAME = "model.name", Configuration, Never,
        "give the name of a model that the provider has";
    /// The key of a language model contains characters that are not allowed in a header.
    MODEL_KEY = "model.key", Configuration, Never,
        "read the key again from where it is kept: is there a space or a line break at its end?";
    /// Writing text about a release crashed.
    RELEASES_CRASHED = "releases.crashed", Internal, Never,
        "report it with what was given";
    /// An allow-list for forwarded requests is invalid.
    FORWARD_LIST = "forward.list", Configuration, Never,
        "fix the allow-list where the message says, and check it with `waybill forward check`";
    /// A session's user or claims are invalid.
    FORWARD_SESSION = "forward.session", Request, Never,
        "give the user's id and the verified token's payload, which is a JSON object";
    /// A decision or response was given for a request that is not in progress.
    FORWARD_REQUEST = "forward.request", Misuse, Never,
        "decide each request once, and end it once its answer was passed on";
    /// A response body contained a valid credential and was cut off before it.
    FORWARD_CREDENTIAL = "forward.credential", Api, Never,
        "find out why the API repeats what it was sent, and do not list such an operation; rotate the credential if others may have read it";
    /// The settings of a mock service do not have their documented type.
    SETTINGS_INVALID = "settings.invalid", Configuration, Never,
        "write the setting that the message names as documented";
    /// The files of an import define no service, or a file is wrong or missing.
    IMPORT_REFUSED = "import.refused", Request, Never,
        "mend the file that the message names, or give the one that is missing";
    /// A WSDL file was given to a module that does not read WSDL.
    IMPORT_NEEDS_SOAP = "import.needs-soap", Request, Never,
        "load `waybill/mock`, which reads WSDL, in place of `waybill/mock-rest`";
    /// A request to a mock service is not valid HTTP.
    REQUEST_INVALID = "request.invalid", Request, Never,
        "write the request as HTTP allows";
    /// The mock service has no such service.
    SERVICE_UNKNOWN = "service.unknown", Request, Never,
        "import the service, or ask for one that the mock service lists";
    /// The request log has no such page.
    LOG_PAGE = "log.page", Request, Never,
        "ask for a page that the log has";
    /// The mock service's WebAssembly file could not be loaded.
    MOCK_UNAVAILABLE = "mock.unavailable", Transport, After(Duration::from_secs(1)),
        "check that the package's WebAssembly file can be read, and try again";
    /// The mock service is not running, or stopped responding.
    MOCK_NOT_UP = "mock.not-up", Transport, After(Duration::from_secs(1)),
        "start it, or wait longer: it may take 90 seconds until it is up";
    /// The server at the mock service's URL is not a mock service.
    MOCK_OTHER_SERVER = "mock.other-server", Configuration, Never,
        "check host and port of `mock_url`";
    /// The mock service rejected a request.
    MOCK_REFUSED = "mock.refused", Api, Never,
        "change what the message names";
    /// The mock service was closed.
    MOCK_CLOSED = "mock.closed", Closed, Never,
        "make a new mock service; close it after the last request only";
    /// The mock service crashed, and its contents are lost.
    MOCK_CRASHED = "mock.crashed", Internal, Never,
        "make a new mock service, import its files again, and report what happened";
}

/// Returns the code with a name such as `call.cancelled`.
#[must_use]
pub fn find(name: &str) -> Option<ErrorCode> {
    ALL.iter().copied().find(|code| code.as_str() == name)
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
            (EXAMPLES_CRASHED, "examples.crashed", ErrorKind::Internal),
        ] {
            assert_eq!((code.as_str(), code.kind(), code.retry()), (name, kind, Never));
        }
    }
}
