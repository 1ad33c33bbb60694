//! A call that has not ended: what it sends, where it stands, and how often it was sent.

use waybill_base::error::ErrorResponse;
use waybill_base::http::RequestBody;
use waybill_base::time::Timestamp;

use super::request::PreparedRequest;
use super::sent::SentCredential;
use super::{CallId, ExchangeId};
use crate::token::{Resend, Waiter};

pub(super) struct LiveCall {
    pub(super) request: PreparedRequest,
    pub(super) stage: Stage,
    /// Whether it was sent again after a 401; it is once at most.
    pub(super) resent: bool,
    /// The key or token it carried last.
    pub(super) sent: Option<SentCredential>,
    /// How long the body of an error is waited for; its head has said what happened.
    pub(super) body_deadline: Option<Timestamp>,
}

pub(super) enum Stage {
    /// Waits for an access token; after a 401 with the answer that refused the last one.
    Waiting { refused: Option<ErrorResponse> },
    /// Sent with this credential.
    Sent { exchange: ExchangeId, authority: CredentialVersion },
}

/// Which of the keys or tokens that were held over time a request carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CredentialVersion {
    ApiKey { version: u64 },
    AccessToken { generation: u64 },
}

impl LiveCall {
    pub(super) const fn new(request: PreparedRequest) -> Self {
        Self { request, stage: Stage::Waiting { refused: None }, resent: false, sent: None, body_deadline: None }
    }

    pub(super) fn resend(&self) -> Resend {
        if self.resent {
            Resend::Used
        } else {
            match self.request.body {
                RequestBody::Empty | RequestBody::Bytes(_) | RequestBody::Caller { replayable: true } => {
                    Resend::Possible
                }
                RequestBody::Caller { replayable: false } => Resend::BodyGone,
            }
        }
    }

    pub(super) fn waiter(&self, id: CallId) -> Waiter {
        Waiter { id: id.as_number(), deadline: self.request.deadline }
    }

    /// Whether the caller waits no longer.
    pub(super) fn is_overdue(&self, now: Timestamp) -> bool {
        self.request.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// When what was sent is given up: before that the wait for a token ends by the call's deadline.
    pub(super) fn sent_deadline(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::Sent { .. } => self.request.deadline.into_iter().chain(self.body_deadline).min(),
            Stage::Waiting { .. } => None,
        }
    }
}
