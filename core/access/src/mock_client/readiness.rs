//! Waits until the mock service is up.

use std::time::Duration;

use waybill_base::error::Error;
use waybill_base::http::TransportFailure;
use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::answer::{MockAnswer, MockRequest};
use super::failures::not_up_within;
use super::health::{self, HealthAnswer};

/// How long to wait between two questions.
const PAUSE: Duration = Duration::from_millis(250);

/// How long the last question may take at least.
const LAST: Duration = Duration::from_secs(1);

/// How long one question may take at most: what takes connections and answers nothing may be on its way down.
const LONGEST: Duration = Duration::from_secs(10);

/// What is said while files are imported.
const IMPORTS: &str = "it still imports the files that it was started with";

/// A wait, with its end.
#[derive(Debug)]
pub(super) struct Readiness {
    patience: Duration,
    until: Timestamp,
    /// When the last question was asked, and how long its answer may take.
    asked: (Timestamp, Duration),
    last_seen: Timestamp,
}

/// What comes of an answer.
pub(super) enum ReadinessStep {
    Up,
    Wait { until: Timestamp },
}

impl Readiness {
    pub(super) fn new(patience: Duration, now: Timestamp) -> Self {
        Self { patience, until: now.plus(patience), asked: (now, LAST), last_seen: now }
    }

    /// Asks; waited for no longer than there is time.
    pub(super) fn request(&mut self, url: &str, now: Timestamp) -> MockRequest {
        self.pass_time(now);
        let timeout = self.until.since(now).clamp(LAST, LONGEST);
        self.asked = (now, timeout);
        MockRequest { timeout, ..health::request(url) }
    }

    /// One question whether it is still up, as short as the last.
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
        // A process that stood still has waited for nobody: it asks once more.
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

    /// A clock that was set back does not make the wait longer.
    fn pass_time(&mut self, now: Timestamp) {
        let set_back = self.last_seen.millis_since(now).max(0);
        self.until = self.until.plus_millis(set_back.saturating_neg());
        self.last_seen = now;
    }
}
