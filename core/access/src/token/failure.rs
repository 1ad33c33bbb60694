//! Handles token exchanges that ended without a response: rows 14 and 15.

use waybill_base::http::{FailureKind, TransportFailure};

use super::context::Context;
use super::errors;
use super::state::{ExchangePhase, State, TokenRequestId};

pub(super) fn fail(state: State, context: &mut Context, request: TokenRequestId, failure: TransportFailure) -> State {
    match state {
        State::Exchanging(exchange, ExchangePhase::Send(sending)) if sending.request == request => {
            // row 14
            let TransportFailure { kind, mut detail } = failure;
            detail.retain(|character| !character.is_control());
            match kind {
                FailureKind::NotSent => context.held.restore_refresh(sending.grant),
                // The provider may have used the refresh token, so it stays spent.
                FailureKind::Unknown => {}
            }
            let now = context.now;
            context.back_off(exchange, now, None, errors::unavailable(&detail))
        }
        other => {
            // row 15
            context.note("exchange.late", "a token request that was given up failed");
            other
        }
    }
}
