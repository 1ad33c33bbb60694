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
        (300..400, ..) => misconfigured(&exchanging, desk, errors::redirected(status)),
        (_, Some("invalid_grant"), _) if refreshed => refresh_over(exchanging, desk, status),
        (_, Some("invalid_grant"), _) => password_rejected(exchanging, desk, status),
        (_, Some("invalid_client"), _) => misconfigured(&exchanging, desk, errors::client_rejected(status)),
        (_, Some("invalid_scope"), _) => misconfigured(&exchanging, desk, errors::scope_rejected(status)),
        (404, Some(_), _) => misconfigured(&exchanging, desk, errors::unknown_realm(status)),
        (_, Some("unauthorized_client" | "unsupported_grant_type"), Some(password)) => {
            // row 13e
            desk.holdings.refresh = None;
            follow_up(exchanging, desk, password)
        }
        (429, ..) => {
            // row 13f
            desk.holdings.restore_refresh(exchanging.grant);
            desk.back_off(&exchanging, desk.now, retry_after, errors::rate_limited(status))
        }
        (408 | 500.., ..) => unavailable(&exchanging, desk, refused, "it failed"),
        _ if !json => unavailable(&exchanging, desk, refused, "what it answered is not JSON, or was cut off"),
        _ => {
            // row 13i
            desk.misconfigure(&exchanging, errors::rejected(status))
        }
    }
}

fn refresh_over(exchanging: Exchanging, desk: &mut Desk, status: u16) -> State {
    // A refresh token that was set while this one was on its way is not the one refused.
    if desk.holdings.refresh.as_ref().is_some_and(|refresh| refresh.spent) {
        desk.holdings.refresh = None;
    }
    match desk.holdings.pick(desk.now) {
        Some(grant) => {
            // row 13a
            follow_up(exchanging, desk, grant)
        }
        None => {
            // row 13b
            desk.reject(&exchanging, errors::sign_in_again(status))
        }
    }
}

fn password_rejected(exchanging: Exchanging, desk: &mut Desk, status: u16) -> State {
    // row 13c
    let is_replaced = desk.holdings.pick_password().is_some_and(|held| held != exchanging.grant);
    match desk.holdings.pick(desk.now).filter(|_| is_replaced) {
        Some(grant) => follow_up(exchanging, desk, grant),
        None => desk.reject(&exchanging, errors::credentials_rejected(status)),
    }
}

fn misconfigured(exchanging: &Exchanging, desk: &mut Desk, error: Error) -> State {
    // row 13d
    desk.holdings.restore_refresh(exchanging.grant);
    desk.misconfigure(exchanging, error)
}

fn unavailable(exchanging: &Exchanging, desk: &mut Desk, refused: &Refused<'_>, reason: &str) -> State {
    // row 13g
    let error = errors::unavailable(&format!("{reason} (status {})", refused.status), Some(refused.status));
    desk.back_off(exchanging, desk.now, refused.retry_after, error)
}
