//! The attempts at one request: retries, waiting times, and the end after too many failures.
//!
//! It has no clock and sends nothing. Every input returns the next step, and the number of attempts is limited.

use waybill_base::http::{ResponseHead, TransportFailure};
use waybill_base::internal::{TimestampExt as _, retry_after};
use waybill_base::time::Timestamp;

use super::provider::ModelProvider;

/// Limits on the retries of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimits {
    /// Maximum number of attempts, including the first.
    pub attempts: u32,
    /// Maximum wait before a retry, in milliseconds. If a service requires a longer wait, the request is given up.
    pub longest_wait: i64,
}

impl Default for AttemptLimits {
    /// Three attempts, with at most one minute between them.
    fn default() -> AttemptLimits {
        AttemptLimits { attempts: 3, longest_wait: 60_000 }
    }
}

/// Wait before the first retry if the service does not specify one, in milliseconds. It doubles with each retry.
const FIRST_WAIT: i64 = 500;

/// The next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// The model responded with this text.
    Answered(String),
    /// Send the request again at this time or later.
    SendAt(Timestamp),
    /// Do not retry. The changes keep their standard text.
    GiveUp {
        /// Reason, without any content of the response's body.
        reason: String,
        /// True if other requests would fail too, because the service does not accept the key or the model.
        is_final: bool,
    },
}

/// The attempts at one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestAttempts {
    limits: AttemptLimits,
    failed: u32,
}

impl RequestAttempts {
    /// Starts before the first attempt.
    #[must_use]
    pub const fn new(limits: AttemptLimits) -> RequestAttempts {
        RequestAttempts { limits, failed: 0 }
    }

    /// Resumes after this number of failed attempts, for hosts that store only the number.
    #[must_use]
    pub const fn resume(limits: AttemptLimits, failed: u32) -> RequestAttempts {
        RequestAttempts { limits, failed }
    }

    /// Returns the number of failed attempts.
    #[must_use]
    pub const fn failed(&self) -> u32 {
        self.failed
    }

    /// Handles a response with its complete body.
    pub fn on_response(
        &mut self,
        provider: ModelProvider,
        head: &ResponseHead,
        body: &[u8],
        now: Timestamp,
    ) -> NextStep {
        let status = head.status;
        let named = status.canonical_reason().unwrap_or_default();
        let reason = format!("the model's service returned {} {named}", status.as_u16()).trim_end().to_owned();
        match status.as_u16() {
            200..=299 => match provider.read_answer(body) {
                Ok(text) => NextStep::Answered(text),
                Err(reason) => NextStep::GiveUp { reason: reason.to_owned(), is_final: false },
            },
            // Anthropic's API sends 529 when it is overloaded.
            408 | 425 | 429 | 500 | 502..=504 | 529 => self.try_again(&reason, retry_after(head, now), now),
            401 | 403 | 404 => NextStep::GiveUp { reason, is_final: true },
            _ => NextStep::GiveUp { reason, is_final: false },
        }
    }

    /// Handles a missing or incomplete response.
    pub fn on_failure(&mut self, failure: &TransportFailure, now: Timestamp) -> NextStep {
        self.try_again(&failure.detail, None, now)
    }

