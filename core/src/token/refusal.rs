//! The provider refused: rows 13a to 13i. The `error` member decides before the status does, never 400 against 401.

use super::answer::follow_up;
use super::desk::Desk;
use super::errors;
use super::holdings::Grant;
use super::state::{Exchanging, State};
use crate::error::Error;

/// A refusal, as far as it was understood.
pub(super) struct Refused<'a> {
    pub(super) status: u16,
    pub(super) retry_after: Option<i64>,
    pub(super) error: Option<&'a str>,
    pub(super) json: bool,
}

pub(super) fn refuse(exchanging: Exchanging, desk: &mut Desk, refused: &Refused<'_>) -> State {
    let Refused { status, retry_after, error, json } = *refused;
    let refreshed = matches!(exchanging.grant, Grant::Refresh { .. });
    let login = desk.holdings.pick_password().filter(|_| refreshed);
    match (status, error, login) {
        (300..400, ..) => misconfigured(exchanging, desk, errors::redirected(status)),
        (_, Some("invalid_grant"), _) if refreshed => refresh_over(exchanging, desk, status),
        (_, Some("invalid_grant"), _) => password_rejected(exchanging, desk, status),
        (_, Some("invalid_client"), _) => misconfigured(exchanging, desk, errors::client_rejected(status)),
        (_, Some("invalid_scope"), _) => misconfigured(exchanging, desk, errors::scope_rejected(status)),
        (404, Some(_), _) => misconfigured(exchanging, desk, errors::unknown_realm(status)),
        (_, Some("unauthorized_client" | "unsupported_grant_type"), Some(password)) => {
            // row 13e
            desk.holdings.refresh = None;
            follow_up(exchanging, desk, password)
        }
        (429, ..) => {
            // row 13f
            desk.holdings.restore_refresh(exchanging.grant);
            let now = desk.now;
            desk.back_off(exchanging, now, retry_after, errors::rate_limited(status))
        }
        (408 | 500.., ..) => unavailable(exchanging, desk, refused, "it failed"),
        _ if !json => unavailable(exchanging, desk, refused, "what it answered is not JSON, or was cut off"),
        _ => {
            // row 13i
            desk.misconfigure(exchanging, errors::rejected(status))
        }
    }
}

fn refresh_over(exchanging: Exchanging, desk: &mut Desk, status: u16) -> State {
    desk.holdings.refresh = None;
    match desk.holdings.pick_password() {
        _ if desk.holdings.settle_given() => follow_with_pick(exchanging, desk, errors::sign_in_again(status)),
        Some(password) => {
            // row 13a
            follow_up(exchanging, desk, password)
        }
        None => {
            // row 13b
            desk.reject(exchanging, errors::sign_in_again(status))
        }
    }
}

fn password_rejected(exchanging: Exchanging, desk: &mut Desk, status: u16) -> State {
    // row 13c
    let error = errors::credentials_rejected(status);
    if let Grant::Password { version } = exchanging.grant {
        desk.holdings.refuse_password(version);
    }
    let is_replaced = desk.holdings.pick_password().is_some();
    if desk.holdings.settle_given() || is_replaced {
        follow_with_pick(exchanging, desk, error)
    } else {
        desk.reject(exchanging, error)
    }
}

/// Goes on with what the host gave meanwhile.
fn follow_with_pick(exchanging: Exchanging, desk: &mut Desk, error: Error) -> State {
    match desk.holdings.pick(desk.now) {
        Some(grant) => follow_up(exchanging, desk, grant),
        None => desk.reject(exchanging, error),
    }
}

fn misconfigured(exchanging: Exchanging, desk: &mut Desk, error: Error) -> State {
    // row 13d
    desk.holdings.restore_refresh(exchanging.grant);
    desk.misconfigure(exchanging, error)
}

fn unavailable(exchanging: Exchanging, desk: &mut Desk, refused: &Refused<'_>, reason: &str) -> State {
    // row 13g
    let error = errors::unavailable(&format!("{reason} (status {})", refused.status), Some(refused.status));
    let now = desk.now;
    desk.back_off(exchanging, now, refused.retry_after, error)
}
