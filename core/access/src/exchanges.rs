//! The exchanges in flight, and the input that each expects next.
//!
//! Ids count up. The highest one shows whether an id was ever issued, so ended exchanges need not be remembered.

use std::collections::BTreeMap;

use waybill_base::http::ResponseHead;

use super::{CallId, ExchangeId, Misuse};
use crate::token::TokenRequestId;

/// The purpose of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExchangePurpose {
    Call(CallId),
    Token(TokenRequestId),
}

/// The exchanges that still wait for a response or its body.
#[derive(Default)]
pub(super) struct Exchanges {
    issued: u64,
    live: BTreeMap<ExchangeId, Exchange>,
}

struct Exchange {
    carried: ExchangePurpose,
    progress: Progress,
}

enum Progress {
    /// Sent; a head or a failure comes next.
    Sent,
    /// Head received and `Read` requested; the body comes next.
    Reading { head: ResponseHead, limit: usize },
}

impl Exchanges {
    pub(super) fn open(&mut self, carried: ExchangePurpose) -> ExchangeId {
        self.issued += 1;
        let id = ExchangeId::from_number(self.issued);
        self.live.insert(id, Exchange { carried, progress: Progress::Sent });
        id
    }

    pub(super) fn end(&mut self, id: ExchangeId) {
        self.live.remove(&id);
    }

    pub(super) fn mark_reading(&mut self, id: ExchangeId, head: ResponseHead, limit: usize) {
        if let Some(exchange) = self.live.get_mut(&id) {
            exchange.progress = Progress::Reading { head, limit };
        }
    }

    /// Returns the token request that the exchange carries, or `None` if it carries none or is over.
    pub(super) fn token_request(&self, id: ExchangeId) -> Option<TokenRequestId> {
        match self.purpose(id)? {
            ExchangePurpose::Token(request) => Some(request),
            ExchangePurpose::Call(_) => None,
        }
    }

    /// Returns the purpose of the exchange, or `None` if it is over.
    pub(super) fn purpose(&self, id: ExchangeId) -> Option<ExchangePurpose> {
        self.live.get(&id).map(|exchange| exchange.carried)
    }

    /// Returns the exchange in flight with this purpose.
    pub(super) fn find_by_purpose(&self, carried: ExchangePurpose) -> Option<ExchangeId> {
        self.live.iter().find(|(_, exchange)| exchange.carried == carried).map(|(id, _)| *id)
    }

    /// Removes an exchange whose body was asked for, and returns its purpose and head. Any other exchange stays.
    pub(super) fn take_read(&mut self, id: ExchangeId) -> Option<(ExchangePurpose, ResponseHead)> {
        match self.live.remove(&id)? {
            Exchange { carried, progress: Progress::Reading { head, .. } } => Some((carried, head)),
            sent @ Exchange { progress: Progress::Sent, .. } => {
                self.live.insert(id, sent);
                None
            }
        }
    }

    /// Checks that a head or a failure is allowed now. Late events of ended exchanges are allowed.
    pub(super) fn check_expects_head(&self, id: ExchangeId, came: &str) -> Result<(), Misuse> {
        self.check_issued(id)?;
        match self.live.get(&id).map(|exchange| &exchange.progress) {
            None | Some(Progress::Sent) => Ok(()),
            Some(Progress::Reading { .. }) => {
                Err(misuse(format!("exchange {} expects the requested body, but got {came}", id.as_number())))
            }
        }
    }

    /// Checks that a body of `length` bytes is allowed now.
    pub(super) fn check_expects_body(&self, id: ExchangeId, length: usize) -> Result<(), Misuse> {
        self.check_issued(id)?;
        match self.live.get(&id).map(|exchange| &exchange.progress) {
            Some(Progress::Sent) => {
                Err(misuse(format!("exchange {} expects a head or a failure, but got a body", id.as_number())))
            }
            Some(Progress::Reading { limit, .. }) if length > *limit => Err(misuse(format!(
                "exchange {} expects at most {limit} bytes of body, but got {length}",
                id.as_number()
            ))),
            None | Some(Progress::Reading { .. }) => Ok(()),
        }
    }

    fn check_issued(&self, id: ExchangeId) -> Result<(), Misuse> {
        if (1..=self.issued).contains(&id.as_number()) {
            return Ok(());
        }
        Err(misuse(format!("exchange {} was never issued", id.as_number())))
    }
}

fn misuse(message: String) -> Misuse {
    Misuse { message }
}
