//! The embeddable core of Waybill, without I/O: every input returns the actions it causes, and the host performs them.
//!
//! Two halves that do not depend on each other: access ([`environment`], [`access`]) writes requests and reads answers;
//! comparison ([`compare`](compare()) and the types of [`report`]) says what changed between two OpenAPI descriptions.
//! What comparison reads descriptions with is public too, for the mock service: [`openapi`] loads them, [`operation`]
//! lists their operations, [`schema`] validates values and makes samples. [`witness`] finds requests that show a change, and
//! [`rewrite`] has a language model word a changelog.
//!
//! # Access
//! Every input returns the actions it causes; the host performs them in order.
//! ```
//! use waybill_core::{
//!     Action, Call, Config, Credentials, Engine, Environment, EnvironmentKind, Route, Secret, Timestamp,
//! };
//!
//! let mut sandbox = Environment::new("sandbox", EnvironmentKind::Sandbox);
//! sandbox.base_url = Some("https://platform.example/api/v1".to_owned());
//! let credentials = Credentials::from_api_key("sandbox", Secret::new("key".to_owned()));
//! let mut engine = Engine::new(Config::new(sandbox, credentials, 1))?;
//!
//! let mut call = Call::new(Route::Platform, "POST", "/flows/{flowId}/execute");
//! call.parameters = vec![("flowId".to_owned(), "f 1".to_owned())];
//! let begun = engine.begin(call, Timestamp::from_millis(0));
//! let [Action::Send { head, .. }] = begun.step.actions.as_slice() else { panic!("one request") };
//! assert_eq!(head.url, "https://platform.example/api/v1/flows/f%201/execute");
//! # Ok::<(), waybill_core::Error>(())
//! ```
//!
//! [`key_check`] says of a deployment's credentials which of the platform's rules they break, before anything is sent.
//! [`forward`] decides what a back end forwards for a mobile app, and what the app gets back.
//!
//! # Comparison
//! ```
//! use waybill_core::{CompareOptions, compare};
//!
//! let old = br#"{"openapi": "3.1.0", "info": {"title": "Flows", "version": "1.4.0"},
//!     "paths": {"/flows": {"get": {"responses": {"200": {"description": "all flows"}}}}}}"#;
//! let new = br#"{"openapi": "3.1.0", "info": {"title": "Flows", "version": "1.5.0"}, "paths": {}}"#;
//!
//! let report = compare(old, new, &CompareOptions::default())?;
//! assert_eq!(report.verdict.sentence, "1.5.0 should be 2.0.0: 1 breaking change");
//! # Ok::<(), waybill_core::CompareError>(())
//! ```
#![forbid(unsafe_code)]

#[doc(inline)]
pub use waybill_access::{environment, key_check, mock_client, store};
#[doc(inline)]
pub use waybill_base::{error, http, note, secret, time};
#[doc(inline)]
pub use waybill_diff::compat;
#[doc(inline)]
pub use waybill_openapi::{operation, schema};
#[doc(inline)]
pub use waybill_report::{rewrite, witness};

#[doc(no_inline)]
pub use access::{
    Action, Begun, Call, CallId, Config, Engine, ExchangeId, Invalidate, Misuse, Outcome, Purpose, Route, Step,
    TicketId,
};
#[doc(no_inline)]
pub use environment::{Credentials, Environment, EnvironmentKind, Login};
#[doc(no_inline)]
pub use error::{DriverFailure, Error, ErrorCode, ErrorKind, ErrorResponse, Retry};
#[doc(no_inline)]
pub use http::{FailureKind, NoAnswer, RequestBody, RequestHead, ResponseHead, TransportFailure};
#[doc(no_inline)]
pub use note::Note;
#[doc(no_inline)]
pub use render::ReportFormat;
#[doc(no_inline)]
pub use report::{CompareError, CompareOptions, Report, compare, compare_files, compare_with_progress};
#[doc(no_inline)]
pub use secret::Secret;
#[doc(no_inline)]
pub use store::{SharedStore, Snapshot, StoreFailure, StoreResult};
#[doc(no_inline)]
pub use time::Timestamp;

