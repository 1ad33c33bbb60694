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
#![cfg_attr(
    not(all(feature = "swagger", feature = "yaml")),
    allow(dead_code, unused_imports, reason = "what readers alone ask of the arena is left without those who ask")
)]

pub mod access;
pub mod compat;
mod diff;
pub mod environment;
pub mod error;
pub mod forward;
pub mod http;
pub mod key_check;
pub mod mock_client;
pub mod note;
pub mod openapi;
pub mod operation;
mod order;
pub mod release;
pub mod render;
pub mod report;
pub mod rewrite;
pub mod schema;
pub mod secret;
mod stages;
pub mod store;
mod table;
pub mod time;
mod token;
mod tree;
pub mod witness;

pub use access::{
    Action, Begun, Call, CallId, Config, Engine, ExchangeId, Invalidate, Misuse, Outcome, Purpose, Route, Step,
    TicketId,
};
pub use environment::{Credentials, Environment, EnvironmentKind, Login};
pub use error::{DriverFailure, Error, ErrorCode, ErrorKind, ErrorResponse, Retry};
pub use http::{FailureKind, NoAnswer, RequestBody, RequestHead, ResponseHead, TransportFailure};
pub use note::Note;
pub use render::ReportFormat;
pub use report::{CompareError, CompareOptions, Report, compare, compare_files, compare_with_progress};
pub use secret::Secret;
pub use store::{SharedStore, Snapshot, StoreFailure, StoreResult};
pub use time::Timestamp;
