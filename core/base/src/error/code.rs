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
        "give each environment a unique name of visible ASCII characters without spaces";
    /// Requests cannot be sent to this base URL.
    ENVIRONMENT_URL = "environment.url", Configuration, Never,
        "use the URL from the platform's documentation: https, no query, and the path that the message names at its end";
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
        "pass one set of credentials for each environment, with both the API key and the login";
    /// A credential is empty or contains characters that are not allowed in a header.
    CREDENTIALS_INVALID = "credentials.invalid", Configuration, Never,
        "check the stored value for a space or a line break at its end";
    /// A credentials file does not match its schema.
    CREDENTIALS_FILE = "credentials.file", Configuration, Never,
        "fix the file where the message says; `waybill keys schema` prints its JSON Schema";
    /// An environment variable that describes a deployment is missing or invalid.
    CREDENTIALS_VARIABLE = "credentials.variable", Configuration, Never,
        "set the variable that the message names; `waybill keys check --help` lists them all";
    /// The login belongs to another user or realm than this engine's.
    CREDENTIALS_OTHER_USER = "credentials.other-user", Configuration, Never,
        "create a separate client for the other user or realm";
    /// The call needs an API key, but none is configured.
    CREDENTIALS_NO_API_KEY = "credentials.no-api-key", Configuration, Never,
        "create an API key (settings, section API Keys, action Create New Key) and pass it in the credentials";
    /// The call needs a commerce login, but none is configured.
    CREDENTIALS_NO_LOGIN = "credentials.no-login", Configuration, Never,
        "pass a login in the credentials: realm, user name, and a password or a refresh token";
    /// The time-out of token exchanges is not between a millisecond and an hour.
    CONFIG_TOKEN_TIMEOUT = "config.token-timeout", Configuration, Never,
        "set the time-out for tokens to between 1 millisecond and 1 hour, or omit it";
    /// The wait before a token exchange is retried is not between zero and an hour.
    CONFIG_TOKEN_RETRY_WAIT = "config.token-retry-wait", Configuration, Never,
        "set the wait for tokens to between 0 and 1 hour, or omit it";
    /// Calls may not use this method.
    REQUEST_METHOD = "request.method", Request, Never, "write the method in upper case, such as `GET` or `POST`";
    /// The path template is not a path below the base URL.
    REQUEST_TEMPLATE = "request.template", Request, Never,
        "write the path relative to the base URL, starting with `/`, with parameters in braces";
    /// A path parameter is missing, unknown, given twice, or its value would change the path's structure.
    REQUEST_PARAMETER = "request.parameter", Request, Never,
        "pass one value for each parameter of the template; it must be valid in a path";
    /// A query parameter has no name.
    REQUEST_QUERY = "request.query", Request, Never, "give each query parameter a name";
    /// A header is set by the engine or the host, or cannot be sent.
    REQUEST_HEADER = "request.header", Request, Never,
        "remove headers that the client sets itself, and characters that are not allowed in a header";
    /// The body is invalid, or the method allows none.
    REQUEST_BODY = "request.body", Request, Never, "pass one body of a documented type, and none with `GET` and `HEAD`";
    /// A commerce call has no tenant, or one that is not a valid header value.
    REQUEST_TENANT = "request.tenant", Request, Never, "pass the tenant's id with the call; it is sent as `X-Tenant`";
    /// A commerce call through the proxy has no seller, or one that is not a valid header value.
    REQUEST_SELLER = "request.seller", Request, Never,
        "pass the seller's id with the call; it is sent as `x-seller-id`";
    /// The response's status is not an HTTP status.
    RESPONSE_STATUS = "response.status", Transport, Never,
        "check which server responds at this URL: the status that it sends is not valid HTTP";
    /// The request did not leave this machine.
    TRANSPORT_NOT_SENT = "transport.not-sent", Transport, After(Duration::from_secs(1)),
        "fix the cause that the message names, then send the call again; if nothing responds, check the environment's \
         URLs and that this machine can reach them";
    /// The connection broke. The server may have processed the request.
    TRANSPORT_LOST = "transport.lost", Transport, Never,
        "check whether the request took effect before you send it again";
    /// The call's deadline passed.
    CALL_DEADLINE = "call.deadline", Deadline, Never,
        "allow the call more time, or find out what is slow; a request that was sent may have taken effect";
    /// The call was cancelled.
    CALL_CANCELLED = "call.cancelled", Cancelled, Never,
        "no action if the cancellation was intended; a request that was sent may have taken effect";
    /// The client was closed.
    CLIENT_CLOSED = "client.closed", Closed, Never,
        "create a new client; close a client only after its last call";
    /// The login has no password or refresh token to request tokens with.
    TOKEN_NO_GRANT = "token.no-grant", Configuration, AfterSignIn,
        "sign in again, or set credentials with a password";
    /// The refresh token is no longer valid, and there is no password.
    TOKEN_SIGN_IN_AGAIN = "token.sign-in-again", Provider, Never,
        "sign in again and set the new refresh token, or set credentials with a password";
    /// The provider rejected user name and password. Never retried automatically, because that would lock the account.
    TOKEN_CREDENTIALS_REJECTED = "token.credentials-rejected", Provider, Never,
        "check the user name and password, and set the correct ones; if the account is locked, have it unlocked and call invalidateTokens";
    /// An administrator has disabled the account.
    TOKEN_ACCOUNT_DISABLED = "token.account-disabled", Provider, Never,
        "ask an administrator of the realm to enable the account, then call invalidateTokens; the password may be correct";
    /// The provider requires an action of the user before it issues tokens, such as a new password or a confirmed address.
    TOKEN_ACCOUNT_NOT_SET_UP = "token.account-not-set-up", Provider, Never,
        "sign in once in a browser and complete what the identity provider asks for (a new password, a confirmed e-mail address), then call invalidateTokens";
    /// The provider does not know the client.
    TOKEN_CLIENT_REJECTED = "token.client-rejected", Provider, Never,
        "check the login's realm and the environment's identity provider URL: the client `commerce` must exist there";
    /// The provider does not allow the client to log in with a password.
    TOKEN_GRANT_NOT_ALLOWED = "token.grant-not-allowed", Provider, Never,
        "ask an administrator of the realm to turn on direct access grants for the client `commerce`, or set a refresh token from another sign-in";
    /// The provider rejected the scope.
    TOKEN_SCOPE_REJECTED = "token.scope-rejected", Provider, Never,
        "check the permissions of the client `commerce` in the realm";
    /// The provider does not know the realm.
    TOKEN_UNKNOWN_REALM = "token.unknown-realm", Provider, Never,
        "check the login's realm and the environment's identity provider URL";
    /// The provider redirects the token request.
    TOKEN_REDIRECTED = "token.redirected", Provider, Never,
        "set the environment's identity provider URL to the target of the redirect";
    /// The provider rejected the token request for another reason.
    TOKEN_REJECTED = "token.rejected", Provider, Never,
        "read the identity provider's message, and check the login's realm and the environment's identity provider URL";
    /// The provider's success response contains no usable bearer token.
    TOKEN_UNUSABLE_ANSWER = "token.unusable-answer", Provider, Never,
        "check that the environment's identity provider URL leads to the identity provider";
    /// The provider returned a token that another environment's provider issued.
    TOKEN_WRONG_ENVIRONMENT = "token.wrong-environment", Provider, Never,
        "set the identity provider URL of the environment that the credentials belong to";
    /// The provider returned a token that had already expired.
    TOKEN_EXPIRED_ON_ARRIVAL = "token.expired-on-arrival", Provider, Never,
        "check the identity provider's clock and the lifetime of its tokens";
    /// The provider rejected the token request because there were too many.
    TOKEN_RATE_LIMITED = "token.rate-limited", Provider, Never,
        "wait as long as `retry` says; use one client for each login, not one for each call";
    /// The provider is unreachable, failed, or sent an unreadable response.
    TOKEN_UNAVAILABLE = "token.unavailable", Provider, Never,
        "try again as `retry` says; if it keeps failing, check the environment's identity provider URL and the identity provider";
    /// The store of shared tokens is unavailable, and no usable token is cached.
    STORE_FAILED = "store.failed", Provider, Never,
        "check that this machine can reach the store, and that all processes use the same keys and version";
    /// A key that encrypts shared tokens is invalid.
    STORE_KEY = "store.key", Configuration, Never,
        "create a key of 32 random bytes with a unique id, and give all processes the same keys";
    /// A snapshot cannot be restored during a token exchange.
    SNAPSHOT_BUSY = "snapshot.busy", Configuration, After(Duration::from_secs(1)),
        "restore the snapshot before the first call, or try again in a moment";
    /// The snapshot is older than the stored tokens.
    SNAPSHOT_OLDER = "snapshot.older", Configuration, Never,
        "restore the snapshot that was exported most recently";
    /// The string is not a token snapshot of this login.
    SNAPSHOT_UNREADABLE = "snapshot.unreadable", Configuration, Never,
        "restore a snapshot of this environment, realm and user, or sign in again";
    /// The snapshot was written by a newer version.
    SNAPSHOT_NEWER_VERSION = "snapshot.newer-version", Configuration, Never,
        "update this process to the version that exported the snapshot";
    /// 401: the token is invalid, expired or belongs to another environment.
    API_UNAUTHORIZED = "api.unauthorized", Api, Never,
        "create a new API key or sign in again; use URLs that match the credentials; check the permissions";
    /// 401: a token of the identity provider was given as API key.
    API_WRONG_CREDENTIAL = "api.wrong-credential", Api, Never,
        "pass an API key (settings, section API Keys, action Create New Key) instead of the token";
    /// 401: the key or token had expired when it was sent.
    API_TOKEN_EXPIRED = "api.token-expired", Api, Never,
        "create a new API key (settings, section API Keys, action Create New Key) and set it";
    /// 401: the key or token expired between the request and the response.
    API_EXPIRED_DURING_REQUEST = "api.expired-during-request", Api, Never,
        "send the call again with a new key or token; split work that takes longer than a token is valid";
    /// 401 or 403 with `insufficient_scope` (RFC 6750 section 3.1).
    API_INSUFFICIENT_SCOPE = "api.insufficient-scope", Api, Never,
        "check the key's permissions: settings, section API Keys";
    /// 401: the API reports that the token was issued for another environment.
    API_WRONG_ENVIRONMENT = "api.wrong-environment", Api, Never,
        "use URLs that match the credentials: tokens and keys of one environment are not valid in another";
    /// 401: the API reports that the token was issued for another audience.
    API_WRONG_AUDIENCE = "api.wrong-audience", Api, Never,
        "use URLs that match the credentials: the API expects a token for another audience";
    /// 401: the API rejected a token that had just been issued.
    API_FRESH_TOKEN_REJECTED = "api.fresh-token-rejected", Api, Never,
        "check that the URLs match the credentials and that the user may use this API: a new token would be rejected too";
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
        "read the API's response, and change the request";
    /// 5xx.
    API_UNAVAILABLE = "api.unavailable", Api, Never,
        "try again later; if it keeps failing, report it to the platform's support";
    /// An input violated the engine's contract and was ignored.
    CLIENT_MISUSE = "client.misuse", Misuse, Never,
        "report this bug, with the calls that the driver made";
    /// The engine crashed, and its calls are lost.
    CLIENT_CRASHED = "client.crashed", Internal, Never,
        "create a new client, and report this bug";
    /// A value passed to Rust does not have its documented type.
    BOUNDARY_SHAPE = "boundary.shape", Request, Never,
        "pass the field that the message names in its documented type";
    /// Two readers read the same response body.
    BODY_READERS = "body.readers", Request, Never,
        "read a response body once, and share the result";
    /// More unread bytes of a response body arrived than are buffered.
    BODY_BEHIND = "body.behind", Request, Never,
        "read the response faster, request less at once, or allow more unread bytes in the client's configuration";
    /// A response body is longer than the requested limit.
    RESPONSE_TOO_LARGE = "response.too-large", Request, Never,
        "read the response in pieces, or allow more bytes";
    /// A response body could not be buffered until it is read.
    TRANSPORT_SPILL = "transport.spill", Transport, Never,
        "free space in the temporary directory, or read the response faster";
    /// A browser loaded the package's main entry. Credentials must not be used in browsers.
    ENTRY_BROWSER = "entry.browser", Configuration, Never,
        "call the API from your server; browsers and apps must call that server, and never have a key";
    /// A description is not valid JSON or YAML.
    DESCRIPTION_SYNTAX = "description.syntax", Comparison, Never,
        "fix the description at the line that the message names";
    /// A description is not UTF-8.
    DESCRIPTION_ENCODING = "description.encoding", Comparison, Never,
        "save the description as UTF-8";
    /// A description is too large, too deep, or expands to too many values.
    DESCRIPTION_LIMIT = "description.limit", Comparison, Never,
        "split the description, or pass one within the limit that the message names";
    /// A description is not an object.
    DESCRIPTION_ROOT = "description.root", Comparison, Never,
        "pass an OpenAPI description: an object with the member `openapi` or `swagger`";
    /// A description has an unsupported version.
    DESCRIPTION_VERSION = "description.version", Comparison, Never,
        "pass a description of OpenAPI 3.0, 3.1 or 3.2, or of Swagger 2.0";
    /// A description is YAML or Swagger 2.0, but this build reads only OpenAPI 3 in JSON.
    DESCRIPTION_NOT_IN_BUILD = "description.not-in-build", Comparison, Never,
        "use the full build, which also reads YAML and Swagger 2.0";
    /// A file was provided that the description does not request.
    READING_NOT_WANTED = "reading.not-wanted", Misuse, Never,
        "provide only the files that the reading requests";
    /// A validated value is not JSON.
    INSTANCE_SYNTAX = "instance.syntax", Request, Never,
        "pass a value that is valid JSON";
    /// A validated value is not UTF-8.
    INSTANCE_ENCODING = "instance.encoding", Request, Never,
        "pass the value as UTF-8";
    /// A validated value is too large or too deep.
    INSTANCE_LIMIT = "instance.limit", Request, Never,
        "pass a smaller value";
    /// The options of a comparison or of a release text do not have their documented type.
    OPTIONS_INVALID = "options.invalid", Request, Never,
        "pass the option that the message names in its documented type";
    /// Reports have no format of that name.
    FORMAT_UNKNOWN = "format.unknown", Request, Never,
        "use one of the formats that the message lists";
    /// A comparison was advanced after it had finished.
    COMPARISON_MISUSE = "comparison.misuse", Misuse, Never,
        "do not advance a comparison that has returned its report";
    /// The search for examples of breaking changes crashed.
    EXAMPLES_CRASHED = "examples.crashed", Internal, Never,
        "report this bug, with the report and both descriptions";
    /// A comparison crashed, and its reports are lost.
    COMPARISON_CRASHED = "comparison.crashed", Internal, Never,
        "report this bug, with both descriptions";
    /// The comparison was stopped by its caller.
    COMPARISON_STOPPED = "comparison.stopped", Cancelled, Never,
        "no action if it was stopped on purpose";
    /// The worker of a comparison failed for a reason without a code.
    COMPARISON_FAILED = "comparison.failed", Internal, Never,
        "report this bug, with the message";
    /// The worker of a comparison did not start, or ended early.
    WORKER_FAILED = "worker.failed", Transport, Never,
        "check that the page may start workers and load the package's files";
    /// A report was read after it was closed.
    REPORT_CLOSED = "report.closed", Closed, Never,
        "read a report before you close it";
    /// The string is not a comparison report: it is not JSON, or a member is missing or has another type.
    REPORT_UNREADABLE = "report.unreadable", Request, Never,
        "pass the JSON that a comparison wrote, complete and unchanged";
    /// A report has an unsupported version.
    REPORT_VERSION = "report.version", Request, Never,
        "create the report again with this version, or update Waybill";
    /// A report names a rule that this version does not have.
    REPORT_RULE = "report.rule", Request, Never,
        "create the report again with this version, or update Waybill";
    /// A member of a report has an invalid value.
    REPORT_VALUE = "report.value", Request, Never,
        "create the report again with this version: it was changed by hand or by another tool";
    /// The report has no change with this id.
    CHANGE_UNKNOWN = "change.unknown", Request, Never,
        "use the id of a change in this report";
    /// The string is not a release version.
    VERSION_INVALID = "version.invalid", Request, Never,
        "use a version of three numbers, such as `1.4.0`";
    /// The string is not a release tag.
    TAG_INVALID = "tag.invalid", Request, Never,
        "use a release tag, such as `v1.4.0`";
    /// The string is not a date.
    DATE_INVALID = "date.invalid", Request, Never,
        "write the date as year, month and day, such as `2026-11-26`";
    /// The previous release is not earlier than the current one.
    RELEASE_ORDER = "release.order", Request, Never,
        "pass the earlier release first";
    /// A start or end marker of a hand-written part of a changelog is missing.
    CHANGELOG_MARKERS = "changelog.markers", Request, Never,
        "begin each hand-written part with `[waybill-keep-start]: #` and end it with `[waybill-keep-end]: #`";
    /// The base URL of a language model is not allowed to receive a key.
    MODEL_URL = "model.url", Configuration, Never,
        "use an https URL without user name, query or fragment";
    /// The name of a language model is empty or not printable.
    MODEL_NAME = "model.name", Configuration, Never,
        "use the name of a model that the provider offers";
    /// The key of a language model contains characters that are not allowed in a header.
    MODEL_KEY = "model.key", Configuration, Never,
        "check the stored key for a space or a line break at its end";
    /// Writing text about a release crashed.
    RELEASES_CRASHED = "releases.crashed", Internal, Never,
        "report this bug, with the input";
    /// An allow-list for forwarded requests is invalid.
    FORWARD_LIST = "forward.list", Configuration, Never,
        "fix the allow-list where the message says, and check it with `waybill forward check`";
    /// A session's user or claims are invalid.
    FORWARD_SESSION = "forward.session", Request, Never,
        "pass the user's id and the verified token's payload, which is a JSON object";
    /// A decision or response was given for a request that is not in progress.
    FORWARD_REQUEST = "forward.request", Misuse, Never,
        "decide each request once, and end it after its response was passed on";
    /// A response body contained a valid credential and was cut off before it.
    FORWARD_CREDENTIAL = "forward.credential", Api, Never,
        "remove the operation from the allow-list, and find out why the API returns the credential; rotate it if others may have read it";
    /// The settings of a mock service do not have their documented type.
    SETTINGS_INVALID = "settings.invalid", Configuration, Never,
        "pass the setting that the message names in its documented type";
    /// The files of an import define no service, or a file is wrong or missing.
    IMPORT_REFUSED = "import.refused", Request, Never,
        "fix the file that the message names, or add the one that is missing";
    /// A WSDL file was given to a module that does not read WSDL.
    IMPORT_NEEDS_SOAP = "import.needs-soap", Request, Never,
        "load `waybill/mock`, which reads WSDL, instead of `waybill/mock-rest`";
    /// A request to a mock service is not valid HTTP.
    REQUEST_INVALID = "request.invalid", Request, Never,
        "correct the part of the request that the message names";
    /// The mock service has no such service.
    SERVICE_UNKNOWN = "service.unknown", Request, Never,
        "import the service, or use one that the mock service lists";
    /// The request log has no such page.
    LOG_PAGE = "log.page", Request, Never,
        "request a page that the log has";
    /// The mock service's WebAssembly file could not be loaded.
    MOCK_UNAVAILABLE = "mock.unavailable", Transport, After(Duration::from_secs(1)),
        "check that the package's WebAssembly file can be read, and try again";
    /// The mock service is not running, or stopped responding.
    MOCK_NOT_UP = "mock.not-up", Transport, After(Duration::from_secs(1)),
        "start the mock service, or wait longer: it may take 90 seconds to start";
    /// The server at the mock service's URL is not a mock service.
    MOCK_OTHER_SERVER = "mock.other-server", Configuration, Never,
        "check the host and port of `mock_url`";
    /// The mock service rejected a request.
    MOCK_REFUSED = "mock.refused", Api, Never,
        "change what the message names";
    /// The mock service was closed.
    MOCK_CLOSED = "mock.closed", Closed, Never,
        "create a new mock service; close it only after the last request";
    /// The mock service crashed, and its contents are lost.
    MOCK_CRASHED = "mock.crashed", Internal, Never,
        "create a new mock service, import its files again, and report this bug";
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
    fn codes_are_unique_and_well_formed() {
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
    fn misuse_and_crash_codes_have_their_kind_and_no_retry() {
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
