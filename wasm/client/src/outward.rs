//! What JavaScript gets: core's types as plain camelCase objects, variants told apart by `type`.
//!
//! Conversions take values apart completely (no `..`, no `_`), so that a new field or variant in core does not compile
//! here until it is converted. Ids and times are numbers below 2^53, which JavaScript holds exactly.

use std::time::Duration;

use http::HeaderMap;
use serde::Serialize;
use waybill_access::{Action, Begun, Outcome, Purpose, Step};
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::note::Note;
use waybill_base::time::{Timestamp, millis_of_span};

use crate::failures::ErrorOut;

const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Mirrors core's `Begun`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BegunOut {
    call: u64,
    step: StepOut,
}

/// Mirrors core's `Step`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepOut {
    actions: Vec<ActionOut>,
    wake_at: Option<i64>,
}

/// Mirrors core's `Action`. It holds credentials on their way to the wire and has no `Debug`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum ActionOut {
    Send {
        exchange: u64,
        purpose: PurposeOut,
        method: String,
        url: String,
        headers: Vec<(String, String)>,
        body: BodyOut,
        deadline: Option<i64>,
    },
    Read {
        exchange: u64,
        limit: usize,
    },
    Abort {
        exchange: u64,
    },
    Lock {
        ticket: u64,
        lease: i64,
        #[serde(rename = "knownSeq")]
        known_seq: u64,
    },
    Save {
        ticket: u64,
        snapshot: String,
        #[serde(rename = "expectedSeq")]
        expected_seq: u64,
    },
    Unlock {
        ticket: u64,
    },
    Note {
        code: &'static str,
        message: String,
    },
    Done {
        call: u64,
        outcome: OutcomeOut,
    },
    Closed,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum PurposeOut {
    Token,
    Call { call: u64 },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum BodyOut {
    Empty,
    Bytes {
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        bytes: Vec<u8>,
    },
    Caller {
        replayable: bool,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
enum OutcomeOut {
    Response { exchange: u64 },
    Failed { error: Box<ErrorOut> },
}

impl From<Begun> for BegunOut {
    fn from(begun: Begun) -> Self {
        let Begun { call, step } = begun;
        Self { call: call.as_number(), step: step.into() }
    }
}

impl From<Step> for StepOut {
    fn from(step: Step) -> Self {
        let Step { actions, wake_at } = step;
        Self { actions: actions.into_iter().map(Into::into).collect(), wake_at: wake_at.map(time) }
    }
}

impl From<Action> for ActionOut {
    fn from(action: Action) -> Self {
        match action {
            Action::Send { exchange, purpose, head, body, deadline } => {
                let RequestHead { method, url, headers } = head;
                Self::Send {
                    exchange: exchange.as_number(),
                    purpose: purpose.into(),
                    method: method.to_string(),
                    url,
                    headers: lines(&headers),
                    body: body.into(),
                    deadline: deadline.map(time),
                }
            }
            Action::Read { exchange, limit } => Self::Read { exchange: exchange.as_number(), limit },
            Action::Abort { exchange } => Self::Abort { exchange: exchange.as_number() },
            Action::Lock { ticket, lease, known_seq } => {
                Self::Lock { ticket: ticket.as_number(), lease: span(lease), known_seq }
            }
            Action::Save { ticket, snapshot, expected_seq } => {
                Self::Save { ticket: ticket.as_number(), snapshot: snapshot.expose().to_owned(), expected_seq }
            }
            Action::Unlock { ticket } => Self::Unlock { ticket: ticket.as_number() },
            Action::Note { note } => {
                let Note { code, message } = note;
                Self::Note { code, message }
            }
            Action::Done { call, outcome } => Self::Done { call: call.as_number(), outcome: outcome.into() },
            Action::Closed => Self::Closed,
        }
    }
}

impl From<Purpose> for PurposeOut {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Token => Self::Token,
            Purpose::Call(call) => Self::Call { call: call.as_number() },
        }
    }
}

impl From<RequestBody> for BodyOut {
    fn from(body: RequestBody) -> Self {
        match body {
            RequestBody::Empty => Self::Empty,
            RequestBody::Bytes(bytes) => Self::Bytes { bytes },
            RequestBody::Caller { replayable } => Self::Caller { replayable },
        }
    }
}

impl From<Outcome> for OutcomeOut {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Response { exchange } => Self::Response { exchange: exchange.as_number() },
            Outcome::Failed(error) => Self::Failed { error: Box::new(error.into()) },
        }
    }
}

pub(crate) fn time(timestamp: Timestamp) -> i64 {
    safe(timestamp.as_millis())
}

pub(crate) fn lines(headers: &HeaderMap) -> Vec<(String, String)> {
    let line = |(name, value): (&http::HeaderName, &http::HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    headers.iter().map(line).collect()
}

pub(crate) fn span(span: Duration) -> i64 {
    safe(millis_of_span(span))
}

fn safe(number: i64) -> i64 {
    number.clamp(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};
    use waybill_access::{CallId, ExchangeId};

    #[test]
    fn a_step_is_a_plain_object_with_its_one_timer() {
        let step = Step {
            actions: vec![
                Action::Send {
                    exchange: ExchangeId::from_number(2),
                    purpose: Purpose::Call(CallId::from_number(1)),
                    head: RequestHead {
                        method: http::Method::PUT,
                        url: "https://a.example/x".into(),
                        headers: HeaderMap::new(),
                    },
                    body: RequestBody::Bytes(b"hi".to_vec()),
                    deadline: None,
                },
                Action::Done {
                    call: CallId::from_number(1),
                    outcome: Outcome::Response { exchange: ExchangeId::from_number(2) },
                },
                Action::Closed,
            ],
            wake_at: Some(Timestamp::from_millis(i64::MAX)),
        };
        let expected = json!({"actions": [
            {"type": "send", "exchange": 2, "purpose": {"type": "call", "call": 1}, "method": "PUT", "url": "https://a.example/x", "headers": [],
             "body": {"type": "bytes", "bytes": [104, 105]}, "deadline": null},
            {"type": "done", "call": 1, "outcome": {"type": "response", "exchange": 2}},
            {"type": "closed"},
        ], "wakeAt": MAX_SAFE_INTEGER});
        assert_eq!(to_value(StepOut::from(step)).unwrap(), expected);
    }
}
