//! A call in progress: its request, its stage, and the credential it carried last.

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
    /// True if the call was sent again after a 401. A call is sent again at most once.
    pub(super) resent: bool,
    /// The API key or token of the last request.
    pub(super) sent: Option<SentCredential>,
    /// Deadline for the body of an error response. After it, the head alone is reported.
    pub(super) body_deadline: Option<Timestamp>,
}

pub(super) enum Stage {
    /// Waiting for an access token. After a 401, `refused` holds the response that rejected the last token.
    Waiting { refused: Option<ErrorResponse> },
    /// Sent with this credential.
    Sent { exchange: ExchangeId, authority: CredentialVersion },
}

/// The version of the API key or token that a request carried.
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

    /// True if the call's deadline has passed.
    pub(super) fn is_overdue(&self, now: Timestamp) -> bool {
        self.request.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Returns the deadline of a sent call. While a call waits for a token, the token machine watches its deadline.
    pub(super) fn sent_deadline(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::Sent { .. } => self.request.deadline.into_iter().chain(self.body_deadline).min(),
            Stage::Waiting { .. } => None,
        }
    }
}
