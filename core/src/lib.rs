//! The embeddable core of Waybill, without I/O: every input returns all it causes, and the host carries it out.
//!
//! Two halves that do not know each other: access ([`environment`], [`access`]) writes requests and reads answers;
//! comparison ([`compare`](compare()) and the types of [`report`]) says what changed between two OpenAPI descriptions.
#![forbid(unsafe_code)]

pub mod access;
pub mod compat;
mod diff;
pub mod environment;
pub mod error;
pub mod event;
pub mod http;
pub mod openapi;
pub mod release;
pub mod render;
pub mod report;
pub mod secret;
pub mod time;
mod token;

pub use access::{Action, Begun, Call, CallId, Config, Engine, ExchangeId, Misuse, Outcome, Purpose, Route, Step};
pub use environment::{Credentials, Environment, EnvironmentKind, Login};
pub use error::{Error, ErrorKind, ErrorResponse, Retry};
pub use event::Event;
pub use http::{FailureKind, RequestBody, RequestHead, ResponseHead, TransportFailure};
pub use render::Format;
pub use report::{CompareError, Options, Report, compare};
pub use secret::Secret;
pub use time::Timestamp;
