//! The client of one environment's mock service.

use waybill_base::error::{Error, code};
use waybill_base::internal::{ErrorExt as _, check_open_url};
use waybill_base::time::Timestamp;

use super::call::MockCall;
use super::operation::MockOperation;
use super::step::MockStep;
use crate::environment::{Environment, EnvironmentKind};

/// Remedy outside development, where there is no mock service.
const REAL_CONNECTIONS: &str =
    "use test connections in staging and sandbox, and real carrier connections in production";

/// A client for the mock service of a development environment. It holds no credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MockClient {
    /// URL without a trailing slash.
    url: String,
}

impl MockClient {
    /// Creates a client for the mock service at the environment's `mock_url`.
    ///
    /// # Errors
    /// `environment.mock-outside-development` if the environment is of another kind, `environment.no-url` if it has no
    /// `mock_url`, and `environment.url` if that URL is invalid.
    pub fn new(environment: &Environment) -> Result<Self, Error> {
        let Environment { name, kind, mock_url, .. } = environment;
        if *kind != EnvironmentKind::Development {
            let message =
                format!("environment `{name}` has no mock service: it exists only in environments of kind development");
            return Err(Error::new(code::ENVIRONMENT_MOCK, message).remedy(REAL_CONNECTIONS));
        }
        let Some(url) = mock_url else {
            let message = format!("environment `{name}` has no `mock_url`, the URL of its mock service");
            return Err(Error::new(code::ENVIRONMENT_NO_URL, message));
        };
        let url = url.strip_suffix('/').unwrap_or(url);
        check_open_url(url).map_err(|problem| {
            // The URL itself is not shown: one with userinfo holds a password.
            Error::new(code::ENVIRONMENT_URL, format!("`mock_url` of environment `{name}` {problem}"))
        })?;
        Ok(Self { url: url.to_owned() })
    }

    /// Begins an operation. Returns its call and the first step.
    #[must_use]
    pub fn begin(&self, operation: MockOperation, now: Timestamp) -> (MockCall, MockStep) {
        MockCall::begin(self.url.clone(), operation, now)
    }

    /// Returns the URL of the mock service.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }
}