    fn try_again(&mut self, reason: &str, asked: Option<i64>, now: Timestamp) -> NextStep {
        self.failed = self.failed.saturating_add(1);
        let own = FIRST_WAIT.saturating_mul(2_i64.saturating_pow(self.failed.saturating_sub(1)));
        let wait = asked.unwrap_or(own);
        if self.failed >= self.limits.attempts {
            let times = if self.failed == 1 { "once".to_owned() } else { format!("{} times", self.failed) };
            return NextStep::GiveUp { reason: format!("{reason}, tried {times}"), is_final: false };
        }
        if wait > self.limits.longest_wait {
            let seconds = wait / 1_000;
            return NextStep::GiveUp { reason: format!("{reason}, and asks to wait {seconds} s"), is_final: false };
        }
        NextStep::SendAt(now.plus_millis(wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_base::http::FailureKind;

    const LIMITS: AttemptLimits = AttemptLimits { attempts: 3, longest_wait: 60_000 };
    const NOW: Timestamp = Timestamp::from_millis(1_000);

    fn answer(attempts: &mut RequestAttempts, status: u16, headers: &[(&str, &str)], body: &str) -> NextStep {
        let head = ResponseHead::new(status, headers.iter().copied()).unwrap();
        attempts.on_response(ModelProvider::OpenAi, &head, body.as_bytes(), NOW)
    }

    fn gives_up(step: &NextStep, says: &str, finally: bool) -> bool {
        matches!(step, NextStep::GiveUp { reason, is_final } if reason.contains(says) && *is_final == finally)
    }

    #[test]
    fn temporary_failures_are_retried_a_limited_number_of_times() {
        let mut attempts = RequestAttempts::new(LIMITS);
        assert_eq!(answer(&mut attempts, 503, &[], "canary"), NextStep::SendAt(Timestamp::from_millis(1_500)));
        let wait = answer(&mut attempts, 429, &[("retry-after", "7")], "");
        assert_eq!(wait, NextStep::SendAt(Timestamp::from_millis(8_000)));
        let failure = TransportFailure { kind: FailureKind::Unknown, detail: "it took too long".to_owned() };
        assert!(gives_up(&attempts.on_failure(&failure, NOW), "it took too long, tried 3 times", false));
    }

    #[test]
    fn the_number_of_failed_attempts_is_all_that_has_to_be_kept() {
        let mut attempts = RequestAttempts::new(LIMITS);
        for failed in 0..3 {
            let mut resumed = RequestAttempts::resume(LIMITS, failed);
            assert_eq!(attempts.failed(), failed);
            assert_eq!(answer(&mut attempts, 503, &[], ""), answer(&mut resumed, 503, &[], ""));
            assert_eq!(attempts, resumed);
        }
    }

    #[test]
    fn a_wait_that_is_too_long_is_not_waited_for() {
        let step = answer(&mut RequestAttempts::new(LIMITS), 429, &[("retry-after", "3600")], "");
        assert!(gives_up(&step, "429 Too Many Requests, and asks to wait 3600 s", false));
    }

    #[test]
    fn wait_grows_with_each_failure_without_limit() {
        let limits = AttemptLimits { attempts: u32::MAX, longest_wait: i64::MAX };
        let mut last = i64::MIN;
        for failed in 0..200 {
            let step = answer(&mut RequestAttempts::resume(limits, failed), 503, &[], "");
            let NextStep::SendAt(time) = step else { panic!("{failed}: {step:?}") };
            assert!(time.as_millis() >= last && time > NOW, "{failed}");
            last = time.as_millis();
        }
    }

    #[test]
    fn permanent_failures_are_not_retried() {
        for (status, finally) in [(401, true), (403, true), (404, true), (400, false), (302, false), (413, false)] {
            let step = answer(&mut RequestAttempts::new(LIMITS), status, &[], "canary");
            assert!(
                gives_up(&step, &status.to_string(), finally) && !format!("{step:?}").contains("canary"),
                "{step:?}"
            );
        }
    }

    #[test]
    fn truncated_or_declined_response_is_rejected() {
        let mut attempts = RequestAttempts::new(LIMITS);
        let choice = |reason: &str, message: &str| {
            format!(r#"{{"choices":[{{"finish_reason":"{reason}","message":{message}}}]}}"#)
        };
        for (body, says) in [
            (choice("length", r#"{"content":"{}"}"#), "cut off"),
            (choice("content_filter", r#"{"content":null}"#), "declined"),
            (choice("stop", r#"{"content":null,"refusal":"no"}"#), "declined"),
            (choice("stop", r#"{"content":null}"#), "does not match the provider's protocol"),
            ("<html>".to_owned(), "does not match the provider's protocol"),
        ] {
            assert!(gives_up(&answer(&mut attempts, 200, &[], &body), says, false), "{body}");
        }
        let good = choice("stop", r#"{"content":"{}"}"#);
        assert_eq!(answer(&mut attempts, 200, &[], &good), NextStep::Answered("{}".to_owned()));
    }
}
