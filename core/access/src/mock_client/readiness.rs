//! Waits until the mock service is up.

use std::time::Duration;

use waybill_base::error::Error;
use waybill_base::http::TransportFailure;
use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::answer::{MockAnswer, MockRequest};
use super::failures::not_up_within;
use super::health::{self, HealthAnswer};

/// Pause between two requests.
const PAUSE: Duration = Duration::from_millis(250);

/// Minimum time limit of a request, even at the end of the wait.
const LAST: Duration = Duration::from_secs(1);

/// Maximum time limit of a request. A server that accepts connections but does not respond may be shutting down.
const LONGEST: Duration = Duration::from_secs(10);

/// Reason shown while the service imports files.
const IMPORTS: &str = "it is still importing the files that it was started with";

/// A wait with a time limit.
#[derive(Debug)]
pub(super) struct Readiness {
    patience: Duration,
    until: Timestamp,
    /// Time and time limit of the last request.
    asked: (Timestamp, Duration),
    last_seen: Timestamp,
}

/// The next step after a response.
pub(super) enum ReadinessStep {
    Up,
    Wait { until: Timestamp },
}

impl Readiness {
    pub(super) fn new(patience: Duration, now: Timestamp) -> Self {
        Self { patience, until: now.plus(patience), asked: (now, LAST), last_seen: now }
    }

    /// Creates a request. Its time limit is the remaining time, within bounds.
    pub(super) fn request(&mut self, url: &str, now: Timestamp) -> MockRequest {
        self.pass_time(now);
        let timeout = self.until.since(now).clamp(LAST, LONGEST);
        self.asked = (now, timeout);
        MockRequest { timeout, ..health::request(url) }
    }

    /// Creates a single request with the minimum time limit, to check that the service is still up.
    pub(super) fn request_once(url: &str) -> MockRequest {
        MockRequest { timeout: LAST, ..health::request(url) }
    }

    pub(super) fn take(&mut self, url: &str, answer: &MockAnswer, now: Timestamp) -> Result<ReadinessStep, Error> {
        match health::read(url, answer)? {
            HealthAnswer::Told(health) if health.is_up => Ok(ReadinessStep::Up),
            HealthAnswer::Told(_) => self.wait(url, IMPORTS, now),
            HealthAnswer::NotYet(reason) => self.wait(url, &reason, now),
        }
    }

    pub(super) fn take_failure(
        &mut self,
        url: &str,
        failure: &TransportFailure,
        now: Timestamp,
    ) -> Result<ReadinessStep, Error> {
        // If this process was suspended, it has not really waited, so it sends one more request.
        let (asked_at, timeout) = self.asked;
        if now > asked_at.plus(timeout).plus(LAST) {
            self.until = self.until.max(now.plus(LAST));
        }
        self.wait(url, &failure.detail, now)
    }

    fn wait(&mut self, url: &str, reason: &str, now: Timestamp) -> Result<ReadinessStep, Error> {
        self.pass_time(now);
        if now >= self.until {
            return Err(not_up_within(url, self.patience, reason));
        }
        Ok(ReadinessStep::Wait { until: now.plus(PAUSE).min(self.until) })
    }

    /// Advances the time. A clock that was set back does not prolong the wait.
    fn pass_time(&mut self, now: Timestamp) {
        let set_back = self.last_seen.millis_since(now).max(0);
        self.until = self.until.plus_millis(set_back.saturating_neg());
        self.last_seen = now;
    }
}
