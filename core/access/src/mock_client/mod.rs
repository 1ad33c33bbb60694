//! A client for the mock service's seven endpoints. It sends no credential, and works in development environments only.
//!
//! Create a [`MockClient`] for an environment. [`MockClient::begin`] begins an operation and returns its first [`MockStep`].
//! Carry the step out, and pass the outcome to the [`MockCall`], until a step contains the result. Some operations send
//! several requests: those that wait until the service is up, seed it, or list the imported services after a 404.
//!
//! ```
//! # mod waybill_core {
//! #     pub use waybill_access::environment::{Environment, EnvironmentKind};
//! #     pub use waybill_access::mock_client;
//! #     pub use waybill_base::{error::Error, http::ResponseHead, time::Timestamp};
//! # }
//! use waybill_core::mock_client::{MockAnswer, MockClient, MockHealth, MockOperation, MockResult, MockStep};
//! use waybill_core::{Environment, EnvironmentKind, ResponseHead, Timestamp};
//!
//! let mut environment = Environment::new("local", EnvironmentKind::Development);
//! environment.mock_url = Some("http://127.0.0.1:8080".to_owned());
//! let client = MockClient::new(&environment)?;
//!
//! let now = Timestamp::from_millis(0);
//! let (mut call, step) = client.begin(MockOperation::CheckHealth, now);
//! let MockStep::Send(request) = step else { panic!("it is asked for") };
//! assert_eq!(request.head.url, "http://127.0.0.1:8080/api/health");
//!
//! // The host sends it, with its own HTTP client, and gives back what came.
//! let answer = MockAnswer { head: ResponseHead::new(200, [("a", "b")])?, body: br#"{"status":"UP"}"#.to_vec(), complete: true };
//! let MockStep::Done(result) = call.on_answer(&answer, now) else { panic!("it is over") };
//! assert_eq!(*result, Ok(MockResult::Health(MockHealth { is_up: true, failed: Vec::new() })));
//! # Ok::<(), waybill_core::Error>(())
//! ```

mod answer;
mod call;
mod client;
mod failures;
mod form;
mod health;
mod invocations;
mod listing;
mod members;
mod metrics;
mod not_served;
mod operation;
mod readiness;
mod seed_report;
mod seeding;
mod service_path;
mod soap;
mod start_tag;
mod step;
#[cfg(test)]
mod tests;
mod uploaded;

pub use answer::{MockAnswer, MockRequest};
pub use call::MockCall;
pub use client::MockClient;
pub use health::{FailedFile, MockHealth};
pub use invocations::{Invocation, InvocationPage, LoggedMessage};
pub use listing::{ListedOperation, ListedService};
pub use metrics::MetricSample;
pub use operation::{DEFAULT_PATIENCE, DefinitionFile, MockOperation, MockResult, ServiceDefinition};
pub use seed_report::{SeedReport, SeededDefinition};
pub use soap::{SoapCall, SoapProtocol, SoapReply};
pub use step::MockStep;
pub use uploaded::UploadedService;