/// Access: calls in, actions out.
///
/// An [`Engine`] checks and authorises calls, keeps tokens alive and says what a failure means. It performs nothing:
/// every input returns a [`Step`] with all it causes, and the host carries that out with its own HTTP client.
pub mod access {
    #[doc(inline)]
    pub use waybill_access::{
        Action, Begun, Call, CallId, Config, Engine, ExchangeId, Invalidate, Misuse, Outcome, Purpose, Route, Step,
        TicketId, token_machine,
    };
}

/// Forwarding of requests from a mobile app by a back end: a request is rejected unless an allow-list names it.
///
/// A request is taken in two steps. [`Forwarder::receive`](forward::Forwarder::receive) matches it against the
/// [`AllowList`](forward::AllowList) and answers a refusal, or who asks for which operation with which parameters; the host
/// says whether this user may touch these objects, and only [`Forwarder::permit`](forward::Forwarder::permit) gives the
/// call that a client sends. Whatever the host does not permit is refused.
///
/// Nothing of the app's request is passed on as it came: its path is matched segment by segment, each decoded once, and
/// rebuilt; headers and query parameters pass by name. The response to the app does not show how the back end is authorised:
/// the reason of a failed call goes to the host's log ([`RefusedRequest::log`](forward::RefusedRequest::log)).
pub mod forward {
    #[doc(inline)]
    pub use waybill_forward::{
        AllowList, AllowedOperation, AllowedRoute, AnswerHead, Authorization, Binding, BodySearch, BoundParameter,
        ForwardLimits, ForwardedAnswer, Forwarder, InboundRequest, ListFinding, Pattern, Permitted, Received,
        RefusedRequest, RequestId, Searched, Session,
    };
}

/// OpenAPI descriptions: their files, what their references lead to, and what their values are in each version.
///
/// Each version of OpenAPI is interpreted where a value is read. The values themselves stay as they are written.
pub mod openapi {
    #[cfg(feature = "test-oracles")]
    #[doc(inline)]
    pub use waybill_openapi::Stats;
    #[doc(inline)]
    pub use waybill_openapi::{
        Description, Limits, Loader, Place, ReadError, ReadProblem, SpecVersion, WantedFile, remove_operations,
    };
    #[cfg(feature = "openapiv3")]
    #[doc(inline)]
    pub use waybill_openapi::{Typed, Unsupported};
}

/// Releases: which tags name one, what a version is, how far a change moves it, and what stays of its changelog.
///
/// The order of versions and the meaning of their three numbers are Semantic Versioning 2.0.0; the table of what moves
/// which number is the platform's own. Versions below 1.0.0 follow the same table.
pub mod release {
    #[doc(inline)]
    pub use waybill_base::date::{Date, ParseDateError};
    #[doc(inline)]
    pub use waybill_diff::release::{
        Bump, KeepError, ParseTagError, ParseVersionError, Tag, Version, VersionStep, VersionVerdict, is_pre_release,
        keep_hand_written, next_version,
    };
}

/// A report on every surface; the counts are the same everywhere, because there is one report.
pub mod render {
    #[doc(inline)]
    pub use waybill_base::text::printable;
    #[doc(inline)]
    pub use waybill_report::render::{
        ChangelogOptions, Detail, FrontMatter, PublishedDescription, PublishedRelease, ReadIndexError, ReadReportError,
        Release, ReleaseIndex, ReleaseOrderError, ReportFormat, SnippetLanguage, ascii, ci, comment, terminal,
    };
}

/// One report for every surface: what changed between two descriptions, and what that asks of the next version.
pub mod report {
    #[doc(no_inline)]
    pub use crate::compat::{Direction, Level};
    #[doc(no_inline)]
    pub use crate::release::Bump;
    #[doc(inline)]
    pub use waybill_report::{
        AffectedOperation, Change, CompareError, CompareOptions, Comparison, ComparisonMisuse, Counts,
        DescriptionSummary, ExampleRequest, ExclusionCount, ExclusionRule, Exclusions, JsonText, OperationDetails,
        Phase, Place, Problem, Progress, ReachedOperation, Report, Section, Side, Successor, SuppliedFile, Verdict,
        Witness, compare, compare_files, compare_with_progress,
    };
    #[cfg(feature = "test-oracles")]
    #[doc(inline)]
    pub use waybill_report::{ChangedPlace, DiffTrace, FoundFact, Resolution, trace_differences};
}
