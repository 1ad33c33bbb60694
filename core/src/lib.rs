//! The embeddable core of Waybill. It performs no I/O: every input returns actions, and the host performs them.
//!
//! The core has two independent halves:
//! - Access ([`environment`], [`access`]) writes requests and interprets responses.
//! - Comparison ([`compare`](compare()) and the types of [`report`]) reports the changes between two OpenAPI
//!   descriptions.
//!
//! The modules that read descriptions are public too, because the mock service uses them: [`openapi`] loads
//! descriptions, [`operation`] lists their operations, and [`schema`] validates values and generates samples.
//! [`witness`] finds requests that show a change. [`rewrite`] lets a language model phrase a changelog.
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
//! [`key_check`] checks a deployment's credentials against the platform's rules before anything is sent. [`forward`]
//! decides which requests of a mobile app a back end forwards, and what the app receives.
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

/// Access: calls go in, actions come out.
///
/// An [`Engine`] validates and authorises calls, renews tokens and classifies failures. It performs no I/O: every input
/// returns a [`Step`] with actions, which the host performs with its own HTTP client.
pub mod access {
    #[doc(inline)]
    pub use waybill_access::{
        Action, Begun, Call, CallId, Config, Engine, ExchangeId, Invalidate, Misuse, Outcome, Purpose, Route, Step,
        TicketId, token_machine,
    };
}

/// Forwarding of a mobile app's requests by a back end. A request is rejected unless an allow-list names it.
///
/// A request takes two steps. [`Forwarder::receive`](forward::Forwarder::receive) matches it against the
/// [`AllowList`](forward::AllowList). It returns a refusal, or the user, operation and parameters for the host to
/// authorise. The host decides if this user may access these objects. Only
/// [`Forwarder::permit`](forward::Forwarder::permit) returns the call to send. Requests that the host does not permit
/// are rejected.
///
/// The app's request is rebuilt, not copied. The path is matched segment by segment, and each segment is decoded once.
/// Only listed headers and query parameters are passed on. The response to the app does not reveal how the back end
/// authorises itself. The reason for a failed call goes to the host's log
/// ([`RefusedRequest::log`](forward::RefusedRequest::log)).
pub mod forward {
    #[doc(inline)]
    pub use waybill_forward::{
        AllowList, AllowedOperation, AllowedRoute, AnswerHead, Authorization, Binding, BodySearch, BoundParameter,
        ForwardLimits, ForwardedAnswer, Forwarder, InboundRequest, ListFinding, Pattern, Permitted, Received,
        RefusedRequest, RequestId, Searched, Session,
    };
}

/// OpenAPI descriptions: files, resolved references, and values of every OpenAPI version.
///
/// Version differences are handled when a value is read. The values themselves stay as written.
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

/// Releases: tags, versions, the version step of a change, and the hand-written text of a changelog.
///
/// Versions are ordered by Semantic Versioning 2.0.0. The platform's own rules define which number a change increments.
/// Versions below 1.0.0 follow the same rules.
pub mod release {
    #[doc(inline)]
    pub use waybill_base::date::{Date, ParseDateError};
    #[doc(inline)]
    pub use waybill_diff::release::{
        Bump, KeepError, ParseTagError, ParseVersionError, Tag, Version, VersionStep, VersionVerdict, is_pre_release,
        keep_hand_written, next_version,
    };
}

/// Renderers of a report. All output formats show the same counts, because they use the same report.
pub mod render {
    #[doc(inline)]
    pub use waybill_base::text::printable;
    #[doc(inline)]
    pub use waybill_report::render::{
        ChangelogOptions, Detail, FrontMatter, PublishedDescription, PublishedRelease, ReadIndexError, ReadReportError,
        Release, ReleaseIndex, ReleaseOrderError, ReportFormat, SnippetLanguage, ascii, ci, comment, terminal,
    };
}

/// The report: the changes between two descriptions, and the version number that they require.
pub mod report {
    #[doc(no_inline)]
    pub use crate::compat::{Direction, Level, Levels, LevelsError};
    #[doc(no_inline)]
    pub use crate::release::Bump;
    #[doc(inline)]
    pub use waybill_report::{
        AffectedOperation, Change, CompareError, CompareOptions, Comparison, ComparisonMisuse, Counts,
        DeprecationPeriods, DescriptionSummary, ExampleRequest, ExclusionCount, ExclusionRule, Exclusions, JsonText,
        OperationDetails, Phase, Place, Problem, Progress, ReachedOperation, Renames, RenamesError, Report, Section,
        Side, Successor, SuppliedFile, Verdict, Witness, compare, compare_files, compare_with_progress,
    };
    #[cfg(feature = "test-oracles")]
    #[doc(inline)]
    pub use waybill_report::{ChangedPlace, DiffTrace, FoundFact, Resolution, trace_differences};
}
