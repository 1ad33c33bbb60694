//! The provider refused: rows 13a to 13i. The `error` member decides before the status does, never 400 against 401.

use super::answer::follow_up;
use super::context::{Context, Effect};
use super::errors;
use super::held_tokens::Grant;
use super::seen::digest;
use super::state::{Exchange, LockReason, Sending, State};
use super::store;
use crate::error::Error;

/// A provider that is unavailable is asked again after this, however long it says that lasts, in milliseconds.
const MAX_OUTAGE: i64 = 60_000;

/// A refusal, as far as it was understood.
pub(super) struct Refused<'a> {
    pub(super) status: u16,
    pub(super) retry_after: Option<i64>,
    pub(super) error: Option<&'a str>,
    pub(super) json: bool,
}

pub(super) fn refuse(exchange: Exchange, sending: &Sending, context: &mut Context, refused: &Refused<'_>) -> State {
    let Refused { status, retry_after, error, json } = *refused;
    let refreshed = matches!(sending.grant, Grant::Refresh { .. });
    let login = context.held.password_grant().filter(|_| refreshed);
    match (status, error, login) {
        (300..400, ..) => misconfigured(exchange, sending, context, errors::redirected(status)),
        (_, Some("invalid_grant"), _) if refreshed => refresh_refused(exchange, context, status),
        (_, Some("invalid_grant"), _) => password_rejected(exchange, sending, context, status),
        (_, Some("invalid_client"), _) => misconfigured(exchange, sending, context, errors::client_rejected(status)),
        (_, Some("invalid_scope"), _) => misconfigured(exchange, sending, context, errors::scope_rejected(status)),
        (404, Some(_), _) => misconfigured(exchange, sending, context, errors::unknown_realm(status)),
        (_, Some("unauthorized_client" | "unsupported_grant_type"), Some(password)) => {
            // row 13e
            context.held.refresh = None;
            follow_up(exchange, context, password)
        }
        (429, ..) => {
            // row 13f
            context.held.restore_refresh(sending.grant);
            let now = context.now;
            context.back_off(exchange, now, retry_after, errors::rate_limited(status))
        }
        (408, ..) => unavailable(exchange, context, refused, "it timed out"),
        (500.., ..) => unavailable(exchange, context, refused, "server error"),
        _ if !json => unavailable(exchange, context, refused, "what it answered is not JSON, or was cut off"),
        _ => {
            // row 13i
            let is_grant = matches!(error, Some("unauthorized_client" | "unsupported_grant_type"));
            context.misconfigure(
                exchange,
                if is_grant { errors::grant_not_allowed(status) } else { errors::rejected(status) },
            )
        }
    }
}

fn refresh_refused(mut exchange: Exchange, context: &mut Context, status: u16) -> State {
    match (&context.held.refresh, exchange.lock.take()) {
        (Some(refresh), Some(ticket)) if !exchange.asked_again => {
            // row 13s
            let reason = LockReason::Refused { status, refused: digest(&refresh.secret) };
            context.effects.push(Effect::Unlock { ticket });
            store::lock(Exchange { asked_again: true, ..exchange }, context, reason)
        }
        (_, lock) => refresh_over(Exchange { lock, ..exchange }, context, status),
    }
}

/// No refresh token that could be had is worth anything.
pub(super) fn refresh_over(exchange: Exchange, context: &mut Context, status: u16) -> State {
    context.held.refresh = None;
    match context.held.password_grant() {
        _ if context.held.adopt_given_refresh() => follow_with_pick(exchange, context, errors::sign_in_again(status)),
        Some(password) => {
            // row 13a
            follow_up(exchange, context, password)
        }
        None => {
            // row 13b
            context.reject(exchange, errors::sign_in_again(status))
        }
    }
}

fn password_rejected(exchange: Exchange, sending: &Sending, context: &mut Context, status: u16) -> State {
    // row 13c
    let error = errors::credentials_rejected(status);
    if let Grant::Password { version } = sending.grant {
        context.held.refuse_password(version);
    }
    let is_replaced = context.held.password_grant().is_some();
    if context.held.adopt_given_refresh() || is_replaced {
        follow_with_pick(exchange, context, error)
    } else {
        context.reject(exchange, error)
    }
}

/// Goes on with what the host gave meanwhile.
fn follow_with_pick(exchange: Exchange, context: &mut Context, error: Error) -> State {
    match context.held.choose_grant(context.now) {
        Some(grant) => follow_up(exchange, context, grant),
        None => context.reject(exchange, error),
    }
}

fn misconfigured(exchange: Exchange, sending: &Sending, context: &mut Context, error: Error) -> State {
    // row 13d
    context.held.restore_refresh(sending.grant);
    context.misconfigure(exchange, error)
}

fn unavailable(exchange: Exchange, context: &mut Context, refused: &Refused<'_>, reason: &str) -> State {
    // row 13g
    let error = errors::unavailable(&format!("{reason} (status {})", refused.status), Some(refused.status));
    let (now, wait) = (context.now, refused.retry_after.map(|wait| wait.min(MAX_OUTAGE)));
    context.back_off(exchange, now, wait, error)
}
