//! The failures that the driver in JavaScript reports.

use serde::Serialize;
use waybill_base::error::{DriverFailure, Error};
use waybill_base::http::NoAnswer;

use crate::failure::Failure;
use crate::http::TransportFailure;

/// The failures that the driver reports.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DriverFailures {
    closed: Failure,
    cancelled: Failure,
    deadline_in_body: Failure,
    lost_in_body: Failure,
    credential_in_body: Failure,
    crashed: Failure,
    two_bodies: Failure,
    unusable_body: Failure,
    body_failed: Failure,
    snapshot_text: Failure,
    no_answer: NoAnswers,
}

/// The failures that the driver passes to the engine if no response came, by reason.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct NoAnswers {
    no_file_descriptor: TransportFailure,
    name_not_resolved: TransportFailure,
    not_connected: TransportFailure,
    connect_timed_out: TransportFailure,
    tls_failed: TransportFailure,
    timed_out: TransportFailure,
    lost: TransportFailure,
}

impl DriverFailures {
    /// Returns all failures.
    #[must_use]
    pub fn all() -> Self {
        let out = |failure: DriverFailure| Error::from(failure).into();
        let unanswered = |reason: NoAnswer| waybill_base::http::TransportFailure::from(reason).into();
        Self {
            closed: out(DriverFailure::Closed),
            cancelled: out(DriverFailure::Cancelled),
            deadline_in_body: out(DriverFailure::DeadlineInBody),
            lost_in_body: out(DriverFailure::LostInBody),
            credential_in_body: out(DriverFailure::CredentialInBody),
            crashed: out(DriverFailure::Crashed),
            two_bodies: out(DriverFailure::TwoBodies),
            unusable_body: out(DriverFailure::UnusableBody),
            body_failed: out(DriverFailure::BodyFailed),
            snapshot_text: out(DriverFailure::SnapshotText),
            no_answer: NoAnswers {
                no_file_descriptor: unanswered(NoAnswer::NoFileDescriptor),
                name_not_resolved: unanswered(NoAnswer::NameNotResolved),
                not_connected: unanswered(NoAnswer::NotConnected),
                connect_timed_out: unanswered(NoAnswer::ConnectTimedOut),
                tls_failed: unanswered(NoAnswer::TlsFailed),
                timed_out: unanswered(NoAnswer::TimedOut),
                lost: unanswered(NoAnswer::Lost),
            },
        }
    }
}
