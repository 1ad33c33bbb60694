//! What the mock service wants done with a request: an answer, when to send it, and the ticket to give back afterwards.

use std::time::Duration;

use http::Response;

use super::Ticket;
use super::upload_endpoint::NeedsSoap;

/// What to do with a request.
#[derive(Debug)]
pub struct Reply {
    /// To be given back to [`super::MockService::finished`] once the answer was sent or could not be.
    pub ticket: Ticket,
    /// The answer, complete but for what every server adds itself (length, date, connection).
    pub response: Response<Vec<u8>>,
    /// How long to wait before the answer is sent.
    pub delay: Duration,
}

impl Reply {
    /// Whether it refuses an upload for a WSDL file that a mock service made by [`super::MockService::new`] would read, and
    /// one made by [`super::MockService::for_rest`] does not.
    #[must_use]
    pub fn needs_soap(&self) -> bool {
        self.response.extensions().get::<NeedsSoap>().is_some()
    }
}
