//! Errors and notes that involve no response.

use waybill_base::error::{DriverFailure, Error, code};
use waybill_base::note::Note;

use super::{Action, CallId, ExchangeId, Outcome};

pub(super) fn failed_call(call: CallId, error: Error) -> Action {
    Action::Done { call, outcome: Outcome::Failed(error) }
}

pub(super) fn late_exchange_note(exchange: ExchangeId) -> Action {
    let message = format!("exchange {} had already ended; its result was ignored", exchange.as_number());
    Action::Note { note: Note { code: "exchange.late", message } }
}

pub(super) fn nothing_to_cancel(call: CallId) -> Action {
    let message = format!("call {} is not in progress, so it cannot be cancelled", call.as_number());
    Action::Note { note: Note { code: "call.late", message } }
}

pub(super) fn closed() -> Error {
    DriverFailure::Closed.into()
}

pub(super) fn cancelled() -> Error {
    DriverFailure::Cancelled.into()
}

pub(super) fn past_deadline() -> Error {
    Error::new(code::CALL_DEADLINE, "the call's deadline passed".to_owned())
}
