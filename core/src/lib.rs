//! The embeddable core of Waybill, without I/O: every input returns all it causes, and the host carries it out.
//!
//! Two halves that do not know each other: access ([`environment`], [`access`]) writes requests and reads answers;
//! comparison ([`compare`](compare()) and the types of [`report`]) says what changed between two OpenAPI descriptions.
#![forbid(unsafe_code)]

pub mod compat;
pub mod release;
pub mod render;
pub mod report;

pub use render::Format;
pub use report::{CompareError, Options, Report, compare};
