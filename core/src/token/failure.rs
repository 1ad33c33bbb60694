//! A token exchange ended without an answer: rows 14 and 15.

use super::desk::Desk;
use super::errors;
use super::state::{Flight, Phase, State};
use crate::http::{FailureKind, TransportFailure};

pub(super) fn fail(state: State, desk: &mut Desk, flight: Flight, failure: TransportFailure) -> State {
    match state {
        State::Exchanging(exchange, Phase::Send(sending)) if sending.flight == flight => {
            // row 14
            let TransportFailure { kind, mut detail } = failure;
            detail.retain(|character| !character.is_control());
            match kind {
                FailureKind::NotSent => desk.holdings.restore_refresh(sending.grant),
                // The provider may have taken the refresh token: it counts as spent.
                FailureKind::Unknown => {}
            }
            let now = desk.now;
            desk.back_off(exchange, now, None, errors::unavailable(&detail, None))
        }
        other => {
            // row 15
            desk.note("exchange.late", "a token exchange that was given up failed");
            other
        }
    }
}
